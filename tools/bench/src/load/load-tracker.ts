import { createConnection, type Socket } from 'node:net';
import { type AnswerCounter, createAnswerCounter } from './answers.ts';
import type { FleetTracker } from './fleet.ts';
import { encodePackets, loadWires, type Packets } from './packets.ts';

/** A tracker that costs as little as it can: it writes bytes that are there and counts the answers. */
export interface LoadTracker {
  /** Opens the connection; resolves when the server has accepted the sign-in. */
  signIn(): Promise<void>;
  /** Sends the next packets, fewer when not as many are left; returns how many. */
  send(packetCount: number): number;
  /** Packets, over all connections. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly packets: Packets;
  close(): void;
}

export interface LoadTrackerParts {
  readonly packets: Packets;
  /** Makes as many more once so many were sent; without it a tracker falls silent when they are. */
  readonly morePackets?: (after: number) => Packets;
  readonly host: string;
  readonly port: number;
  /** The address it speaks from, so that ten thousand do not come from one. */
  readonly localAddress?: string;
  /** So many packets more are acknowledged; `roundTripMs` is that of the oldest of them. */
  readonly onAcknowledged: (tracker: LoadTracker, packetCount: number, roundTripMs: number) => void;
  /** The connection ended though nobody requested it, or the server answered wrongly. */
  readonly onLost: (tracker: LoadTracker, reason: Error) => void;
}

/** Packets made at one time, and when each was sent. */
interface Block {
  readonly bytes: Buffer;
  readonly sentAtMs: Float64Array;
}

const blockOf = ({ bytes, packetCount }: Packets): Block => ({
  bytes,
  sentAtMs: new Float64Array(packetCount),
});

/** Answers are some bytes long; all trackers read into one room, since each is done with it before the next. */
const readRoom = Buffer.alloc(64 * 1024);

export function createLoadTracker(parts: LoadTrackerParts): LoadTracker {
  const { packets, host, port, localAddress } = parts;
  const blocks = [blockOf(packets)];
  let socket: Socket | undefined;
  let answers: AnswerCounter | undefined;
  let onSignedIn: (() => void) | undefined;
  let sent = 0;
  let acknowledged = 0;
  let acknowledgedBefore = 0;

  function read(length: number, chunk: Uint8Array): boolean {
    if (!answers) return true;
    answers.push(chunk, length);
    if (onSignedIn && answers.signedIn) {
      onSignedIn();
      onSignedIn = undefined;
    }
    const count = acknowledgedBefore + answers.answered - acknowledged;
    if (count > 0) {
      const block = blocks[Math.floor(acknowledged / packets.packetCount)];
      const roundTripMs = performance.now() - (block?.sentAtMs[acknowledged % packets.packetCount] ?? 0);
      acknowledged += count;
      parts.onAcknowledged(tracker, count, roundTripMs);
    }
    return true;
  }

  function blockAt(index: number): Block | undefined {
    const made = blocks[index];
    if (made || !parts.morePackets) return made;
    const block = blockOf(parts.morePackets(index * packets.packetCount));
    blocks[index] = block;
    return block;
  }

  const tracker: LoadTracker = {
    packets,
    signIn() {
      // what was not acknowledged is sent again on the new connection
      sent = acknowledged;
      acknowledgedBefore = acknowledged;
      answers = createAnswerCounter(packets.protocol, packets.positionsPerPacket, acknowledged);
      return new Promise((resolve, reject) => {
        onSignedIn = resolve;
        const line = createConnection({
          host,
          port,
          ...(localAddress === undefined ? {} : { localAddress }),
          noDelay: true,
          onread: { buffer: readRoom, callback: (length, chunk) => read(length, chunk) },
        });
        socket = line;
        line.once('connect', () => line.write(packets.login));
        line.on('error', () => undefined);
        line.once('close', () => {
          if (socket !== line) return;
          socket = undefined;
          const reason = new Error(`${packets.protocol}: the connection ended`);
          reject(reason);
          parts.onLost(tracker, reason);
        });
      });
    },
    send(packetCount) {
      const before = sent;
      while (socket && sent - before < packetCount) {
        const block = blockAt(Math.floor(sent / packets.packetCount));
        if (!block) break;
        const from = sent % packets.packetCount;
        const until = Math.min(from + packetCount - (sent - before), packets.packetCount);
        block.sentAtMs.fill(performance.now(), from, until);
        socket.write(block.bytes.subarray(from * packets.packetBytes, until * packets.packetBytes));
        sent += until - from;
      }
      return sent - before;
    },
    get sent() {
      return sent;
    },
    get acknowledged() {
      return acknowledged;
    },
    close() {
      const line = socket;
      socket = undefined;
      line?.destroy();
    },
  };
  return tracker;
}

interface PacedParts {
  readonly portOffset: number;
  readonly packetCount: number;
  readonly firstFixMs: number;
  readonly localAddress?: string;
  readonly onAcknowledged?: LoadTrackerParts['onAcknowledged'];
  /** Throws when absent. */
  readonly onLost?: LoadTrackerParts['onLost'];
}

/** A tracker of the fleet whose packets hold one position each, a second apart. */
export function createPacedTracker(
  { protocol, uniqueId }: FleetTracker,
  { portOffset, packetCount, firstFixMs, onAcknowledged, onLost, ...parts }: PacedParts,
): LoadTracker {
  return createLoadTracker({
    ...parts,
    packets: encodePackets({
      ...{ protocol, uniqueId, packetCount, firstFixMs },
      ...{ positionsPerPacket: 1, stepMs: 1000 },
    }),
    host: '127.0.0.1',
    port: loadWires[protocol].port + portOffset,
    onAcknowledged: onAcknowledged ?? (() => undefined),
    onLost:
      onLost ??
      ((_tracker, reason) => {
        throw reason;
      }),
  });
}
