import type { Pool, PoolClient } from 'pg';
import { isConflict, isConnectionError } from '../../../errors/database-errors.ts';

/** Reads for one report. It holds a connection only while it reads, never while somebody takes the rows. */
export interface ReportDatabase {
  /** Everything within is of one moment. Throws when the report was given up, and then its query has been ended too. */
  read<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
}

/** `cancels` is a pool of its own: a report is given up when all other connections are at work. */
export interface ReportPools {
  readonly reading: Pool;
  readonly cancels: Pool;
}

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/**
 * What a replica gives up, since what it replays is in the way ("conflict with recovery"), or cannot read now, is read from
 * the primary, once.
 */
export function createReportDatabase(
  primary: ReportPools,
  signal: AbortSignal,
  replica?: ReportPools,
): ReportDatabase {
  return {
    async read(work) {
      if (!replica) return readFrom(primary, work);
      try {
        return await readFrom(replica, work);
      } catch (error) {
        if (signal.aborted || !(isConflict(error) || isConnectionError(error))) throw error;
        return readFrom(primary, work);
      }
    },
  };

  async function readFrom<Result>(
    { reading, cancels }: ReportPools,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const client = await reading.connect();
    const cancel = () => {
      // it may have come to its end meanwhile: then there is nothing to cancel
      cancels.query('SELECT pg_cancel_backend($1)', [pidOf(client)]).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    let isBroken = false;
    try {
      signal.throwIfAborted();
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      isBroken = true;
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      // a cancellation that comes late must not meet somebody else's query
      client.release(isBroken || signal.aborted);
    }
  }
}

/** Number of the process that serves a connection; `pg` has it and does not say so in its types. */
function pidOf(client: PoolClient): number {
  return (client as PoolClient & { readonly processID: number }).processID;
}
