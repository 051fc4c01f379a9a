/** What goes to the provider, one after another for each customer, and few at a time for all. */

export interface SendQueue {
  /** Does the work when what was ordered of the same before has ended; resolves when it has. */
  order(what: string, work: () => Promise<void>): Promise<void>;
  /** When everything that was ordered of it until now has ended; at once where nothing was. */
  settled(what: string): Promise<void>;
  /** Starts nothing more, and waits for what has begun. */
  stop(): Promise<void>;
}

export function createSendQueue(mostAtOnce: number, onFailure: (error: unknown) => void): SendQueue {
  const last = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isStopped = false;

  async function run(work: () => Promise<void>): Promise<void> {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      if (!isStopped) await work();
    } catch (error) {
      onFailure(error);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    order(what, work) {
      const mine: Promise<void> = (last.get(what) ?? Promise.resolve())
        .then(() => run(work))
        .finally(() => {
          if (last.get(what) === mine) last.delete(what);
        });
      last.set(what, mine);
      return mine;
    },
    settled: async (what) => last.get(what),
    async stop() {
      isStopped = true;
      await Promise.all(last.values());
    },
  };
}
