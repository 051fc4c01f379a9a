import { LRUCache } from 'lru-cache';
import type { Bus } from '../../platform/bus/bus.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import type { IngestDevice } from '../ingest-device.ts';
import type { DeviceQueries } from './device-queries.ts';

type Found = IngestDevice | null;

/** Finds the device of a unique id. Registered devices are cached in memory; the bus reports changes. */
export interface DeviceRegistry {
  /**
   * The first registered device among the ids, or null. At once when it is known; else it is requested, together with
   * what others ask in the same tick. Waits for a database that is away; rejects once the registry stops.
   */
  find(uniqueIds: readonly string[]): Found | Promise<Found>;
  /** Increases when a cached device may have changed: who has one then looks it up again. */
  readonly version: number;
  stop(): void;
}

/** Unknown ids remembered, and for how long: a flood of strangers asks the database for each only so often. */
const mostStrangers = 20_000;
const strangerMs = 30_000;

const mostIdsAQuery = 1000;

/** The contract allows no device a longer id. */
const longestId = 128;

interface Question {
  readonly answer: Promise<Found>;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

export function createDeviceRegistry(
  queries: Pick<DeviceQueries, 'byUniqueIds'>,
  bus: Pick<Bus, 'subscribe'>,
): DeviceRegistry {
  const devices = new Map<string, IngestDevice>();
  const uniqueIdOf = new Map<number, string>();
  const strangers = new LRUCache<string, true>({ max: mostStrangers, ttl: strangerMs });
  const questions = new Map<string, Question>();
  const stopping = new AbortController();
  let asking = false;
  let version = 0;

  const unsubscribe = bus.subscribe('deviceRegistry', ({ deviceIds }) => {
    version += 1;
    strangers.clear();
    for (const id of deviceIds) {
      const uniqueId = uniqueIdOf.get(id);
      if (uniqueId !== undefined) devices.delete(uniqueId);
      uniqueIdOf.delete(id);
    }
  });

  const askNext = async () => {
    const batch = [...questions].slice(0, mostIdsAQuery);
    const versionBefore = version;
    try {
      const ids = batch.map(([id]) => id);
      const rows = await retryWhileAway(() => queries.byUniqueIds(ids), { signal: stopping.signal });
      // A device changed while this was read: the answer may be the old one.
      if (version !== versionBefore) return;
      for (const device of rows) {
        devices.set(device.uniqueId, device);
        uniqueIdOf.set(device.id, device.uniqueId);
      }
      for (const [id, question] of batch) {
        questions.delete(id);
        const device = devices.get(id);
        if (!device) strangers.set(id, true);
        question.resolve(device ?? null);
      }
    } catch (error) {
      for (const [id, question] of batch) {
        questions.delete(id);
        question.reject(error);
      }
    }
  };

  const askAll = async () => {
    asking = true;
    // The sign-ins of one tick, thousands after an outage, are one query.
    await new Promise(setImmediate);
    while (questions.size > 0) await askNext();
    asking = false;
  };

  const ask = (id: string): Promise<Found> => {
    let question = questions.get(id);
    if (!question) {
      const { promise, resolve, reject } = Promise.withResolvers<Found>();
      question = { answer: promise, resolve, reject };
      questions.set(id, question);
      if (!asking) void askAll();
    }
    return question.answer;
  };

  const known = (id: string): Found | undefined =>
    devices.get(id) ?? (!isPossible(id) || strangers.has(id) ? null : undefined);

  const findAfterAsking = async (uniqueIds: readonly string[]): Promise<Found> => {
    for (const id of uniqueIds) {
      const device = known(id) ?? (known(id) === null ? null : await ask(id));
      if (device) return device;
    }
    return null;
  };

  return {
    find(uniqueIds) {
      for (const id of uniqueIds) {
        const device = known(id);
        if (device === undefined) return findAfterAsking(uniqueIds);
        if (device) return device;
      }
      return null;
    },
    get version() {
      return version;
    },
    stop() {
      stopping.abort();
      unsubscribe();
    },
  };
}

function isPossible(id: string): boolean {
  return id.length > 0 && id.length <= longestId && !id.includes('\0') && id.isWellFormed();
}
