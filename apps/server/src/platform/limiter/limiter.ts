/** The one queue of work in the server; p-queue keeps the order, this adds the bound and giving up while waiting. */
import PQueue from 'p-queue';

/** So many pieces of work run at once; the others wait in the order in which they came. */
export interface Limiter {
  /**
   * Does the work in its turn. Who waits leaves the queue when the signal ends, and the signal's reason is thrown; work
   * that has started keeps its place until it has ended. Throws the bound's refusal when too many wait.
   */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Waits for a turn and returns how to end it: for work that hands out its results one by one. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** How many may wait beside those that run, and what the next one is refused with. */
export interface WaitingBound {
  readonly most: number;
  readonly refusal: () => Error;
}

export function createLimiter(atOnce: number, bound?: WaitingBound): Limiter {
  const queue = new PQueue({ concurrency: atOnce });

  async function run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (bound && queue.pending >= atOnce && queue.size >= bound.most) throw bound.refusal();
    return addTo(queue, work, signal);
  }

  return {
    run,
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const turn = Promise.withResolvers<void>();
        const hold = () => {
          resolve(turn.resolve);
          return turn.promise;
        };
        run(hold, signal).catch(reject);
      }),
  };
}

/** Work of one key runs in the order in which it was given; so many pieces run at once of all keys. */
export interface KeyedLimiter {
  /** Does the work when what was given of the same key before has ended, however it did. */
  run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Resolves when everything that was given of a key until now has ended; at once where nothing was. */
  settled(key: string): Promise<void>;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

export function createKeyedLimiter(atOnce = Number.POSITIVE_INFINITY): KeyedLimiter {
  const all = new PQueue({ concurrency: atOnce });
  const keys = new Map<string, PQueue>();

  function queueOf(key: string): PQueue {
    const known = keys.get(key);
    if (known) return known;
    const queue = new PQueue({ concurrency: 1 });
    queue.addEventListener('idle', () => keys.delete(key), { once: true });
    keys.set(key, queue);
    return queue;
  }

  return {
    run: (key, work, signal) => addTo(queueOf(key), () => all.add(work), signal),
    settled: async (key) => keys.get(key)?.add(async () => undefined),
    idle: async () => void (await Promise.all([...keys.values()].map((queue) => queue.onIdle()))),
  };
}

/** p-queue frees the place of a running piece when its signal ends, so its own signal is about the waiting alone. */
function addTo<Result>(queue: PQueue, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return queue.add(work) as Promise<Result>;
  const waiting = new AbortController();
  const giveUp = () => waiting.abort(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  const done = queue.add(
    () => {
      signal.removeEventListener('abort', giveUp);
      return work();
    },
    { signal: waiting.signal },
  );
  return done as Promise<Result>;
}
