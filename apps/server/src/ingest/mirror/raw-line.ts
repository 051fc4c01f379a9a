import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import type { Transport } from '@atalaia/protocols/protocol';
import type { GuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import type { Clock } from '../clock.ts';
import { nextAttemptMs, type Waiting, type WaitingQueue } from './waiting.ts';

/** One port of another server, and how it went there last: what many lines share. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  failures: number;
  /** Nobody connects before, ms since 1970 UTC. */
  retryMs: number;
  connecting: number;
}

export interface RawLineParts {
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly guard: GuardedLookup;
  readonly queue: WaitingQueue;
  /** The tracker's sign-in as it was sent last; undefined for one whose every frame names it. */
  signIn(): Uint8Array | undefined;
  sent(one: Waiting): void;
  /** A try failed; what waits is tried again. */
  failed(one: Waiting, reason: string): void;
  /** Nothing waits, and nothing more will come. */
  done(): void;
}

/** What a tracker's connection here is at another server: the same frames in the same order. Its answers are thrown away. */
export interface RawLine {
  push(one: Waiting): void;
  /** Connects where it is time to, gives up on a connection that takes nothing, and drops what waited since before; asked every second. */
  check(nowMs: number, expireBeforeMs: number): void;
  /** The tracker's connection is over: this one ends when all is sent. */
  end(): void;
  /** Closes it and drops what waits. */
  destroy(reason: string): void;
}

/** Written and not yet taken by the connection, bytes; more waits in the queue, where it is bounded. */
const mostUnsentBytes = 64 * 1024;
/** Frames that come within it leave in one write: a write of its own costs as much as taking the frame did, ms. */
const gatherMs = 25;
/** At a time to one port, so that a server that comes back is not run over. */
const mostConnecting = 20;
const connectPatienceMs = 15_000;
/** A connection that takes nothing for so long is given up. */
const stallMs = 60_000;
/** A connection that lasts for so long was a good one. */
const goodMs = 60_000;
/** It is closed when its tracker said nothing for so long, and opened again by the next frame. */
const idleMs = 30 * 60_000;

export function createRawLine(parts: RawLineParts): RawLine {
  return parts.transport === 'udp' ? createDatagramLine(parts) : createStreamLine(parts);
}

function createStreamLine(parts: RawLineParts): RawLine {
  const { endpoint, clock, queue } = parts;
  let socket: Socket | undefined;
  let isConnecting = false;
  let isOpen = false;
  let isEnding = false;
  let isDestroyed = false;
  let failures = 0;
  let retryMs = 0;
  let openedMs = 0;
  let lastMs = clock.now();

  const finish = () => {
    if (!isEnding || queue.length > 0 || isDestroyed) return;
    isDestroyed = true;
    socket?.end();
    parts.done();
  };

  const write = () => {
    if (!socket || !isOpen) return;
    const current = socket;
    const together = nextOf(queue, mostUnsentBytes - current.writableLength);
    if (together.length > 0) {
      current.write(Buffer.concat(together.map(({ bytes }) => bytes)), (error) => {
        // of a connection that is over: they wait for the next one
        if (error || socket !== current) return;
        lastMs = clock.now();
        for (const one of together) {
          queue.shift();
          parts.sent(one);
        }
        write();
      });
    }
    finish();
  };
  const writeSoon = gathered(write);

  const opened = (current: Socket) => {
    isOpen = true;
    openedMs = lastMs = clock.now();
    endpoint.connecting -= 1;
    endpoint.failures = 0;
    const signIn = parts.signIn();
    if (signIn && !queue.peek()?.isSignIn) current.write(signIn);
    write();
  };

  const broken = (reason: string) => {
    const nowMs = clock.now();
    if (!isOpen) {
      endpoint.connecting -= 1;
      endpoint.failures += 1;
      endpoint.retryMs = nextAttemptMs(nowMs, endpoint.failures);
    }
    if (isOpen && nowMs - openedMs >= goodMs) failures = 0;
    // one that was closed because nothing came is opened again at once
    if (queue.length > 0) {
      failures += 1;
      retryMs = nextAttemptMs(nowMs, failures);
    }
    socket = undefined;
    isOpen = isConnecting = false;
    queue.underWay = 0;
    const next = queue.peek();
    if (next && !isDestroyed) parts.failed(next, reason);
    finish();
  };

  const open = async () => {
    endpoint.connecting += 1;
    isConnecting = true;
    const current = await connectTo(parts, () => isDestroyed, {
      opened,
      written: () => write(),
      broken,
    });
    if (typeof current === 'string') broken(current);
    else socket = current;
  };

  const check = (nowMs: number) => {
    if (isDestroyed || (isConnecting && !isOpen)) return;
    if (socket) {
      if (queue.underWay > 0 && nowMs - lastMs >= stallMs) socket.destroy();
      else if (queue.length === 0 && nowMs - lastMs >= idleMs) socket.end();
      return;
    }
    if (queue.length === 0) return finish();
    const isTime = nowMs >= retryMs && nowMs >= endpoint.retryMs && endpoint.connecting < mostConnecting;
    if (isTime) void open();
  };

  return {
    push(one) {
      if (queue.length === 0) lastMs = Math.max(lastMs, one.atMs);
      queue.push(one);
      if (isOpen) writeSoon();
      else check(one.atMs);
    },
    check(nowMs, expireBeforeMs) {
      queue.expire(expireBeforeMs);
      check(nowMs);
    },
    end() {
      isEnding = true;
      finish();
    },
    destroy(reason) {
      isDestroyed = true;
      socket?.destroy();
      queue.dropAll(reason);
      parts.done();
    },
  };
}

