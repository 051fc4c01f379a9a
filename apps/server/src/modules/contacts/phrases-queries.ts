import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

const windowMinutes = 15;
/** Wrong ones within the window: of one person about a customer, and of all people about him. */
const mostOfOne = 5;
const mostOfAll = 20;

/** Seconds until the person may try again; 0 where he may. The customer's row is locked before. */
export async function secondsToWait(db: Kysely<Schema>, customerId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    WITH wrong AS (
      SELECT at, user_id = ${userId} AS mine, row_number() OVER (PARTITION BY user_id ORDER BY at DESC) AS of_one,
        row_number() OVER (ORDER BY at DESC) AS of_all
      FROM phrase_checks
      WHERE customer_id = ${customerId} AND is_wrong AND at > now() - ${windowMinutes} * interval '1 minute'
    )
    SELECT coalesce(ceil(extract(epoch FROM max(at) + ${windowMinutes} * interval '1 minute' - now())), 0)::int AS seconds
    FROM wrong WHERE (mine AND of_one = ${mostOfOne}) OR of_all = ${mostOfAll}`.execute(db);
  return rows[0]?.seconds ?? 0;
}

export async function noteCheck(
  db: Kysely<Schema>,
  customerId: number,
  userId: number,
  isWrong: boolean,
): Promise<void> {
  await sql`
    INSERT INTO phrase_checks (customer_id, user_id, is_wrong) VALUES (${customerId}, ${userId}, ${isWrong})`.execute(
    db,
  );
}
