import type { Protocol } from '@atalaia/protocols/protocol';
import { ConfigError } from '../../config/config-error.ts';

/** What a person reads who starts the server on ports that cannot be had; any other error as it is. */
export function listenError(error: unknown, protocol: Protocol, transport: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const change = `set PORT_OFFSET to move all tracker ports, or PROTOCOLS to leave ${protocol.name} out`;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`port ${port} (${protocol.name}, ${transport}) is taken: ${change}`);
  }
  if (code === 'EACCES') {
    return new ConfigError(
      `port ${port} (${protocol.name}, ${transport}) is not allowed to this user: ${change}`,
    );
  }
  if (code === 'EADDRNOTAVAIL') {
    return new ConfigError(`port ${port} (${protocol.name}, ${transport}): this machine has no such HOST`);
  }
  return error;
}
