import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import { trackerPortRefusal } from '../../errors/config-error.ts';
import type { IngestContext } from '../connection/ingest-context.ts';
import { openTcpConnection, type TcpConnection } from '../connection/tcp-connection.ts';
import type { Listener } from './listener.ts';
import { takeProxyHeader } from './proxy-header.ts';

export interface TcpListenerParts {
  readonly protocol: Protocol;
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  readonly ingestContext: IngestContext;
}

/** Connections wait in the kernel by this many while the server is busy: after an outage thousands come at once. */
const backlog = 4096;

const keepAliveMs = 60_000;

/** A stop waits this long for trackers to take their last answers. */
const closePatienceMs = 1_000;
/** What a connection sent before it ends is answered by then. */
const answeredWithinMs = 300;
/** Few connections need no long time. */
const eachMs = 100;

/** Listens for connections of one protocol. Throws a `ConfigError` when the port cannot be had. */
export async function listenTcp(parts: TcpListenerParts): Promise<Listener> {
  const { protocol, transport, host, ingestContext } = parts;
  const connections = new Map<Socket, TcpConnection>();
  const gauge = ingestContext.metrics.connections.labels(protocol.name);
  let paused = false;

  const server = createServer({
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
  });
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (paused || address === undefined) return socket.destroy();
    const refuse = (code: string) => {
      ingestContext.metrics.errors.inc({ protocol: protocol.name, code });
      socket.destroy();
    };
    const open = (from: string) => {
      const share = ingestContext.addressBounds.enter(from, () => refuse('gave-way'));
      if (!share) return refuse('too-many-connections');
      gauge.inc();
      connections.set(socket, openTcpConnection(socket, share, protocol, transport, ingestContext, from));
      socket.once('close', () => {
        connections.delete(socket);
        share.leave();
        gauge.dec();
      });
    };
    if (!ingestContext.isProxy?.(address)) return open(address);
    takeProxyHeader(socket, {
      whole: (from) => open(from ?? address),
      refuse: () => refuse('bad-proxy-header'),
    });
  });
  await new Promise<void>((resolve, reject) => {
    const failed = (error: unknown) =>
      reject(trackerPortRefusal(error, protocol.name, transport, parts.port));
    server.once('error', failed);
    server.listen({ host, port: parts.port, backlog }, () => {
      server.off('error', failed);
      resolve();
    });
  });
  // Out of file descriptors, for one: those who are connected continue.
  server.on('error', () =>
    ingestContext.metrics.errors.inc({ protocol: protocol.name, code: 'accept-failed' }),
  );
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : parts.port;

  return {
    address: { protocol: protocol.name, transport, host, port },
    check(nowMs) {
      for (const connection of connections.values()) connection.check(nowMs);
    },
    async leave(mostMs) {
      // whoever comes now goes to another process
      server.close();
      const overMs = Math.min(mostMs, connections.size * eachMs);
      const leaving = [...connections].map(async ([socket, connection]) => {
        await sleep(Math.random() * overMs, undefined, { ref: false });
        connection.pause();
        // what was read is stored and answered first
        await sleep(answeredWithinMs, undefined, { ref: false });
        connection.end();
        if (connections.has(socket)) await once(socket, 'close').catch(() => undefined);
      });
      await Promise.race([
        Promise.all(leaving),
        sleep(overMs + 2 * answeredWithinMs, undefined, { ref: false }),
      ]);
    },
    pause() {
      paused = true;
      for (const connection of connections.values()) connection.pause();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections.values()) connection.end();
      const patience = setTimeout(() => {
        for (const connection of connections.values()) connection.destroy();
      }, closePatienceMs);
      await closed;
      clearTimeout(patience);
    },
  };
}
