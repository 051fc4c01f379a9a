/**
 * The last bytes between trackers and the server, in memory and bounded (ING-09). Recording copies a frame and no more;
 * it is decoded when somebody reads it.
 */
import type { Decoded, Transport } from '@atalaia/protocols/protocol';
import type { Clock } from '../clock.ts';

export interface TrafficEntry {
  /** ms since 1970 UTC. */
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  readonly protocol: string;
  readonly transport: Transport;
  /** Network address of the other side. */
  readonly address: string;
  readonly bytes: Uint8Array;
  /** What the frame says, worked out anew; absent for what the server said. */
  readonly decode?: () => Decoded;
}

/** Whom the traffic is of: a device by its number, or a stranger by the id it gave. */
export type TrafficKey = number | string;

export interface TrafficLimits {
  readonly keptMs: number;
  /** Of all keys together; those that were silent longest give way. */
  readonly totalBytes: number;
  /** Of one key, less where very many share the total. */
  readonly keyBytes: number;
  /** Of a key that somebody looks at: from then on all of it is kept. */
  readonly watchedKeyBytes: number;
}

export interface TrafficLog {
  /** The bytes must be a copy: a view would hold the whole buffer it was read into. */
  record(key: TrafficKey, entry: TrafficEntry): void;
  /** Oldest first. Looking at a key keeps more of what comes. */
  read(key: TrafficKey): readonly TrafficEntry[];
  /** Bytes that count, of all keys. */
  readonly bytes: number;
}

/** What an entry costs beside its bytes: the object, its closure, its place; and a key the same. */
const overheadBytes = 300;
/** However many share the total. */
const leastKeyBytes = 1500;

interface Kept {
  readonly entries: TrafficEntry[];
  bytes: number;
  watchedUntilMs: number;
}

export function createTrafficLog(limits: TrafficLimits, clock: Clock): TrafficLog {
  /** In the order of being heard: a key heard again goes to the end. */
  const keys = new Map<TrafficKey, Kept>();
  let total = 0;

  const keptOf = (key: TrafficKey): Kept => {
    const known = keys.get(key);
    if (known) return known;
    const made = { entries: [], bytes: overheadBytes, watchedUntilMs: 0 };
    total += made.bytes;
    keys.set(key, made);
    return made;
  };
  const dropFirst = (kept: Kept) => {
    const first = kept.entries.shift();
    if (!first) return;
    const cost = costOf(first);
    kept.bytes -= cost;
    total -= cost;
  };
  const shorten = (kept: Kept, nowMs: number) => {
    const share = Math.min(limits.keyBytes, Math.max(leastKeyBytes, limits.totalBytes / keys.size));
    const most = kept.watchedUntilMs > nowMs ? limits.watchedKeyBytes : share;
    while (kept.bytes > most && kept.entries.length > 1) dropFirst(kept);
    for (let first = kept.entries[0]; first && first.atMs < nowMs - limits.keptMs; first = kept.entries[0]) {
      dropFirst(kept);
    }
  };
  const dropSilent = () => {
    for (const [key, { bytes }] of keys) {
      if (total <= limits.totalBytes) return;
      keys.delete(key);
      total -= bytes;
    }
  };

  return {
    record(key, entry) {
      const kept = keptOf(key);
      keys.delete(key);
      keys.set(key, kept);
      const cost = costOf(entry);
      kept.entries.push(entry);
      kept.bytes += cost;
      total += cost;
      shorten(kept, entry.atMs);
      dropSilent();
    },
    read(key) {
      const nowMs = clock.now();
      const kept = keptOf(key);
      kept.watchedUntilMs = nowMs + limits.keptMs;
      shorten(kept, nowMs);
      dropSilent();
      return [...kept.entries];
    },
    get bytes() {
      return total;
    },
  };
}

function costOf({ bytes }: TrafficEntry): number {
  return bytes.length + overheadBytes;
}
