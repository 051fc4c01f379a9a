import type { Socket } from 'node:net';
import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import type { Clock } from '../clock.ts';
import type { AddressShare } from '../listeners/address-bounds.ts';
import { createAllowance } from '../listeners/allowance.ts';
import { createConversation, type Peer } from './conversation.ts';
import type { IngestContext } from './ingest-context.ts';

/** One tracker's socket: cuts its bytes into frames and enforces its bounds (ING-11). */
export interface TcpConnection {
  /** Closes the connection when it was silent or slow for too long; to be asked every second or so. */
  check(nowMs: number): void;
  /** Takes nothing more. */
  pause(): void;
  end(): void;
  destroy(): void;
}

/** An ended connection whose other side does not end too is destroyed after this. */
const lingerMs = 5_000;

export function openTcpConnection(
  socket: Socket,
  share: Pick<AddressShare, 'bytes' | 'busy'>,
  protocol: Protocol,
  transport: Transport,
  ingestContext: IngestContext,
  /** The tracker's own where a proxy stands in front. */
  address: string = socket.remoteAddress ?? '',
): TcpConnection {
  const { clock, limits, metrics } = ingestContext;
  const framer = protocol.createFramer();
  const frameCount = metrics.frames.labels(protocol.name);
  const openedMs = clock.now();
  /** When a whole frame last came; silence counts from there, so that single bytes keep nothing open. */
  let frameMs: number | undefined;
  /** The stream cannot be followed any more; what still comes is thrown away. */
  let lost = false;

  const countError = (code: string) => metrics.errors.inc({ protocol: protocol.name, code });
  const peer = createTcpPeer({ socket, address, clock, mostUnreadBytes: limits.unreadBytes, countError });
  const conversation = createConversation(protocol, transport, peer, ingestContext);
  const ownBytes = createAllowance(limits.connectionBytes, clock);

  socket.on('data', (chunk) => {
    if (lost || peer.endedMs !== undefined) return;
    const waitMs = Math.max(ownBytes.take(chunk.length), share.bytes.take(chunk.length));
    const framed = framer.push(chunk);
    if (framed.frames.length > 0) {
      // a connection that sends keeps its place
      if (frameMs === undefined) share.busy();
      frameMs = clock.now();
      frameCount.inc(framed.frames.length);
      conversation.receive(framed.frames);
    }
    if (framed.error || framer.pendingBytes > protocol.maxFrameBytes) {
      lost = true;
      countError(framed.error?.code ?? 'frame-too-long');
      conversation.conclude();
    }
    peer.throttle(waitMs);
  });
  socket.on('end', conversation.conclude);
  // A reset by the tracker needs no handling: 'close' follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    peer.closed();
    conversation.peerClosed();
  });

  return {
    check(nowMs) {
      if (peer.endedMs !== undefined) {
        if (nowMs - peer.endedMs >= lingerMs) socket.destroy();
      } else if (frameMs === undefined) {
        if (nowMs - openedMs < limits.firstFrameMs) return;
        countError('no-first-frame');
        socket.destroy();
      } else if (nowMs - frameMs >= protocol.idleTimeoutMs) {
        countError('idle');
        socket.destroy();
      }
    },
    pause: peer.pause,
    end: peer.end,
    destroy: peer.destroy,
  };
}

interface TcpPeer extends Peer {
  /** When we ended it, ms since 1970 UTC; undefined before. */
  readonly endedMs: number | undefined;
  /** Reads nothing for so long. */
  throttle(waitMs: number): void;
  closed(): void;
}

/** Reads from the socket unless the conversation has paused it, or its bytes came too fast. */
function createTcpPeer({
  socket,
  address,
  clock,
  mostUnreadBytes,
  countError,
}: {
  readonly socket: Socket;
  readonly address: string;
  readonly clock: Clock;
  readonly mostUnreadBytes: number;
  readonly countError: (code: string) => void;
}): TcpPeer {
  let endedMs: number | undefined;
  let isPaused = false;
  let throttle: NodeJS.Timeout | undefined;
  const read = () => {
    if (isPaused || throttle) socket.pause();
    else socket.resume();
  };
  const setPaused = (paused: boolean) => {
    if (isPaused === paused) return;
    isPaused = paused;
    read();
  };
  return {
    address,
    get endedMs() {
      return endedMs;
    },
    send(bytes) {
      if (!socket.writable) return false;
      // a copy in the pool of buffers: a short array of its own would be given memory of its own first
      socket.write(Buffer.from(bytes));
      if (socket.writableLength > mostUnreadBytes) {
        countError('unread-replies');
        socket.destroy();
      }
      return true;
    },
    end() {
      endedMs ??= clock.now();
      socket.end();
      // what still comes is thrown away, so that the end itself is read
      isPaused = false;
      read();
    },
    destroy: () => socket.destroy(),
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    throttle(waitMs) {
      if (waitMs === 0 || throttle) return;
      throttle = setTimeout(() => {
        throttle = undefined;
        read();
      }, waitMs);
      read();
    },
    closed: () => clearTimeout(throttle),
  };
}
