import type { Socket } from 'node:net';
import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import { createAllowance } from '../allowance.ts';
import type { AddressShare } from '../listeners/address-bounds.ts';
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
): TcpConnection {
  const { clock, limits, metrics } = ingestContext;
  const framer = protocol.createFramer();
  const bytes = createAllowance(limits.connectionBytes, clock);
  const frameCount = metrics.frames.labels(protocol.name);
  const openedMs = clock.now();
  /** When a whole frame last came; silence counts from there, so that single bytes keep nothing open. */
  let frameMs: number | undefined;
  let endedMs: number | undefined;
  /** The stream cannot be followed any more; what still comes is thrown away. */
  let lost = false;
  let paused = false;
  let throttle: NodeJS.Timeout | undefined;

  const error = (code: string) => metrics.errors.inc({ protocol: protocol.name, code });
  const read = () => {
    if (paused || throttle) socket.pause();
    else socket.resume();
  };

  const peer: Peer = {
    address: socket.remoteAddress ?? '',
    send(said) {
      if (!socket.writable) return false;
      socket.write(said);
      if (socket.writableLength > limits.unreadBytes) {
        error('unread-replies');
        socket.destroy();
      }
      return true;
    },
    end() {
      endedMs ??= clock.now();
      socket.end();
      // what still comes is thrown away, so that the end itself is read
      paused = false;
      read();
    },
    destroy: () => socket.destroy(),
    pause() {
      if (paused) return;
      paused = true;
      read();
    },
    resume() {
      if (!paused) return;
      paused = false;
      read();
    },
  };
  const conversation = createConversation(protocol, transport, peer, ingestContext);

  const slowDown = () => {
    const waitMs = Math.max(bytes.waitMs(), share.bytes.waitMs());
    if (waitMs === 0 || throttle) return;
    throttle = setTimeout(() => {
      throttle = undefined;
      read();
    }, waitMs);
    read();
  };

  socket.on('data', (chunk) => {
    if (lost || endedMs !== undefined) return;
    bytes.take(chunk.length);
    share.bytes.take(chunk.length);
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
      error(framed.error?.code ?? 'frame-too-long');
      conversation.conclude();
    }
    slowDown();
  });
  socket.on('end', conversation.conclude);
  // A reset by the tracker needs no handling: 'close' follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(throttle);
    conversation.gone();
  });

  return {
    check(nowMs) {
      if (endedMs !== undefined) {
        if (nowMs - endedMs >= lingerMs) socket.destroy();
      } else if (frameMs === undefined) {
        if (nowMs - openedMs < limits.firstFrameMs) return;
        error('no-first-frame');
        socket.destroy();
      } else if (nowMs - frameMs >= protocol.idleTimeoutMs) {
        error('idle');
        socket.destroy();
      }
    },
    pause: peer.pause,
    end: peer.end,
    destroy: peer.destroy,
  };
}
