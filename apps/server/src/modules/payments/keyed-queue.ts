/** Work in the order in which it was given for each key, and few at a time for all. */

export interface KeyedQueue {
  /** Does the work when what was added of the same key before has ended, however it did. */
  add<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when everything that was added of a key until now has ended; at once where nothing was. */
  settled(key: string): Promise<void>;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

export function createKeyedQueue(mostAtOnce = Number.POSITIVE_INFINITY): KeyedQueue {
  const last = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    add(key, work) {
      const result = (last.get(key) ?? Promise.resolve()).then(() => run(work));
      const ended: Promise<void> = result.then(ignore, ignore).finally(() => {
        if (last.get(key) === ended) last.delete(key);
      });
      last.set(key, ended);
      return result;
    },
    settled: async (key) => last.get(key),
    idle: async () => void (await Promise.all(last.values())),
  };
}

const ignore = () => undefined;
