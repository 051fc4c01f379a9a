import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

export type FactorMethod = 'totp' | 'passkey';

/** What a person has set up; empty for who signs in with the password alone. */
export async function methodsOfUser(db: Kysely<Schema>, userId: number): Promise<FactorMethod[]> {
  const { rows } = await sql<{ method: FactorMethod }>`
    SELECT 'totp' AS method FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL
    UNION ALL SELECT 'passkey' WHERE EXISTS (SELECT FROM passkeys WHERE user_id = ${userId})`.execute(db);
  return rows.map(({ method }) => method);
}

/** Until the end of the transaction nobody else changes how this person signs in. */
export async function lockFactors(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db);
}

/** The sealed secret of his app; undefined without one in that state. */
export async function findSecret(
  db: Kysely<Schema>,
  userId: number,
  state: 'confirmed' | 'new',
): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'new' ? 'is' : 'is not', null)
    .executeTakeFirst();
  return row?.secret;
}

/** A secret that is shown and not proven yet; returns false where one is in force already. */
export async function keepNewSecret(db: Kysely<Schema>, userId: number, secret: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO second_factors (user_id, secret) VALUES (${userId}, ${secret})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0
    WHERE second_factors.confirmed_at IS NULL RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** The code of this interval was taken; false when it, or a later one, was taken before. */
export async function takeStep(
  db: Kysely<Schema>,
  userId: number,
  step: number,
  state: 'confirmed' | 'new',
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE second_factors SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    WHERE user_id = ${userId} AND last_step < ${step} AND (confirmed_at IS NULL) = ${state === 'new'}
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Returns whether there was one. */
export async function deleteSecret(db: Kysely<Schema>, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at != null;
}

export async function countRecoveryCodes(db: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** These in the place of all that he has. */
export async function replaceRecoveryCodes(
  db: Kysely<Schema>,
  userId: number,
  marks: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (marks.length === 0) return;
  const rows = marks.map((mark) => ({ user_id: userId, mark }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

/** Of several at once one takes it; false for none of his, and for one that was taken. */
export async function takeRecoveryCode(db: Kysely<Schema>, userId: number, mark: string): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('mark', '=', mark)
    .where('used_at', 'is', null)
    .returning('mark')
    .executeTakeFirst();
  return row !== undefined;
}

/** Something else than the password was shown with this session. */
export async function markSession(db: Kysely<Schema>, tokenHash: Buffer, by: string): Promise<void> {
  await db.updateTable('sessions').set({ second_factor: by }).where('token_hash', '=', tokenHash).execute();
}

/** No session of his showed what he has no longer; what a provider checked, and who opened one for another, stays. */
export async function unmarkSessions(db: Kysely<Schema>, userId: number): Promise<void> {
  const shownHere = ['totp', 'recovery', 'passkey'];
  const marked = db.updateTable('sessions').set({ second_factor: null }).where('user_id', '=', userId);
  await marked.where('second_factor', 'in', shownHere).execute();
}

/** A question is answered now; false when it was before, in whatever process. */
export async function takeAnswer(db: Kysely<Schema>, mark: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO sign_in_answers (mark, forget_at) VALUES (${mark}, now() + interval '1 hour')
    ON CONFLICT DO NOTHING RETURNING mark`.execute(db);
  return rows.length > 0;
}

/** Those whose questions are too old to be answered anyway. */
export async function forgetAnswers(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('sign_in_answers').where('forget_at', '<=', sql<string>`now()`).execute();
}
