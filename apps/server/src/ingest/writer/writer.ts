import type { Pool, PoolClient } from 'pg';
import { type CommitAllParts, commitAll } from './commit-all.ts';
import { type CommitParts, commitBatch } from './commit-batch.ts';
import type { Entry } from './entry.ts';
import type { RetryHints } from './plan.ts';

/** One transaction takes so many entries at most: more would hold the event loop for longer than 10 ms. */
export const mostEntriesABatch = 1000;

/** A transaction that is not answered by then never will be, ms: the server itself ends a statement after 30 s. */
const answerPatienceMs = 45_000;

/** Batches begin this far apart, ms, so that a busy server commits some hundred entries at once; an idle one at once. */
const defaultIntervalMs = 5;

export interface WriterParts extends Omit<CommitAllParts, 'commit' | 'onAway'>, CommitParts {
  readonly pool: Pool;
  /** As `CommitAllParts`' own; the transaction that failed was begun at this moment of `performance.now`. */
  onAway(error: unknown, begunMs: number): Promise<boolean>;
  /** The entries of this device go into batches of their own. */
  isApart(deviceId: number): boolean;
  /** How long a transaction took, from working it out to its commit. */
  onCommitTime(seconds: number): void;
  /** See `defaultIntervalMs`. */
  readonly leastIntervalMs?: number;
}

/** Somebody waits for it: it does not wait for more to come. */
const raisesAlarm = (entry: Entry): boolean =>
  entry.kind === 'position' && entry.position.attributes.alarm !== undefined;

/** Commits entries in the order they came, one transaction at a time. */
export interface Writer {
  push(entry: Entry): void;
  /** Entries not settled yet. */
  readonly pending: number;
  /** How long the transaction under way has waited for its end, ms; 0 without one. */
  readonly waitedMs: number;
  /** Resolves when everything pushed is settled. What is under way when the signal aborts is cut off. */
  finish(giveUp: AbortSignal): Promise<void>;
}

export function createWriter(parts: WriterParts): Writer {
  const { leastIntervalMs = defaultIntervalMs } = parts;
  const connection = createWriterConnection(parts.pool, () => {
    parts.states.forgetAll();
    parts.positionNumbers.drop();
    parts.eventNumbers.drop();
  });
  let queue: Entry[] = [];
  let underWay = 0;
  let scheduled = false;
  /** Set while the next batch waits for its time; cleared to begin it at once. */
  let timer: NodeJS.Timeout | undefined;
  let isUrgent = false;
  let lastStartMs = Number.NEGATIVE_INFINITY;
  let commitStartMs: number | undefined;
  let lastCommitStartMs = Number.NEGATIVE_INFINITY;
  let idle: (() => void)[] = [];

  const commitOn = async (client: PoolClient, entries: readonly Entry[], retryHints: RetryHints) => {
    const patience = setTimeout(connection.discard, answerPatienceMs);
    const startMs = performance.now();
    try {
      return await commitBatch(client, entries, retryHints, parts);
    } finally {
      clearTimeout(patience);
      parts.onCommitTime((performance.now() - startMs) / 1000);
    }
  };

  const allParts: CommitAllParts = {
    ...parts,
    async commit(entries, retryHints) {
      commitStartMs = lastCommitStartMs = performance.now();
      try {
        return await commitOn(await connection.get(), entries, retryHints);
      } finally {
        commitStartMs = undefined;
      }
    },
    onAway(error) {
      connection.discard();
      return parts.onAway(error, lastCommitStartMs);
    },
  };

  const commitNext = async () => {
    scheduled = false;
    timer = undefined;
    isUrgent = false;
    lastStartMs = performance.now();
    const batch = queue.length > mostEntriesABatch ? queue.splice(0, mostEntriesABatch) : queue;
    if (batch === queue) queue = [];
    underWay = batch.length;
    const settled: Entry[] = [];
    const settle: WriterParts['onSettled'] = (entry, settlement) => {
      settled.push(entry);
      try {
        parts.onSettled(entry, settlement);
      } catch (error) {
        parts.onFault(error);
      }
    };
    try {
      if (!(await commitAll(batchesOf(batch, parts), { ...allParts, onSettled: settle }))) {
        const abandoned = queue;
        queue = [];
        for (const entry of abandoned) settle(entry, 'abandoned');
      }
    } catch (error) {
      // nothing that fails here may stop the writer: who waits sends again
      parts.onFault(error);
      const unsettled = new Set(batch);
      for (const entry of settled) unsettled.delete(entry);
      for (const entry of unsettled) settle(entry, 'abandoned');
    }
    underWay = 0;
    if (queue.length > 0) schedule();
    else {
      for (const resolve of idle) resolve();
      idle = [];
    }
  };

  const schedule = () => {
    if (underWay > 0 || (scheduled && !(isUrgent && timer))) return;
    clearTimeout(timer);
    timer = undefined;
    scheduled = true;
    const isDue = isUrgent || queue.length >= mostEntriesABatch;
    const waitMs = isDue ? 0 : lastStartMs + leastIntervalMs - performance.now();
    if (waitMs > 0) timer = setTimeout(commitNext, waitMs);
    else setImmediate(commitNext);
  };

  return {
    push(entry) {
      queue.push(entry);
      isUrgent ||= raisesAlarm(entry);
      schedule();
    },
    get pending() {
      return queue.length + underWay;
    },
    get waitedMs() {
      return commitStartMs === undefined ? 0 : performance.now() - commitStartMs;
    },
    async finish(giveUp) {
      giveUp.addEventListener('abort', connection.end);
      if (queue.length + underWay > 0) await new Promise<void>((resolve) => idle.push(resolve));
      connection.end();
    },
  };
}

/** One batch of all devices but those that go apart, and one of each of those. */
function batchesOf(
  entries: readonly Entry[],
  { isApart }: Pick<WriterParts, 'isApart'>,
): readonly (readonly Entry[])[] {
  const batches = Map.groupBy(entries, ({ device: { id } }) => (isApart(id) ? id : undefined));
  return [...batches.values()];
}

/** One connection of the pool, a writer's own for as long as it lives, with its statements prepared. */
interface WriterConnection {
  /** The connection, a new one when the last was lost. Rejects when none can be had. */
  get(): Promise<PoolClient>;
  /** Closes it: the writer ends, or whatever failed on it may still be under way. */
  discard(): void;
  /** The same, and no other follows: whoever waits for one is refused. */
  end(): void;
}

/** `onDiscard`: what was read on the connection need not hold on the next one. */
function createWriterConnection(pool: Pool, onDiscard: () => void): WriterConnection {
  let current: PoolClient | undefined;
  let isOver = false;
  const over = Promise.withResolvers<never>();
  // what waits for a connection is notified; without one nobody does
  over.promise.catch(() => undefined);
  const discard = () => {
    const client = current;
    current = undefined;
    if (!client) return;
    client.release(true);
    onDiscard();
  };
  return {
    async get() {
      if (current) return current;
      const connecting = pool.connect();
      const client = await Promise.race([connecting, over.promise]).catch((error: unknown) => {
        connecting.then((late) => late.release(true)).catch(() => undefined);
        throw error;
      });
      if (isOver) {
        client.release(true);
        throw new Error('the writer ends');
      }
      // While it is out of the pool its 'error' must be handled here; unhandled, it would end the process.
      client.on('error', () => {
        if (current === client) discard();
      });
      current = client;
      return client;
    },
    discard,
    end() {
      isOver = true;
      over.reject(new Error('the writer ends'));
      discard();
    },
  };
}
