import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { KeyedRequest } from '../../queries/idempotency.ts';

type Key = Pick<KeyedRequest, 'userId' | 'key'>;

/** How long a key is remembered, in PostgreSQL's words. */
const rememberedFor = '1 day';

export function findKey(db: Kysely<Schema>, { userId, key }: Key) {
  return db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Whether a person has so many keys that are remembered. */
export async function hasKeys(db: Kysely<Schema>, userId: number, count: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM idempotency_keys WHERE user_id = ${userId} OFFSET ${count - 1} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Drops the oldest answers, of one person or of all, so that each has at most so many bytes of them. The keys stay: what
 * comes again is still not done again, and is answered that its answer is not known.
 */
export async function dropOldAnswers(db: Kysely<Schema>, bytes: number, userId?: number): Promise<void> {
  await sql`
    UPDATE idempotency_keys AS held SET answer = NULL FROM (
      SELECT user_id, key,
        sum(octet_length(answer)) OVER (PARTITION BY user_id ORDER BY created_at DESC, key) AS so_far
      FROM idempotency_keys
      WHERE answer IS NOT NULL AND ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}
    ) AS one
    WHERE held.user_id = one.user_id AND held.key = one.key AND one.so_far > ${bytes}`.execute(db);
}

/** `answer` is sealed. */
export async function keepAnswer(db: Kysely<Schema>, { userId, key }: Key, answer: string): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

export async function forgetOldKeys(db: Kysely<Schema>): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - ${rememberedFor}::interval`.execute(db);
}
