import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Protocol } from '@atalaia/protocols/protocol';
import { LRUCache } from 'lru-cache';
import { trackerPortRefusal } from '../../errors/config-error.ts';
import { type Conversation, createConversation } from '../connection/conversation.ts';
import type { IngestContext } from '../connection/ingest-context.ts';
import type { AddressShare } from './address-bounds.ts';
import type { Listener } from './listener.ts';

export interface UdpListenerParts {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly ingestContext: IngestContext;
}

/** Datagrams of one peer that wait for its tracker to be looked up or in the queue; a tracker sends again what is not acknowledged. */
const mostWaiting = 32;

interface UdpPeer {
  readonly conversation: Conversation;
  readonly share: AddressShare;
}

/** Listens for datagrams of one protocol: each is one frame, and each peer has a session of its own for a while. */
export async function listenUdp({
  protocol,
  host,
  port,
  ingestContext,
}: UdpListenerParts): Promise<Listener> {
  const { metrics, limits } = ingestContext;
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  let closed = false;
  const frameCount = metrics.frames.labels(protocol.name);
  const error = (code: string) => metrics.errors.inc({ protocol: protocol.name, code });
  /** Those with datagrams that wait. */
  const waiting = new Set<string>();
  let made: LRUCache<string, UdpPeer> | undefined;
  /** Made for the first that sends: it has places for all from then on, which take 2 MB for each protocol. */
  const peers = () => {
    made ??= new LRUCache<string, UdpPeer>({
      max: limits.udpPeers,
      ttl: protocol.idleTimeoutMs,
      updateAgeOnGet: true,
      perf: { now: ingestContext.clock.now },
      dispose({ conversation, share }, key) {
        share.leave();
        conversation.peerClosed();
        waiting.delete(key);
      },
    });
    return made;
  };

  const meet = (address: string, peerPort: number, key: string): UdpPeer | undefined => {
    const share = ingestContext.addressBounds.enter(address);
    if (!share) return undefined;
    const forget = () => peers().delete(key);
    const conversation = createConversation(
      protocol,
      'udp',
      {
        address,
        send(bytes) {
          if (!closed) socket.send(bytes, peerPort, address);
          return !closed;
        },
        end: forget,
        destroy: forget,
        // A datagram sender cannot be slowed down: a few of each peer wait, and what comes beyond is dropped, unanswered.
        pause: () => {
          if (peers().has(key)) waiting.add(key);
        },
        resume: () => waiting.delete(key),
      },
      ingestContext,
    );
    const peer = { conversation, share };
    peers().set(key, peer);
    return peer;
  };

  socket.on('message', (datagram, { address, port: peerPort }) => {
    frameCount.inc();
    if (datagram.length > protocol.maxFrameBytes) return error('frame-too-long');
    const key = `${address} ${peerPort}`;
    const peer = peers().get(key) ?? meet(address, peerPort, key);
    if (!peer) return error('too-many-connections');
    const { conversation, share } = peer;
    if (share.bytes.waitMs() > 0) return error('too-many-bytes');
    share.bytes.take(datagram.length);
    const hasRoom = waiting.has(key)
      ? conversation.backlog < mostWaiting
      : waiting.size < limits.waitingPeers;
    if (!hasRoom) return error('no-room');
    conversation.receive([datagram]);
  });
  await new Promise<void>((resolve, reject) => {
    const failed = (cause: unknown) => reject(trackerPortRefusal(cause, protocol.name, 'udp', port));
    socket.once('error', failed);
    socket.bind({ address: host, port }, () => {
      socket.off('error', failed);
      resolve();
    });
  });
  // An answer that cannot be delivered is lost; the tracker sends again.
  socket.on('error', () => error('send-failed'));

  return {
    address: { protocol: protocol.name, transport: 'udp', host, port: socket.address().port },
    check: () => made?.purgeStale(),
    // whoever sends a datagram notices nothing
    leave: async () => undefined,
    pause: () => socket.removeAllListeners('message'),
    close() {
      closed = true;
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}
