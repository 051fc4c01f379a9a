import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import type { App } from './app-type.ts';

/** A port that somebody else has; the message says which, and what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** Listens for the web interface and the API. Returns the address a person opens. Throws `PortTaken`. */
export async function listen(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new PortTaken(
        `port ${port} is taken: end the program that has it, or choose another with PORT=<number>`,
      );
    }
    if (code === 'EACCES') {
      throw new PortTaken(
        `port ${port} is not allowed to this account: choose one above 1023 with PORT=<number>`,
      );
    }
    throw error;
  }
  const { port: listening } = app.server.address() as AddressInfo;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${listening}`;
}
