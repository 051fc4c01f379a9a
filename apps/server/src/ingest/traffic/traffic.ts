import type { Clock } from '../clock.ts';
import {
  capacityFor,
  createTrafficChunk,
  type TrafficChunk,
  type TrafficEntry,
  type TrafficSource,
} from './traffic-chunk.ts';

/** The last bytes between trackers and the server, in memory and bounded (ING-09). */
/** Whom the traffic is of: a device by its number, or a stranger by the id it gave. */
export type TrafficKey = number | string;

interface TrafficLimits {
  readonly retentionMs: number;
  /** Of all keys together; those that were silent long give way. */
  readonly totalBytes: number;
  /** Of one key: at least half of it is its newest traffic. Less where very many share the total. */
  readonly keyBytes: number;
  /** Of a key that a person is watching: from then on. */
  readonly watchedKeyBytes: number;
}

interface TrafficLog {
  record(
    key: TrafficKey,
    direction: TrafficEntry['direction'],
    atMs: number,
    source: TrafficSource,
    bytes: Uint8Array,
  ): void;
  /** Oldest first. Looking at a key keeps more of what comes. */
  read(key: TrafficKey): TrafficEntry[];
  /** Memory taken, of all keys. */
  readonly bytes: number;
}

/** Two chunks: when the current one is full, the other is cleared and takes its place. */
interface KeyTraffic {
  current: TrafficChunk | undefined;
  before: TrafficChunk | undefined;
  bytes: number;
  /** Since keys were last looked over. */
  isRecent: boolean;
  watchedUntilMs: number;
}

const leastChunkBytes = 512;
/** So much of the total is shared out, so that those who share it fit in at their ease. */
const sharedOut = 0.75;
/** A longer frame, of a phone's stored week, is not noted. */
const longestEntryBytes = 64 * 1024;
/** What a key costs beside its chunks. */
const keyOverheadBytes = 300;

export function createTrafficLog(limits: TrafficLimits, clock: Clock): TrafficLog {
  const keys = new Map<TrafficKey, KeyTraffic>();
  let total = 0;

  const trafficOf = (key: TrafficKey): KeyTraffic => {
    const known = keys.get(key);
    if (known) return known;
    const made: KeyTraffic = {
      current: undefined,
      before: undefined,
      bytes: keyOverheadBytes,
      isRecent: true,
      watchedUntilMs: 0,
    };
    total += made.bytes;
    keys.set(key, made);
    return made;
  };
  const grow = (traffic: KeyTraffic, bytes: number) => {
    traffic.bytes += bytes;
    total += bytes;
  };
  const chunkBytes = (traffic: KeyTraffic, atMs: number) => {
    if (traffic.watchedUntilMs > atMs) return limits.watchedKeyBytes / 2;
    const share = (limits.totalBytes * sharedOut) / keys.size - keyOverheadBytes;
    // grows from little, so that thousands who come at once do not each begin with all that a few may have
    const grown = traffic.current ? 2 * traffic.current.capacity : leastChunkBytes;
    return Math.floor(Math.min(grown, Math.max(leastChunkBytes, Math.min(share, limits.keyBytes) / 2)));
  };
  /** The chunk that takes an entry of so many bytes: the other one, or a new one where that has not the right size. */
  const nextChunk = (traffic: KeyTraffic, atMs: number, entryBytes: number): TrafficChunk => {
    const capacity = chunkBytes(traffic, atMs);
    const other = traffic.before;
    const isRight =
      other && other.capacity >= entryBytes && other.capacity >= capacity && other.capacity < 2 * capacity;
    if (isRight) other.clear();
    else if (other) grow(traffic, -other.capacity);
    const next = isRight ? other : createTrafficChunk(Math.max(capacity, entryBytes));
    if (!isRight) grow(traffic, next.capacity);
    traffic.before = traffic.current;
    traffic.current = next;
    return next;
  };
  /** Goes round the keys: a key used since the last round stays, another is dropped. */
  const makeRoom = () => {
    for (const [key, traffic] of keys) {
      if (total <= limits.totalBytes) return;
      keys.delete(key);
      if (traffic.isRecent) {
        traffic.isRecent = false;
        keys.set(key, traffic);
      } else total -= traffic.bytes;
    }
  };

  return {
    record(key, direction, atMs, source, bytes) {
      if (bytes.length > longestEntryBytes) return;
      const traffic = trafficOf(key);
      traffic.isRecent = true;
      if (traffic.current?.add(direction, atMs, source, bytes)) return;
      nextChunk(traffic, atMs, capacityFor(bytes.length)).add(direction, atMs, source, bytes);
      makeRoom();
    },
    read(key) {
      const nowMs = clock.now();
      const traffic = trafficOf(key);
      traffic.isRecent = true;
      traffic.watchedUntilMs = nowMs + limits.retentionMs;
      const entries = [traffic.before, traffic.current].flatMap((chunk) => chunk?.entries() ?? []);
      makeRoom();
      return entries.filter(({ atMs }) => atMs >= nowMs - limits.retentionMs);
    },
    get bytes() {
      return total;
    },
  };
}

/** Strangers have a log of their own, so that a flood of made-up ids drives out no device's. */
export interface Traffic {
  readonly devices: TrafficLog;
  readonly strangers: TrafficLog;
  /** Hears each frame as it is noted; the bytes are those of the socket, to be copied. Returns how to stop. */
  watch(listener: TrafficListener): () => void;
}

type TrafficListener = (...frame: Parameters<TrafficLog['record']>) => void;

const megabyte = 1024 * 1024;
const retentionMs = 15 * 60_000;

export function createTraffic(clock: Clock): Traffic {
  const limits = { retentionMs, keyBytes: 16 * 1024, watchedKeyBytes: 128 * 1024 };
  const listeners = new Set<TrafficListener>();
  const watched = (log: TrafficLog): TrafficLog => ({
    read: log.read,
    record(key, direction, atMs, source, bytes) {
      log.record(key, direction, atMs, source, bytes);
      for (const listener of listeners) listener(key, direction, atMs, source, bytes);
    },
    get bytes() {
      return log.bytes;
    },
  });
  return {
    devices: watched(createTrafficLog({ ...limits, totalBytes: 96 * megabyte }, clock)),
    strangers: watched(createTrafficLog({ ...limits, totalBytes: 2 * megabyte }, clock)),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
