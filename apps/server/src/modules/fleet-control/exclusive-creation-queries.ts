/** Creating what has no row yet: two exchanges that look for it at the same time would both make it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Commit } from '../../queries/commit.ts';
import type { SyncContext } from './sync-context.ts';

const waitMs = 20;
/** Somebody else may write by hand between the look and the write: it is looked again. */
const mostLooks = 3;

/**
 * Does the work in a transaction that no other exchange of the installation is in. Waits without holding a connection.
 * What the rules refuse is tried again from the start, since others may have written meanwhile; then it is thrown.
 */
export async function oneAtATime<Result>(
  { commit, signal }: Pick<SyncContext, 'commit' | 'signal'>,
  work: Parameters<typeof commit<Result>>[0],
): Promise<Result> {
  const attempt: Parameters<Commit>[0] = async (transaction, publish) => {
    const { rows } = await sql<{ isFree: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('fleet_control')) AS "isFree"`.execute(transaction);
    return rows[0]?.isFree ? { result: await work(transaction, publish) } : undefined;
  };
  for (let looks = 1; ; ) {
    try {
      const done = (await commit(attempt)) as { result: Result } | undefined;
      if (done) return done.result;
    } catch (error) {
      if (!(error instanceof AppError) || looks === mostLooks) throw error;
      looks += 1;
    }
    await sleep(waitMs * (1 + Math.random()), undefined, { signal });
  }
}
