import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import type { Protocol } from '@atalaia/protocols/protocol';
import { trackerPortRefusal, webPortRefusal } from '../../errors/config-error.ts';
import type { Config } from './config.ts';

/**
 * Whether every port can be had, by taking and leaving it: a start that cannot listen ends before it has made anything.
 * Throws a `ConfigError` of the first that cannot.
 */
export async function requireFreePorts(
  { host, port, portOffset, protocols: names }: Pick<Config, 'host' | 'port' | 'portOffset' | 'protocols'>,
  protocols: readonly Pick<Protocol, 'name' | 'port' | 'transports'>[],
): Promise<void> {
  await tryTcp(host, port).catch((error: unknown) => {
    throw webPortRefusal(error, port);
  });
  for (const { name, port: usual, transports } of protocols.filter((one) => names.includes(one.name))) {
    const at = usual + portOffset;
    for (const transport of transports) {
      await (transport === 'udp' ? tryUdp(host, at) : tryTcp(host, at)).catch((error: unknown) => {
        throw trackerPortRefusal(error, name, transport, at);
      });
    }
  }
}

async function tryTcp(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function tryUdp(host: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.bind(port, host);
  await once(socket, 'listening');
  socket.close();
  await once(socket, 'close');
}
