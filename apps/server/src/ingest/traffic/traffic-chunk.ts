import type { Decoded, Transport } from '@atalaia/protocols/protocol';

/** Where bytes came from or went to, and how they are read; one object for as long as nothing of it changes. */
export interface TrafficSource {
  readonly protocol: string;
  readonly transport: Transport;
  /** Network address of the other side. */
  readonly address: string;
  /** What a frame contained that came at this time, ms since 1970 UTC; worked out anew. */
  decode(frame: Uint8Array, atMs: number): Decoded;
}

export interface TrafficEntry {
  /** ms since 1970 UTC. */
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  readonly source: TrafficSource;
  readonly bytes: Uint8Array;
}

/**
 * Entries one after the other in a piece of memory, so that noting one copies its bytes and allocates nothing: it happens
 * with every frame of every tracker, and nearly never does anybody look.
 */
export interface TrafficChunk {
  readonly capacity: number;
  /** False when it has no room for it. */
  add(direction: TrafficEntry['direction'], atMs: number, source: TrafficSource, bytes: Uint8Array): boolean;
  /** Oldest first. The bytes are copies. */
  entries(): TrafficEntry[];
  clear(): void;
}

/** Of each entry: the time as a float of 8 bytes, the direction in one, the length in four. */
const headerBytes = 13;

/** A chunk of this capacity takes one entry of so many bytes. */
export function capacityFor(bytes: number): number {
  return headerBytes + bytes;
}

export function createTrafficChunk(capacity: number): TrafficChunk {
  const memory = Buffer.allocUnsafeSlow(capacity);
  const sources: TrafficSource[] = [];
  let used = 0;
  return {
    capacity,
    add(direction, atMs, source, bytes) {
      if (used + headerBytes + bytes.length > capacity) return false;
      memory.writeDoubleLE(atMs, used);
      memory[used + 8] = direction === 'in' ? 1 : 0;
      memory.writeUInt32LE(bytes.length, used + 9);
      memory.set(bytes, used + headerBytes);
      used += headerBytes + bytes.length;
      sources.push(source);
      return true;
    },
    entries() {
      let at = 0;
      return sources.map((source) => {
        const start = at + headerBytes;
        const end = start + memory.readUInt32LE(at + 9);
        const entry: TrafficEntry = {
          atMs: memory.readDoubleLE(at),
          direction: memory[at + 8] === 1 ? 'in' : 'out',
          source,
          bytes: new Uint8Array(memory.subarray(start, end)),
        };
        at = end;
        return entry;
      });
    },
    clear() {
      used = 0;
      sources.length = 0;
    },
  };
}
