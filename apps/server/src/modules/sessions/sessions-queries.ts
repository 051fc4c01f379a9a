import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Publish } from '../../queries/commit.ts';
import type { UserRow } from '../../visibility/caller.ts';
import { actorManagesUser } from '../../visibility/visible.ts';

/** The account may sign in: neither disabled nor expired (ROLE-02). */
const inForce = sql<boolean>`(NOT users.disabled AND (users.expiration_time IS NULL OR users.expiration_time > now()))`;

/** What the whole installation is bound by binds each user too; an administrator by neither (see `route-access.ts`). */
const boundFlags = [
  sql<boolean>`users.readonly OR server_settings.readonly`.as('bound_readonly'),
  sql<boolean>`users.device_readonly OR server_settings.device_readonly`.as('bound_device_readonly'),
  sql<boolean>`users.limit_commands OR server_settings.limit_commands`.as('bound_limit_commands'),
] as const;

interface BoundFlags {
  readonly bound_readonly: boolean;
  readonly bound_device_readonly: boolean;
  readonly bound_limit_commands: boolean;
}

function asBound({
  bound_readonly,
  bound_device_readonly,
  bound_limit_commands,
  ...user
}: UserRow & BoundFlags): UserRow {
  return {
    ...user,
    readonly: bound_readonly,
    device_readonly: bound_device_readonly,
    limit_commands: bound_limit_commands,
  };
}

/** Attributes of the server's settings that are on and ask a profile for a second factor. */
const askingAttributes = sql<string[]>`ARRAY(
  SELECT key FROM jsonb_each(server_settings.attributes) WHERE key LIKE 'secondFactor%' AND value = 'true'::jsonb)`;

export async function readAskingAttributes(db: Kysely<Schema>): Promise<readonly string[]> {
  const row = await db
    .selectFrom('server_settings')
    .select(askingAttributes.as('asking'))
    .executeTakeFirstOrThrow();
  return row.asking;
}

/** `session`: by signing in, prolonged by use. `token`: made by the one who is signed in, for a program; ends at the instant given. */
export type SessionKind = 'session' | 'token';

export interface SessionUser {
  readonly user: UserRow;
  /** When the session ends unless it is used, ISO 8601. */
  readonly expiresAt: string;
  readonly kind: SessionKind;
  /** Null for everything that the user may. */
  readonly scopes: readonly string[] | null;
  /** What was shown beside the password; null for the password alone. */
  readonly secondFactor: string | null;
  /** As `readAskingAttributes`. */
  readonly asking: readonly string[];
  /** Somebody else opened it, to look through this user's eyes. */
  readonly isDelegated: boolean;
  /** Nobody noted its use for a minute. */
  readonly isUseUnknown: boolean;
}

interface SessionRow extends UserRow, BoundFlags {
  readonly session_token_hash: Buffer;
  readonly session_expires_at: string;
  readonly session_kind: string;
  readonly session_scopes: readonly string[] | null;
  readonly session_second_factor: string | null;
  readonly server_asking: readonly string[];
  readonly session_use_unknown: boolean;
  readonly session_delegated: boolean;
}

/** By name: every request asks, and a plan that is kept must not change its columns when a newer release adds one. */
const userColumnNames: Readonly<Record<keyof UserRow, true>> = {
  ...{ id: true, customer_id: true, name: true, email: true, login: true, password_hash: true, phone: true },
  ...{ latitude: true, longitude: true, zoom: true, twelve_hour_format: true, coordinate_format: true },
  ...{ map: true, company_id: true },
  ...{ poi_layer: true, disabled: true, administrator: true, readonly: true, device_readonly: true },
  ...{ limit_commands: true, expiration_time: true, device_limit: true, user_limit: true, attributes: true },
  ...{ created_at: true, desk_role: true, fixed_email: true, temporary: true, email_vouched: true },
};
const userColumns = sql.raw(
  Object.keys(userColumnNames)
    .map((name) => `users.${name}`)
    .join(', '),
);

/** Of a session `s` that a user opened for another: he still may, and what he opened it with is not over. */
const openerMay = sql<boolean>`(EXISTS (
    SELECT FROM users AS a JOIN users AS u ON u.id = s.user_id WHERE a.id = s.opener_id AND ${actorManagesUser})
  AND (s.opener_hash IS NULL OR EXISTS (
    SELECT FROM sessions AS opener WHERE opener.token_hash = s.opener_hash AND opener.expires_at > now())))`;

/**
 * Finds the user of a session by its token's hash, when both it and his account are in force. Requests that come in one turn
 * of the loop are looked up by one statement: of twenty at once each would wait for nineteen others' answers.
 */
