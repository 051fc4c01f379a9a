import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { UserRow } from '../../visibility/caller.ts';

/** A person as a provider knows him. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** Until the end of the transaction nobody else finds out whose account this subject is. */
export async function lockSubject(db: Kysely<Schema>, { issuer, subject }: Subject): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`openid ${issuer} ${subject}`}, 0))`.execute(db);
}

/** Whose account it is; his use of it is noted. */
export async function useIdentity(
  db: Kysely<Schema>,
  { issuer, subject }: Subject,
  label: string,
): Promise<number | undefined> {
  const row = await db
    .updateTable('openid_identities')
    .set({ last_used_at: sql<string>`now()`, label })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** False where the subject is another account's, or the account another subject's. */
export async function insertIdentity(
  db: Kysely<Schema>,
  identity: Subject & { readonly userId: number; readonly label: string; readonly isUsed: boolean },
): Promise<boolean> {
  const { issuer, subject, userId, label, isUsed } = identity;
  const { rows } = await sql`
    INSERT INTO openid_identities (issuer, subject, user_id, label, last_used_at)
    VALUES (${issuer}, ${subject}, ${userId}, ${label}, CASE WHEN ${isUsed}::boolean THEN now() END)
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(db);
  return rows.length > 0;
}

export async function findIdentityOf(db: Kysely<Schema>, userId: number, issuer: string) {
  return db
    .selectFrom('openid_identities')
    .select(['label', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
}

/** Whether there was one. */
export async function deleteIdentityOf(db: Kysely<Schema>, userId: number, issuer: string): Promise<boolean> {
  const row = await db
    .deleteFrom('openid_identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose e-mail this is, in force or not; a login of the same letters is none. Nobody else changes him meanwhile. */
export async function lockUserByEmail(db: Kysely<Schema>, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT u.* FROM users AS u JOIN sign_in_names AS n ON n.user_id = u.id
    WHERE n.name = lower(${email}::text) AND lower(u.email) = n.name FOR NO KEY UPDATE OF u`.execute(db);
  return rows[0];
}

/** Locked until the end of the transaction; in force when neither disabled nor expired. */
export async function lockUserOf(
  db: Kysely<Schema>,
  id: number,
): Promise<(UserRow & { readonly in_force: boolean }) | undefined> {
  const { rows } = await sql<UserRow & { in_force: boolean }>`
    SELECT u.*, NOT u.disabled AND (u.expiration_time IS NULL OR u.expiration_time > now()) AS in_force
    FROM users AS u WHERE u.id = ${id} FOR NO KEY UPDATE`.execute(db);
  return rows[0];
}

const arrivalLasts = sql`interval '5 minutes'`;

export async function insertArrival(db: Kysely<Schema>, mark: Buffer, sealed: string): Promise<void> {
  await sql`
    INSERT INTO openid_arrivals (mark, sealed, forget_at)
    VALUES (${mark}, ${sealed}, now() + ${arrivalLasts})`.execute(db);
}

export async function findArrival(db: Kysely<Schema>, mark: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('openid_arrivals')
    .select('sealed')
    .where('mark', '=', mark)
    .where('forget_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return row?.sealed;
}

/** It is taken once; false when it was before, in whatever process. */
export async function takeArrival(db: Kysely<Schema>, mark: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('openid_arrivals')
    .where('mark', '=', mark)
    .returning('mark')
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetArrivals(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('openid_arrivals').where('forget_at', '<=', sql<string>`now()`).execute();
}
