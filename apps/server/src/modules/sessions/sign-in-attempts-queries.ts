/**
 * Failed attempts to sign in, counted in the database: two processes together allow no more guesses than one. A row is
 * found by a digest, so that what somebody typed into the wrong field is not kept. And the new hash of a password that was right.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { UserRow } from '../../visibility/caller.ts';

export interface AttemptRule {
  /** Failures that cost nothing. */
  readonly free: number;
  /** The wait after the first failure beyond them, doubled with each one more. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Without a failure for this long, all is forgotten. */
  readonly forgetAfterMs: number;
}

/** What an attempt is counted by: the account with a browser or with an address, the account, the address; see `SignInLimits`. */
export interface AttemptKey extends AttemptRule {
  readonly kind: 'device' | 'pair' | 'newcomer' | 'account' | 'network';
  readonly digest: Buffer;
}

export function attemptDigest(...words: readonly string[]): Buffer {
  return createHash('sha256').update(words.join('\0')).digest();
}

/** An account is known to a browser or an address for so long after it was last signed in to from there. */
const knownDays = 90;

/** So many rows at most are kept after a cleaning; those that would be forgotten first go first. */
const mostRows = 500_000;

const listOf = <Item>(keys: readonly AttemptKey[], read: (key: AttemptKey) => Item) => keys.map(read);

export interface Judgement {
  /** How long these must still wait, ms; 0 when they may try, and then the attempt is counted as a failure. */
  readonly waitMs: number;
  /** Those that it was judged and counted by. */
  readonly counted: readonly AttemptKey['kind'][];
}

/** An address that tried an account less often is a newcomer there. */
const newcomersTries = 2;

/** The key by which who asks is known: of his browser, or else of his address. */
export async function knownAmong(
  db: Kysely<Schema>,
  keys: readonly AttemptKey[],
): Promise<AttemptKey | undefined> {
  const own = keys.filter(({ kind }) => kind === 'device' || kind === 'pair');
  const { rows } = await sql<{ key: Buffer }>`
    SELECT key FROM sign_in_attempts
    WHERE key = ANY(${listOf(own, ({ digest }) => digest)}::bytea[]) AND is_known`.execute(db);
  return own.find(({ digest }) => rows.some(({ key }) => key.equals(digest)));
}

/** Whether `knowPair` noted it, and not too long ago. */
export async function isKnownPair(db: Kysely<Schema>, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`SELECT FROM sign_in_attempts WHERE key = ${digest} AND is_known`.execute(db);
  return rows.length > 0;
}

/**
 * Counts an attempt by the keys of its lane, or by none when one of them must wait. Rows are made first and then locked in
 * one order, so that attempts side by side count one after the other, in whatever process.
 */