export function createSessionLookup(
  db: Kysely<Schema>,
): (tokenHash: Buffer) => Promise<SessionUser | undefined> {
  let asked = new Map<string, Buffer>();
  let found: Promise<ReadonlyMap<string, SessionUser>> | undefined;
  return async (tokenHash) => {
    const key = tokenHash.toString('base64url');
    asked.set(key, tokenHash);
    found ??= nextTurn().then(() => {
      const hashes = [...asked.values()];
      [asked, found] = [new Map(), undefined];
      return findSessions(db, hashes);
    });
    return (await found).get(key);
  };
}

async function findSessions(
  db: Kysely<Schema>,
  tokenHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, SessionUser>> {
  const { rows } = await sql<SessionRow>`${prepared}
    SELECT ${userColumns}, ${sql.join(boundFlags)}, sessions.token_hash AS session_token_hash,
      sessions.expires_at AS session_expires_at,
      sessions.kind AS session_kind, sessions.scopes AS session_scopes, sessions.second_factor AS session_second_factor,
      ${askingAttributes} AS server_asking,
      sessions.last_used_at IS NULL OR sessions.last_used_at < now() - interval '1 minute' AS session_use_unknown,
      sessions.opener_id IS NOT NULL AS session_delegated
    FROM sessions JOIN users ON users.id = sessions.user_id CROSS JOIN server_settings
    WHERE sessions.token_hash = ANY(${tokenHashes}::bytea[]) AND sessions.expires_at > now() AND ${inForce}
      AND (sessions.opener_id IS NULL OR EXISTS (
        SELECT FROM sessions AS s WHERE s.token_hash = sessions.token_hash AND ${openerMay}))`.execute(db);
  return new Map(rows.map((row) => [row.session_token_hash.toString('base64url'), sessionUserOf(row)]));
}

function sessionUserOf(row: SessionRow): SessionUser {
  const { session_token_hash: _, session_expires_at: expiresAt, session_kind, session_scopes, ...more } = row;
  const { session_use_unknown, session_delegated, session_second_factor, ...others } = more;
  const { server_asking: asking, ...user } = others;
  return {
    user: asBound(user),
    expiresAt,
    kind: session_kind === 'token' ? 'token' : 'session',
    scopes: session_scopes,
    secondFactor: session_second_factor,
    asking,
    isDelegated: session_delegated,
    isUseUnknown: session_use_unknown,
  };
}

/** Notes that a request came with it; of several processes at once one notes it. */
export async function noteUse(db: Kysely<Schema>, tokenHash: Buffer): Promise<void> {
  await sql`
    UPDATE sessions SET last_used_at = now()
    WHERE token_hash = ${tokenHash} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`.execute(
    db,
  );
}

/** Whoever signs in by this e-mail or login, case and blanks around it ignored. */
export async function findUserByName(db: Kysely<Schema>, name: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('sign_in_names', 'sign_in_names.user_id', 'users.id')
    .selectAll('users')
    .where('sign_in_names.name', '=', sql<string>`lower(${name.trim()}::text)`)
    .executeTakeFirst();
}

/** A user whose account is in force. */
export async function findUserInForce(db: Kysely<Schema>, userId: number): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('server_settings', (join) => join.onTrue())
    .selectAll('users')
    .select(boundFlags)
    .where('users.id', '=', userId)
    .where(inForce)
    .executeTakeFirst();
  return row && asBound(row);
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  /** Days from now, or the instant it ends. */
  readonly until: number | Date;
  readonly kind?: SessionKind;
  readonly secondFactor?: string | null;
  /** Sealed. */
  readonly idToken?: string | null;
  readonly address: string;
  readonly userAgent: string | null;
  readonly name?: string | null;
  readonly scopes?: readonly string[] | null;
  /** Who opened it for another, and the session that he did it with. */
  readonly opener?: { readonly userId: number; readonly tokenHash: Buffer | null };
}

export async function insertSession(db: Kysely<Schema>, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      kind: session.kind ?? 'session',
      second_factor: session.secondFactor ?? null,
      id_token: session.idToken ?? null,
      expires_at:
        typeof session.until === 'number'
          ? sql<string>`now() + make_interval(days => ${session.until})`
          : session.until,
      address: session.address,
      user_agent: session.userAgent?.slice(0, 255) ?? null,
      name: session.name ?? null,
      scopes: session.scopes ? [...session.scopes] : null,
      opener_id: session.opener?.userId ?? null,
      opener_hash: session.opener?.tokenHash ?? null,
    })
    .execute();
}

/**
 * Whether an account is in force, and the session that its owner came with, if any, is there: until the end of the transaction
 * nobody takes either away.
 */