/** Puts the next of a queue under way, until they have so many bytes. */
function nextOf(queue: WaitingQueue, mostBytes: number): readonly Waiting[] {
  const next: Waiting[] = [];
  for (let left = mostBytes; left > 0; ) {
    const one = queue.peek(queue.underWay);
    if (!one) break;
    queue.underWay += 1;
    next.push(one);
    left -= one.bytes.length;
  }
  return next;
}

/** Once for all that ask for it within `gatherMs`. */
function gathered(work: () => void): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    setTimeout(() => {
      isGathering = false;
      work();
    }, gatherMs);
  };
}

/** A connection on its way, or why there is none. */
async function connectTo(
  { endpoint, guard }: RawLineParts,
  isGivenUp: () => boolean,
  on: { opened(socket: Socket): void; written(): void; broken(reason: string): void },
): Promise<Socket | string> {
  let isOpen = false;
  let reason = 'no-connection';
  const noteReason = (error: NodeJS.ErrnoException) => {
    reason = isOpen ? 'connection-lost' : (refusals[error.code ?? ''] ?? reason);
  };
  const found = await guard.resolve(endpoint.host).catch(noteReason);
  if (!found || isGivenUp()) return reason;
  const socket = connect({
    host: found.address,
    port: endpoint.port,
    noDelay: true,
    keepAlive: true,
    timeout: connectPatienceMs,
  });
  socket.on('timeout', () => {
    if (!isOpen) socket.destroy();
  });
  socket.on('connect', () => {
    isOpen = true;
    reason = 'connection-lost';
    on.opened(socket);
  });
  // answers are read, so that the other side is not held up, and thrown away
  socket.on('data', () => undefined);
  socket.on('drain', on.written);
  socket.on('error', noteReason);
  socket.on('close', () => on.broken(reason));
  return socket;
}

const refusals: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  'private-address': 'private-address',
};

/** Datagrams are sent once, and nobody says whether they came. */
function createDatagramLine({ endpoint, clock, guard, queue, sent, failed, done }: RawLineParts): RawLine {
  let socket: UdpSocket | undefined;
  let isEnding = false;
  let isSending = false;
  let isOver = false;

  const finish = () => {
    if (!isEnding || queue.length > 0 || isOver) return;
    isOver = true;
    socket?.close();
    done();
  };
  const sendNext = async () => {
    const one = queue.peek();
    if (!one) return finish();
    isSending = true;
    queue.underWay = 1;
    try {
      const { address, family } = await guard.resolve(endpoint.host);
      if (isOver) return;
      socket ??= createSocket(family === 6 ? 'udp6' : 'udp4')
        .on('error', () => undefined)
        .unref();
      const open = socket;
      await new Promise<void>((resolve, reject) =>
        open.send(one.bytes, endpoint.port, address, (error) => (error ? reject(error) : resolve())),
      );
      endpoint.failures = 0;
      queue.shift();
      sent(one);
    } catch (error) {
      queue.underWay = 0;
      endpoint.failures += 1;
      endpoint.retryMs = nextAttemptMs(clock.now(), endpoint.failures);
      failed(one, refusals[(error as NodeJS.ErrnoException).code ?? ''] ?? 'not-sent');
    }
    isSending = false;
    if (clock.now() >= endpoint.retryMs) void sendNext();
  };
  const check = (nowMs: number) => {
    if (!isSending && nowMs >= endpoint.retryMs) void sendNext();
  };
  return {
    push(one) {
      queue.push(one);
      check(one.atMs);
    },
    check(nowMs, expireBeforeMs) {
      queue.expire(expireBeforeMs);
      check(nowMs);
    },
    end() {
      isEnding = true;
      finish();
    },
    destroy(reason) {
      isOver = true;
      socket?.close();
      queue.dropAll(reason);
      done();
    },
  };
}
