import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { mostAttempts } from '../../platform/outbound/delivery-back-off.ts';
import type { UserRow } from '../../visibility/caller.ts';
import { actorManagesUser } from '../../visibility/visible.ts';

export type LinkKind = 'reset' | 'invitation';

/** Whoever signs in by this e-mail or login and is in force; case and blanks around it ignored. */
export async function findByName(db: Kysely<Schema>, name: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT u.* FROM users AS u JOIN sign_in_names AS n ON n.user_id = u.id
    WHERE n.name = lower(${name.trim()}::text) AND NOT u.disabled
      AND (u.expiration_time IS NULL OR u.expiration_time > now())`.execute(db);
  return rows[0];
}

/** How long a link of each kind holds. */
export const linkHours: Readonly<Record<LinkKind, number>> = { reset: 1, invitation: 7 * 24 };

/** A new invitation: it ends the one from before. Its mail is marked as leaving, where it leaves at once. */
export async function insertInvitation(
  db: Kysely<Schema>,
  link: {
    readonly tokenHash: Buffer;
    readonly userId: number;
    readonly mail: 'none' | 'leaves' | 'waits';
    /** Who made it. */
    readonly authorId: number;
  },
): Promise<string> {
  const earlier = db.deleteFrom('account_links').where('user_id', '=', link.userId);
  await earlier.where('kind', '=', 'invitation').execute();
  const row = await db
    .insertInto('account_links')
    .values({
      ...{ token_hash: link.tokenHash, user_id: link.userId, kind: 'invitation', author_id: link.authorId },
      expires_at: sql<string>`now() + make_interval(hours => ${linkHours.invitation})`,
      leaving_since: link.mail === 'leaves' ? sql<string>`now()` : null,
      mail_state: mailStates[link.mail],
      mail_due_at: link.mail === 'waits' ? sql<string>`now()` : null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

const mailStates = { none: null, leaves: 'leaving', waits: 'waiting' } as const;

/** Somebody asks for a link, by a name of whoever it may be: a reset ends no link from before, since any stranger asks for one. */
export async function askReset(
  db: Kysely<Schema>,
  asked: { readonly tokenHash: Buffer; readonly name: string; readonly address: string },
): Promise<void> {
  await db
    .insertInto('account_links')
    .values({
      ...{ token_hash: asked.tokenHash, kind: 'reset', asked_name: asked.name, asked_from: asked.address },
      expires_at: sql<string>`now() + make_interval(hours => ${linkHours.reset})`,
    })
    .execute();
}

/** The next that was asked for and whose account is not looked up yet; no other process takes it until the end of the transaction. */
export async function takeAsked(db: Kysely<Schema>) {
  const { rows } = await sql<{ tokenHash: Buffer; name: string; address: string }>`
    SELECT token_hash AS "tokenHash", asked_name AS name, asked_from AS address FROM account_links
    WHERE asked_name IS NOT NULL AND expires_at > now() ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(
    db,
  );
  return rows[0];
}

/** The mail of what was asked for waits from now on, or it is gone where nobody is sent one. */
export async function endAsked(db: Kysely<Schema>, tokenHash: Buffer, userId?: number): Promise<void> {
  if (userId === undefined)
    await db.deleteFrom('account_links').where('token_hash', '=', tokenHash).execute();
  else
    await sql`
      UPDATE account_links SET user_id = ${userId}, asked_name = NULL, asked_from = NULL, mail_state = 'waiting', mail_due_at = now()
      WHERE token_hash = ${tokenHash}`.execute(db);
}

/**
 * Marks the next mail that is due as leaving, those that somebody asked for before invitations. Its link is made now, with this token, and holds from now on: the one from before
 * was never told to anybody. `tries` counts this one too.
 */