export async function holdSignedIn(
  db: Kysely<Schema>,
  userId: number,
  tokenHash: Buffer | undefined,
): Promise<boolean> {
  const user = db.selectFrom('users').select('id').where('id', '=', userId).where(inForce).forShare();
  if (!(await user.executeTakeFirst())) return false;
  if (!tokenHash) return true;
  const session = db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash).forKeyShare();
  return (await session.executeTakeFirst()) !== undefined;
}

/** Sealed; of a session that did not come from a provider there is none. */
export async function findIdToken(db: Kysely<Schema>, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('id_token')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.id_token ?? undefined;
}

export async function prolongSession(db: Kysely<Schema>, tokenHash: Buffer, days: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: sql<string>`now() + make_interval(days => ${days})` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** The sessions and tokens of a user that are in force, the newest first. */
export async function listSessions(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'kind', 'token_hash', 'created_at', 'expires_at', 'address', 'user_agent'])
    .select(['name', 'scopes', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one of a user's own; returns its hash, undefined when he has no such. */
export async function deleteOwnSession(
  db: Kysely<Schema>,
  userId: number,
  id: number,
): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash;
}

/** Ends a token that a user made for a program; returns whether it was one of his. */
export async function deleteOwnToken(
  db: Kysely<Schema>,
  userId: number,
  tokenHash: Buffer,
): Promise<boolean> {
  const kind: SessionKind = 'token';
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends those of a user's sessions; of tokens made for programs none. Returns the hashes of those that ended. */
export async function deleteSignedInSessions(
  db: Kysely<Schema>,
  userId: number,
  tokenHashes: readonly Buffer[],
): Promise<Buffer[]> {
  const kind: SessionKind = 'session';
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', 'in', tokenHashes)
    .returning('token_hash')
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

/** Ends the sessions that ran out, and those of accounts that are disabled or expired. */
export async function deleteEndedSessions(db: Kysely<Schema>): Promise<Ended[]> {
  const rows = await db
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.user_id')
    .where((where) => where.or([where('sessions.expires_at', '<=', sql<string>`now()`), where.not(inForce)]))
    .returning(['sessions.user_id', 'sessions.token_hash'])
    .execute();
  return rows.map(({ user_id, token_hash }) => ({ userId: user_id, tokenHash: token_hash }));
}

interface Ended {
  readonly userId: number;
  readonly tokenHash: Buffer;
}

function publishEnded(publish: Publish, ended: readonly Ended[]): void {
  for (const { userId, tokenHash } of ended)
    publish('signedOut', { userId, tokenHash: tokenHash.toString('base64url') });
}

/**
 * Ends the sessions of a user in the transaction that takes his password or his account from him, and those that he opened
 * for others; one of his own may be kept, by its token's hash (base64url). Live connections close once it is committed.
 */
export async function endSessionsOf(
  within: Kysely<Schema>,
  publish: Publish,
  userIds: number | readonly number[],
  exceptTokenHash?: string,
): Promise<void> {
  const except = exceptTokenHash === undefined ? undefined : Buffer.from(exceptTokenHash, 'base64url');
  const ids = [userIds].flat();
  const { rows } = await sql<Ended>`
    DELETE FROM sessions WHERE opener_id = ANY(${ids}::integer[])
      OR user_id = ANY(${ids}::integer[]) AND token_hash IS DISTINCT FROM ${except ?? null}::bytea
    RETURNING user_id AS "userId", token_hash AS "tokenHash"`.execute(within);
  publishEnded(publish, rows);
  await endUnfounded(within, publish);
}

/**
 * In the transaction that changes whether a user is administrator: nobody who signed in before is one by it, and nobody looks
 * through an administrator's eyes who opened that as he was none.
 */
export async function endSessionsByRights(
  within: Kysely<Schema>,
  publish: Publish,
  userId: number,
  isAdministrator: boolean,
): Promise<void> {
  if (isAdministrator) return endSessionsOf(within, publish, userId);
  const { rows } = await sql<Ended>`
    DELETE FROM sessions WHERE user_id = ${userId} AND opener_id IS NOT NULL
    RETURNING user_id AS "userId", token_hash AS "tokenHash"`.execute(within);
  publishEnded(publish, rows);
  await endUnfounded(within, publish);
}

/**
 * Ends sessions that somebody opened for another and may no longer, or with a session that is over; and so those that were
 * opened with these. After every write that may be the cause.
 */
export async function endUnfounded(within: Kysely<Schema>, publish: Publish): Promise<void> {
  for (;;) {
    const { rows } = await sql<Ended>`
      DELETE FROM sessions AS s WHERE s.opener_id IS NOT NULL AND NOT ${openerMay}
      RETURNING s.user_id AS "userId", s.token_hash AS "tokenHash"`.execute(within);
    if (rows.length === 0) return;
    publishEnded(publish, rows);
  }
}
