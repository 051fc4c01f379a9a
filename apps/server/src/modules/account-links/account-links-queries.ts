import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
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

/**
 * A new link. An invitation ends the one from before; a reset does not, since any stranger asks for one. Its mail is marked as
 * leaving, where it goes by mail.
 */
export async function insertLink(
  db: Kysely<Schema>,
  link: {
    readonly tokenHash: Buffer;
    readonly userId: number;
    readonly kind: LinkKind;
    readonly hours: number;
    readonly isMailed: boolean;
    /** Who made an invitation. */
    readonly authorId?: number;
  },
): Promise<string> {
  if (link.kind === 'invitation') {
    const earlier = db.deleteFrom('account_links').where('user_id', '=', link.userId);
    await earlier.where('kind', '=', link.kind).execute();
  }
  const row = await db
    .insertInto('account_links')
    .values({
      ...{ token_hash: link.tokenHash, user_id: link.userId, kind: link.kind },
      expires_at: sql<string>`now() + make_interval(hours => ${link.hours})`,
      author_id: link.authorId ?? null,
      leaving_since: link.isMailed ? sql<string>`now()` : null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
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

/** Those that ended a week ago: until then they are told from links that never were. */
export async function forgetLinks(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('expires_at', '<', sql<string>`now() - interval '7 days'`)
    .execute();
}
