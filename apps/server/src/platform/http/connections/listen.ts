import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { webPortRefusal } from '../../../errors/config-error.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../app-type.ts';

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

const sweepEveryMs = 20;

/** An answer that its reader does not take would hold the stop for good. */
const defaultPatienceMs = 5_000;

/**
 * Takes no more requests, lets those under way finish for some seconds, and cuts off what is left then. Fastify ends the
 * connections that are idle just then; one whose answer goes out a moment later would hold the stop for as long as it is
 * kept alive (72 s).
 */
export async function closeApp(
  app: Pick<FastifyInstance, 'close' | 'server'>,
  patienceMs = defaultPatienceMs,
): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
