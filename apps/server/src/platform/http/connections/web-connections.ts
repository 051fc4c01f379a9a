/** Bounds of the web port: connections in all and by address, and the times a client may take. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyHttpOptions } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { AppError } from '../../../errors/app-error.ts';
import {
  type ConnectionLimits,
  createConnectionLimiter,
  type Place,
} from '../../limiter/connection-limiter.ts';
import { shareDescriptors } from '../../limiter/descriptors.ts';
import type { App } from '../app-type.ts';
import { endSocket } from './disconnect.ts';
import { clientAddressOf, type IsProxy } from './proxies.ts';
import { type BodyLimits, endSlowBodies } from './slow-bodies.ts';

export interface WebLimits extends ConnectionLimits, BodyLimits {
  /** From the connection, or from a request's first byte, to the end of its headers. */
  readonly headersMs: number;
  /** A whole request, whatever its size. The answer has all the time it needs. */
  readonly requestMs: number;
  /** An answer of which the client takes nothing for so long is given up. */
  readonly unreadMs: number;
  readonly requestsPerConnection: number;
}

const { web } = shareDescriptors();

export const defaultWebLimits: WebLimits = Object.freeze({
  connections: web,
  // an office, or a mobile carrier, is behind one address
  connectionsPerAddress: Math.ceil(web / 4),
  headersMs: 20_000,
  bodyMs: 30_000,
  // 16 kbit/s: what a phone brings where it has no more than EDGE
  bodyBytesPerSecond: 2_000,
  // a spreadsheet of 10 MB over a line of 50 kbit/s
  requestMs: 30 * 60_000,
  unreadMs: 60_000,
  requestsPerConnection: 1_000,
  lookOverMs: 1_000,
});

/** Connections that came together end together, and ending thousands at once holds up everybody else: a few hundred at a time. */
const mostBetweenEndsMs = 100;

/** The times that Node keeps by itself. */
export function serverTimes(limits: WebLimits) {
  return {
    connectionTimeout: limits.unreadMs,
    requestTimeout: limits.requestMs,
    maxRequestsPerSocket: limits.requestsPerConnection,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(limits.lookOverMs, mostBetweenEndsMs),
    },
  } satisfies FastifyHttpOptions<Server>;
}

export interface WebConnectionsParts {
  readonly limits: WebLimits;
  readonly isProxy: IsProxy;
  readonly metrics: Registry;
  readonly log: Pick<Logger, 'warn'>;
}

const warnEveryMs = 60_000;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Keeps the web port within its share of the descriptors. Behind a proxy that is trusted a person is counted by the
 * forwarded address, request by request, since the proxy's connections are everybody's.
 */
export function boundWebConnections(app: App, { limits, isProxy, metrics, log }: WebConnectionsParts): void {
  const { server } = app;
  const limiter = createConnectionLimiter(limits);
  const forwarded = createConnectionLimiter({ ...limits, connections: Number.POSITIVE_INFINITY });
  const places = new WeakMap<Duplex, Place>();
  let warnedMs = Number.NEGATIVE_INFINITY;

  new Gauge({
    name: 'atalaia_http_connections',
    help: 'Open connections of the web port, live channels included',
    registers: [metrics],
    collect() {
      this.set(limiter.open);
    },
  });
  const ended = new Counter({
    name: 'atalaia_http_connections_ended_total',
    help: 'Connections and requests of the web port that met a bound, by which one',
    labelNames: ['reason'],
    registers: [metrics],
  });
  const met = (reason: string, address: string) => {
    ended.inc({ reason });
    if (performance.now() - warnedMs < warnEveryMs) return;
    warnedMs = performance.now();
    log.warn({ reason, address, open: limiter.open }, 'a bound of the web port is met');
  };

  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return socket.destroy();
    const drop = (reason: string) => {
      met(reason, address);
      socket.destroy();
    };
    const place = limiter.enter(isProxy(address) ? undefined : address, () => drop('gave-way'));
    if (typeof place === 'string') return drop(place);
    places.set(socket, place);
    socket.once('close', place.leave);
  });

  server.on('request', (request, response) => {
    const place = places.get(request.socket);
    if (!place) return;
    const begin = () => {
      if (response.closed) return;
      place.busy();
      response.once('close', () => place.idle());
    };
    // until its body is there a request costs its client nothing, and gives way like a connection that is only held
    if (hasBody(request)) request.once('end', begin);
    else begin();
  });

  // who is silent between two requests is ended; one whose answer is being made is not, however long that takes
  server.on('timeout', (socket: Socket) => {
    const isAnswered = places.get(socket)?.isBusy;
    if (isAnswered && socket.writableLength === 0) return;
    if (isAnswered) met('unread-answer', socket.remoteAddress ?? '');
    socket.destroy();
  });

  server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') ended.inc({ reason: 'slow-request' });
  });

  app.addHook('onRequest', async ({ ip, raw }, reply) => {
    if (ip === raw.socket.remoteAddress) return;
    const place = forwarded.enter(ip);
    if (typeof place === 'string') {
      met(place, ip);
      throw new AppError('too-many-requests', 'too many requests of this address are under way', {
        retryAfterSeconds: 1,
      });
    }
    reply.raw.once('close', place.leave);
  });

  server.on('upgrade', (request, socket) => {
    // a live channel gives way to nobody
    places.get(socket)?.busy();
    const address = clientAddressOf(request, isProxy);
    if (address === request.socket.remoteAddress) return;
    const place = forwarded.enter(address);
    if (typeof place !== 'string') return void socket.once('close', place.leave);
    met(place, address);
    endSocket(socket, 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });

  endSlowBodies(server, limits, (socket) => met('slow-body', socket.remoteAddress ?? ''));
}
