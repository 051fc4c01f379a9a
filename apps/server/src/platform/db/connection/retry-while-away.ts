import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionError } from '../../../errors/database-errors.ts';

export interface RetryOptions {
  /** Ends the waiting: the last error is thrown. */
  readonly signal?: AbortSignal;
  /** Gives up, with the last error, when the database has been away this long. Forever when absent. */
  readonly forMs?: number;
  /** Called before each wait. */
  readonly onWait?: (error: unknown, waitMs: number) => void;
}

const firstWaitMs = 25;
const longestWaitMs = 1000;

/**
 * Does `work`, and does it again as long as the database is away. Any other error is thrown at once. A connection may
 * end between a commit and its answer, so `work` must be safe to do twice.
 */
export async function retryWhileAway<Result>(
  work: () => Promise<Result>,
  options: RetryOptions = {},
): Promise<Result> {
  const { signal, forMs = Number.POSITIVE_INFINITY, onWait } = options;
  const untilMs = Date.now() + forMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || signal?.aborted || Date.now() + waitMs > untilMs) throw error;
      onWait?.(error, waitMs);
      // an abort ends the wait early; the next attempt then throws the last error
      await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined);
    }
  }
}
