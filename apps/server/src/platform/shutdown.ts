import type { Logger } from 'pino';

/** What a server must end, in the reverse order of its beginning. */
export interface Stops {
  add(stop: () => Promise<void> | void): void;
  /** Ends everything, once; false when a part did not stop in order. */
  run(): Promise<boolean>;
}

export function createStops(log: Logger): Stops {
  const stops: (() => Promise<void> | void)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    async run() {
      let inOrder = true;
      for (let stop = stops.pop(); stop; stop = stops.pop()) {
        try {
          await stop();
        } catch (err) {
          inOrder = false;
          log.error({ err }, 'a part did not stop in order');
        }
      }
      return inOrder;
    },
  };
}

/** A stop that takes longer has something that never ends; what was accepted is written long before. */
const patienceMs = 20_000;

/** A terminal, npm and the launcher each pass the same signal on: within this time it is one. */
const sameSignalMs = 1_000;

/** SIGTERM or SIGINT ends the process with 0 after the stops. A second signal, or 20 s, ends it with 1 at once. */
export function stopOnSignal(stops: Stops, log: Logger): void {
  let stoppingSinceMs: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSinceMs = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('the stop takes too long');
      process.exit(1);
    }, patienceMs).unref();
    const inOrder = await stops.run();
    log.info('stopped');
    process.exit(inOrder ? 0 : 1);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
