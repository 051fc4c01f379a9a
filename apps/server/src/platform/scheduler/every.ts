import type { Logger } from 'pino';
import { isConnectionError, isOutOfSpace } from '../../errors/database-errors.ts';

export interface RepeatedWork {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/**
 * Does some work at once and then again and again, never twice at a time; a failure is logged and the next turn tries
 * again. Returns what stops it: it aborts the signal of the work and waits for it to end.
 */
export function every({ name, everyMs, work }: RepeatedWork, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = turn();

  async function turn(): Promise<void> {
    try {
      await work(stopping.signal);
    } catch (error) {
      if (isOutOfSpace(error)) log.warn({ job: name }, 'a job waits for space on the disk of the database');
      else if (isConnectionError(error)) log.warn({ job: name }, 'a job waits for the database');
      else log.error({ job: name, err: error }, 'a job failed');
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = turn();
    }, everyMs);
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
