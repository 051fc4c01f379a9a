import type { AddressInfo } from 'node:net';
import { webPortRefusal } from '../../errors/config-error.ts';
import type { Config } from '../config/config.ts';
import type { App } from './app-type.ts';

/** Connections wait in the kernel by this many while the server is busy. */
const backlog = 4096;

/** Listens for the web interface and the API. Returns the address a person opens. Throws a `ConfigError` for a port that cannot be had. */
export async function listen(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> {
  try {
    await app.listen({ port, host, backlog });
  } catch (error) {
    throw webPortRefusal(error, port);
  }
  const { port: listening } = app.server.address() as AddressInfo;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${listening}`;
}