export async function countAttempt(db: Kysely<Schema>, keys: readonly AttemptKey[]): Promise<Judgement> {
  const digests = listOf(keys, ({ digest }) => digest);
  const forgetAfterMs = listOf(keys, (key) => key.forgetAfterMs);
  await sql`
    INSERT INTO sign_in_attempts (key, failures, last_at, forget_at)
    SELECT key, 0, now(), now() + forget_ms * interval '1 ms'
    FROM unnest(${digests}::bytea[], ${forgetAfterMs}::float8[]) AS one (key, forget_ms) ORDER BY key
    ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<Judgement>`
    WITH held AS MATERIALIZED (
      SELECT key, failures, last_at, is_known, clock_timestamp() AS at FROM sign_in_attempts
      WHERE key = ANY(${digests}::bytea[]) ORDER BY key FOR UPDATE
    ), one AS (
      SELECT one.*, held.at, held.last_at, held.is_known,
        CASE WHEN held.last_at + one.forget_ms * interval '1 ms' <= held.at THEN 0 ELSE held.failures END AS failures
      FROM unnest(${digests}::bytea[], ${listOf(keys, ({ kind }) => kind)}::text[],
        ${listOf(keys, ({ free }) => free)}::integer[], ${listOf(keys, (key) => key.firstWaitMs)}::float8[],
        ${listOf(keys, (key) => key.longestWaitMs)}::float8[], ${forgetAfterMs}::float8[]
      ) AS one (key, kind, free, first_ms, longest_ms, forget_ms) JOIN held USING (key)
    ), lane AS (
      SELECT CASE WHEN bool_or(is_known AND kind = 'device') THEN ARRAY['device']
        WHEN bool_or(is_known AND kind = 'pair') THEN ARRAY['pair']
        WHEN bool_or(kind = 'pair' AND failures < ${newcomersTries}) THEN ARRAY['pair', 'newcomer', 'network']
        ELSE ARRAY['pair', 'account', 'network'] END AS kinds
      FROM one
    ), judged AS (
      SELECT one.key, one.kind, one.failures, one.forget_ms, one.at, greatest(0, CASE WHEN one.failures < one.free THEN 0
        ELSE least(one.first_ms * 2 ^ least(one.failures - one.free, 60), one.longest_ms)
          - extract(epoch FROM one.at - one.last_at) * 1000 END) AS wait_ms
      FROM one WHERE one.kind = ANY((SELECT kinds FROM lane)::text[])
    ), counted AS (
      UPDATE sign_in_attempts AS row SET last_at = judged.at, failures = 1 + judged.failures,
        forget_at = greatest(row.forget_at, judged.at + judged.forget_ms * interval '1 ms')
      FROM judged WHERE row.key = judged.key AND (SELECT max(wait_ms) FROM judged) = 0
    )
    SELECT (SELECT coalesce(max(wait_ms), 0)::float8 FROM judged) AS "waitMs",
      (SELECT coalesce(json_agg(kind), '[]') FROM judged) AS counted`.execute(db);
  return rows[0] ?? { waitMs: 0, counted: [] };
}

/**
 * The attempt came to no judgement, or was right: of those it was counted by one failure less. What was never wrong is not
 * kept, of all that were looked at.
 */
export async function forgiveAttempt(
  db: Kysely<Schema>,
  counted: readonly Buffer[],
  seen: readonly Buffer[],
): Promise<void> {
  await sql`
    WITH held AS MATERIALIZED (
      SELECT key, greatest(0, failures - (key = ANY(${counted}::bytea[]))::integer) AS failures, is_known
      FROM sign_in_attempts WHERE key = ANY(${seen}::bytea[]) ORDER BY key FOR UPDATE
    ), spent AS (
      DELETE FROM sign_in_attempts AS row USING held
      WHERE row.key = held.key AND held.failures = 0 AND NOT held.is_known
    )
    UPDATE sign_in_attempts AS row SET failures = held.failures
    FROM held WHERE row.key = held.key AND (held.failures > 0 OR held.is_known)`.execute(db);
}

/**
 * The account was signed in to from there: its failures from there are forgotten, and it is known there from now on. Whether it
 * was before.
 */
export async function knowPair(db: Kysely<Schema>, digest: Buffer, days = knownDays): Promise<boolean> {
  const { rows } = await sql<{ wasKnown: boolean }>`
    WITH before AS (SELECT is_known FROM sign_in_attempts WHERE key = ${digest})
    INSERT INTO sign_in_attempts (key, failures, last_at, is_known, forget_at)
    VALUES (${digest}, 0, now(), true, now() + make_interval(days => ${days}))
    ON CONFLICT (key) DO UPDATE SET failures = 0, is_known = true, forget_at = excluded.forget_at
    RETURNING coalesce((SELECT is_known FROM before), false) AS "wasKnown"`.execute(db);
  return rows[0]?.wasKnown ?? false;
}

/** Deletes what is forgotten, and what is too much. */
export async function deleteOldAttempts(db: Kysely<Schema>, most = mostRows): Promise<void> {
  await sql`
    DELETE FROM sign_in_attempts WHERE forget_at <= now() OR key IN (
      SELECT key FROM sign_in_attempts ORDER BY forget_at
      LIMIT greatest(0, (SELECT count(*) FROM sign_in_attempts) - ${most}::bigint))`.execute(db);
}

/** Changes nothing where the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Kysely<Schema>,
  { id, password_hash: before }: UserRow,
  password_hash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .execute();
}