export async function claimMail(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<{ readonly tries: number; readonly kind: LinkKind } | undefined> {
  const { rows } = await sql<{ tries: number; kind: LinkKind }>`
    UPDATE account_links SET token_hash = ${tokenHash},
      expires_at = now() + make_interval(hours => CASE kind WHEN 'reset' THEN ${linkHours.reset}::int ELSE ${linkHours.invitation} END),
      mail_state = 'leaving', leaving_since = now(), mail_due_at = NULL, mail_error = NULL, mail_tries = mail_tries + 1
    WHERE token_hash = (
      SELECT token_hash FROM account_links
      WHERE mail_state = 'waiting' AND mail_due_at <= now() AND expires_at > now()
      ORDER BY kind DESC, mail_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING mail_tries AS tries, kind`.execute(db);
  return rows[0];
}

/** Those that were claimed and certainly did not leave, with a try less. */
export async function giveBackMails(db: Kysely<Schema>, tokenHashes: readonly Buffer[]): Promise<void> {
  await sql`
    UPDATE account_links SET mail_state = 'waiting', mail_due_at = now(), mail_tries = mail_tries - 1
    WHERE token_hash = ANY(${tokenHashes}::bytea[]) AND mail_state = 'leaving'`.execute(db);
}

/** How the mail of a link ended, while it counts as leaving; answers whether it did. */
export async function endMail(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  end: {
    readonly state: 'sent' | 'failed' | 'unsure' | 'waiting';
    readonly error?: string;
    readonly dueMs?: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_links')
    .set({
      mail_state: end.state,
      mail_error: end.error ?? null,
      mail_due_at: end.dueMs === undefined ? null : new Date(end.dueMs).toISOString(),
    })
    .where('token_hash', '=', tokenHash)
    .where('mail_state', '=', 'leaving')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Mails that a process had begun which ended meanwhile may have left; those that found no mail service in time did not. Whoever
 * asked for one himself waits for it: another is sent, beside the first, which opens as much.
 */
export async function endOverdueMails(
  db: Kysely<Schema>,
  forgottenMs: number,
): Promise<
  readonly {
    readonly userId: number;
    readonly kind: LinkKind;
    readonly state: 'failed' | 'unsure';
    readonly error: string;
  }[]
> {
  const { rows } = await sql<{ userId: number; kind: LinkKind; state: 'failed' | 'unsure'; error: string }>`
    WITH ended AS (
      UPDATE account_links SET mail_due_at = NULL,
        mail_state = CASE mail_state WHEN 'leaving' THEN 'unsure' ELSE 'failed' END,
        mail_error = CASE mail_state WHEN 'leaving' THEN 'interrupted' ELSE 'expired' END
      WHERE mail_state = 'leaving' AND leaving_since < now() - ${forgottenMs} * interval '1 ms'
        OR mail_state = 'waiting' AND expires_at <= now()
      RETURNING *
    ), again AS (
      INSERT INTO account_links (token_hash, user_id, kind, expires_at, mail_state, mail_due_at, mail_tries)
      SELECT sha256(uuid_send(gen_random_uuid())), user_id, kind, expires_at, 'waiting', now(), mail_tries FROM ended
      WHERE kind = 'reset' AND mail_state = 'unsure' AND mail_tries < ${mostAttempts} AND expires_at > now()
    )
    SELECT user_id AS "userId", kind, mail_state AS state, mail_error AS error FROM ended
    WHERE NOT (kind = 'reset' AND mail_state = 'unsure' AND mail_tries < ${mostAttempts} AND expires_at > now())`.execute(
    db,
  );
  return rows;
}

/** With whose it is; `isInForce` false once it was used or is too old, his account is not in force, or its author may invite him no longer. */
export async function findLink(db: Kysely<Schema>, tokenHash: Buffer, lock?: 'lock') {
  const { rows } = await sql<{
    kind: LinkKind;
    userId: number;
    expiresAt: string;
    isInForce: boolean;
  }>`
    SELECT l.kind, l.user_id AS "userId", l.expires_at AS "expiresAt",
      l.used_at IS NULL AND l.expires_at > now() AND NOT u.disabled
        AND (u.expiration_time IS NULL OR u.expiration_time > now())
        AND (l.author_id IS NULL OR EXISTS (SELECT FROM users AS a WHERE a.id = l.author_id AND ${actorManagesUser}))
        AS "isInForce"
    FROM account_links AS l JOIN users AS u ON u.id = l.user_id
    WHERE l.token_hash = ${tokenHash} ${lock ? sql`FOR UPDATE OF l, u` : sql``}`.execute(db);
  return rows[0];
}

export async function readUser(db: Kysely<Schema>, id: number): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** All links of the account are used by it, as by every change of how it is signed in to. */
export async function setPassword(db: Kysely<Schema>, id: number, password_hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
}

/** Those that ended a week ago: until then they are told from links that never were. What was only asked for goes as it ends. */
export async function forgetLinks(db: Kysely<Schema>): Promise<void> {
  await sql`
    DELETE FROM account_links WHERE expires_at < now() - interval '7 days'
      OR asked_name IS NOT NULL AND expires_at <= now()`.execute(db);
}
