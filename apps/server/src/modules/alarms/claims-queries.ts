/** Who works on a vehicle's alarms: claims change in one statement with their alarms and lines of history. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { alarmColumns, seesAlarm, seesAlarmByKey, seesOpenAlarms } from '../../visibility/alarm-columns.ts';
import { seenGroups, type Viewer } from '../../visibility/visible.ts';
import { watchersAmong } from '../../visibility/watchers.ts';

/** Who did it: a person from an address, or the server. */
export interface Actor {
  readonly userId: number | null;
  readonly userName: string | null;
  readonly address: string | null;
}

export interface Claimant {
  readonly userId: number;
  readonly userName: string;
}

/** Values of a line of history but its alarm, time and details. */
export const actorColumns = ({ userId, userName, address }: Actor) =>
  sql`${userId}::int, ${userName}::text, ${address}::text`;

/** Of a claim that becomes nobody's. */
export const freedColumns = sql`user_id = NULL, user_name = NULL, claimed_at = NULL, acted_at = NULL, asked_at = NULL, in_call = false`;

/** The alarm goes to the holder's clock: the deadline to close it counts from the opening, or goes on where it stood. */
const claimedColumns = sql`version = a.version + 1, due_at = a.close_due_at,
  first_claimed_at = coalesce(a.first_claimed_at, now()), first_claimed_by = coalesce(a.first_claimed_by, claimed.user_id), team_id = NULL`;

/** How many free ones are looked at before it is asked which devices the person sees at all: mostly his is among them. */
const firstLook = 100;

/** The most urgent alarm that nobody holds and the person sees, claimed with all of its vehicle; undefined where none is. */
export async function claimNext(
  db: Kysely<Schema>,
  viewer: Viewer,
  claimant: Claimant,
  actor: Actor,
): Promise<{ readonly id: number; readonly changed: readonly number[] } | undefined> {
  // by the index, past what is held: those may be many, and nobody needs to know whether he sees them
  const free = sql`SELECT * FROM alarms AS a WHERE a.closed_at IS NULL AND a.pending_until IS NULL
    AND (SELECT c.user_id FROM alarm_claims AS c WHERE c.subject = a.subject) IS NULL ORDER BY a.severity, a.due_at, a.id`;
  const first = sql`${free} LIMIT ${firstLook}`;
  return (
    (await claimFirst(db, viewer, claimant, actor, first, seesAlarmByKey(viewer))) ??
    (await claimFirst(db, viewer, claimant, actor, free, await seesOpenAlarms(db, viewer)))
  );
}

async function claimFirst(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userName }: Claimant,
  actor: Actor,
  among: RawBuilder<unknown>,
  sees: RawBuilder<unknown>,
): Promise<{ readonly id: number; readonly changed: readonly number[] } | undefined> {
  const { rows } = await sql<{ id: number; first: number }>`
    WITH RECURSIVE ${seenGroups(viewer)}, next AS MATERIALIZED (
      SELECT a.id, a.subject FROM (${among}) AS a JOIN alarm_claims AS c ON c.subject = a.subject
      WHERE c.user_id IS NULL AND ${isForHim(viewer.userId)} AND ${sees}
      ORDER BY a.severity, a.due_at, a.id LIMIT 1 FOR UPDATE OF c SKIP LOCKED
    ), ${claiming(wantedBy(sql`SELECT subject FROM next`, { userId: viewer.userId, userName }, actor), nextDetails)}
    SELECT changed.id, next.id AS first FROM changed, next`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const changed = rows.map(({ id }) => id);
  // closed in the moment between being found and being taken: its vehicle's other alarms are his
  return { id: changed.includes(row.first) ? row.first : row.id, changed };
}

/** Whether one of the team to which the alarm `a` was handed is on duty. */
const isTeamOnDuty = sql`EXISTS (
  SELECT FROM desk_teams AS t JOIN desk_presence AS p ON p.user_id = ANY(t.user_ids)
  WHERE t.id = a.team_id AND p.state = 'on' AND p.seen_at > now() - interval '1 minute')`;

/** What was handed to a team waits for its people, while one of them is on duty. */
function isForHim(userId: number): RawBuilder<unknown> {
  return sql`(a.team_id IS NULL OR NOT ${isTeamOnDuty} OR EXISTS (SELECT FROM desk_teams AS t WHERE t.id = a.team_id AND ${userId} = ANY(t.user_ids)))`;
}

/** Gives a vehicle, whose claim is locked, to a person; the open alarms. */
export async function claimSubject(
  db: Kysely<Schema>,
  subject: number,
  claimant: Claimant,
  actor: Actor,
  line: { readonly action: string; readonly details: Readonly<Record<string, unknown>> },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ${claiming(
      wantedBy(sql`SELECT ${subject}::bigint AS subject`, claimant, actor),
      JSON.stringify(line.details),
      line.action,
    )}
    SELECT id FROM changed`.execute(db);
  return rows.map(({ id }) => id);
}

const nextDetails = '{"next": true}';

/** Whether an open alarm of the claim `c` has a procedure whose step to be done now is a call (DESK-05). */
const goesOnWithCall = sql`EXISTS (
  SELECT FROM alarms AS a JOIN procedure_versions AS v ON v.procedure_id = a.procedure_id AND v.number = a.procedure_version
  LEFT JOIN LATERAL (SELECT l.next_kind FROM alarm_steps AS l WHERE l.alarm_id = a.id ORDER BY l.number DESC LIMIT 1) AS last ON true
  WHERE a.subject = c.subject AND a.closed_at IS NULL AND a.pending_until IS NULL
    AND CASE WHEN last IS NULL THEN v.steps -> 0 ->> 'kind' ELSE last.next_kind END = 'call')`;

/** Which vehicles who wants. */
const wantedBy = (subjects: RawBuilder<unknown>, { userId, userName }: Claimant, actor: Actor) => sql`
  SELECT of.subject, ${userId}::int AS user_id, ${userName}::text AS user_name, ${actor.userId}::int AS actor_id,
    ${actor.userName}::text AS actor_name, ${actor.address}::text AS address FROM (${subjects}) AS of`;

/**
 * Claims vehicles whose claims are locked, but none of whose alarms is open any more: its next one would be born claimed. What
 * closes an alarm holds its claim until it is done; it may have been done since this statement began, so that whether one
 * is open is asked of its locked row.
 */
function claiming(wanted: RawBuilder<unknown>, details: string, action = 'claim'): RawBuilder<unknown> {
  return sql`wanted AS MATERIALIZED (${wanted}), open AS MATERIALIZED (
      SELECT a.subject FROM alarms AS a WHERE a.subject IN (SELECT subject FROM wanted) AND a.closed_at IS NULL
      ORDER BY a.id FOR NO KEY UPDATE
    ), claimed AS (
      UPDATE alarm_claims AS c SET user_id = wanted.user_id, user_name = wanted.user_name, claimed_at = now(), acted_at = now(),
        asked_at = NULL, in_call = c.in_call OR ${goesOnWithCall}
      FROM wanted WHERE c.subject = wanted.subject AND c.subject IN (SELECT subject FROM open)
      RETURNING wanted.*, c.claimed_at, c.asked_at
    ), changed AS (
      UPDATE alarms AS a SET ${claimedColumns} FROM claimed
      WHERE a.subject = claimed.subject AND a.closed_at IS NULL AND a.pending_until IS NULL RETURNING a.*
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address, details)
      SELECT changed.id, ${action}, actor_id, actor_name, claimed.address, ${details}::jsonb
      FROM changed JOIN claimed USING (subject)
    ), duty AS (${takersOnDuty})`;
}

/** Who takes an alarm himself is on duty from then on (SHIFT-01); in the order in which others lock the same rows. */
const takersOnDuty = sql`
  INSERT INTO desk_presence (user_id, state)
  SELECT DISTINCT user_id, 'on' FROM claimed WHERE actor_id = user_id AND NOT EXISTS (
    SELECT FROM desk_presence AS p WHERE p.user_id = claimed.user_id AND p.state = 'on'
      AND p.seen_at > now() - interval '1 minute')
  ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE SET seen_at = now(), state = 'on',
    state_at = CASE WHEN desk_presence.state = 'on' THEN desk_presence.state_at ELSE now() END`;

/** A vehicle that nobody holds, by its most urgent alarm. */
export interface FreeAlarm {
  readonly id: number;
  readonly subject: number;
  /** Null where it is about no vehicle. */
  readonly deviceId: number | null;
  /** It was handed to these, one of whom is on duty; null where it is anybody's. */
  readonly onlyUserIds: readonly number[] | null;
  readonly isMassFault: boolean;
}

/** A free one with those, of the people asked about, who see its vehicle. */
export interface FreeAlarmSeen extends FreeAlarm {
  readonly seenBy: readonly number[];
}

/** The most urgent ones that nobody holds, whoever sees them: the index is walked, past what is held. */
export async function findFree(
  db: Kysely<Schema>,
  most: number,
  userIds: readonly number[],
): Promise<readonly FreeAlarmSeen[]> {
  const watchers = watchersAmong(sql`ARRAY(SELECT device_id FROM free WHERE device_id IS NOT NULL)`, userIds);
  const { rows } = await sql<FreeAlarmSeen>`${prepared}
    WITH RECURSIVE free AS MATERIALIZED (
      SELECT a.id, a.subject, a.device_id, a.kind, a.team_id, a.severity, a.due_at
      FROM alarms AS a WHERE a.closed_at IS NULL AND a.pending_until IS NULL
        AND (SELECT c.user_id FROM alarm_claims AS c WHERE c.subject = a.subject) IS NULL
      ORDER BY a.severity, a.due_at, a.id LIMIT ${most}
    ), ${watchers.sets}, seen AS (
      SELECT "deviceId", array_agg("userId") AS "userIds" FROM (${watchers.rows}) AS one GROUP BY "deviceId"
    )
    SELECT a.id, a.subject, a.device_id AS "deviceId", a.kind = 'massFault' AS "isMassFault",
      CASE WHEN a.team_id IS NOT NULL AND ${isTeamOnDuty}
        THEN (SELECT to_jsonb(t.user_ids) FROM desk_teams AS t WHERE t.id = a.team_id) END AS "onlyUserIds",
      coalesce(seen."userIds", '{}') AS "seenBy"
    FROM free AS a LEFT JOIN seen ON seen."deviceId" = a.device_id ORDER BY a.severity, a.due_at, a.id`.execute(
    db,
  );
  return rows;
}

/** From now on this transaction fails rather than wait long for a row that somebody changes, or for a key that he holds. */
export async function boundWaits(db: Kysely<Schema>): Promise<void> {
  await sql`SET LOCAL lock_timeout = '200ms'`.execute(db);
}

export interface WantedSubject extends Claimant {
  readonly subject: number;
  readonly address: string | null;
}

export interface ClaimedAlarm {
  readonly id: number;
  readonly subject: number;
  readonly userId: number;
  /** As the queue has it. */
  readonly json: string;
}

/** Gives several vehicles to several people at once, each that nobody holds or takes just now; the alarms with their holders. */
export async function claimSeveral(
  db: Kysely<Schema>,
  wanted: readonly WantedSubject[],
): Promise<readonly ClaimedAlarm[]> {
  const { rows } = await sql<ClaimedAlarm>`${prepared}
    WITH asked AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        AS asked (subject bigint, "userId" int, "userName" text, address text)
    ), free AS MATERIALIZED (
      SELECT subject FROM alarm_claims WHERE subject IN (SELECT subject FROM asked) AND user_id IS NULL FOR UPDATE SKIP LOCKED
    ), ${claiming(
      sql`SELECT asked.subject, "userId" AS user_id, "userName" AS user_name, "userId" AS actor_id, "userName" AS actor_name,
        address FROM asked JOIN free USING (subject)`,
      nextDetails,
    )}
    SELECT a.id, a.subject, c.user_id AS "userId", row_to_json(shown)::text AS json
    FROM changed AS a JOIN claimed AS c ON c.subject = a.subject, LATERAL (SELECT ${alarmColumns(undefined)}) AS shown
    ORDER BY a.id`.execute(db);
  return rows;
}

/**
 * Gives vehicles, whose claims are locked, back to the queue: their alarms wait anew, by a new deadline to be claimed.
 * Returns the alarms.
 */
export async function returnSubjects(
  db: Kysely<Schema>,
  subjects: readonly number[],
  actor: Actor,
  details: Readonly<Record<string, unknown>>,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH freed AS (
      UPDATE alarm_claims SET ${freedColumns}
      WHERE subject = ANY(${subjects}::bigint[]) RETURNING subject
    ), changed AS (
      UPDATE alarms AS a SET version = a.version + 1, held_until = NULL, hold_reason = NULL, paused_at = NULL,
        close_due_at = a.close_due_at + coalesce(now() - a.paused_at, interval '0'),
        claim_due_at = now() + a.claim_seconds * interval '1 second', due_at = now() + a.claim_seconds * interval '1 second',
        sounds_at = CASE WHEN a.siren THEN now() END
      FROM freed WHERE a.subject = freed.subject AND a.closed_at IS NULL RETURNING a.id
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address, details)
      SELECT id, 'return', ${actorColumns(actor)}, ${JSON.stringify(details)}::jsonb FROM changed
    )
    SELECT id FROM changed`.execute(db);
  return rows.map(({ id }) => id);
}

/** He did something: he is still there. */
export async function touchClaim(
  db: Kysely<Schema>,
  subject: number,
  userId: number,
  { inCall }: { readonly inCall?: boolean } = {},
): Promise<void> {
  await sql`
    UPDATE alarm_claims SET acted_at = now(), asked_at = NULL, in_call = ${inCall ?? sql`in_call`}
    WHERE subject = ${subject} AND user_id = ${userId}`.execute(db);
}

/** Claims of vehicles none of whose alarms are open any more are nobody's. */
export async function freeIdleClaims(db: Kysely<Schema>, subjects: readonly number[]): Promise<void> {
  await sql`
    UPDATE alarm_claims AS c SET ${freedColumns}
    WHERE subject = ANY(${subjects}::bigint[])
      AND NOT EXISTS (SELECT FROM alarms AS a WHERE a.subject = c.subject AND a.closed_at IS NULL)`.execute(
    db,
  );
}

/** What a person holds and another one sees of it, locked until the end of the transaction. */
export async function lockHeldBy(
  db: Kysely<Schema>,
  holderId: number,
  viewer: Viewer,
): Promise<readonly number[]> {
  const { rows } = await sql<{ subject: number }>`
    SELECT c.subject FROM alarm_claims AS c WHERE c.user_id = ${holderId} AND EXISTS (
      SELECT FROM alarms AS a LEFT JOIN devices AS d ON d.id = a.device_id
      WHERE a.subject = c.subject AND a.closed_at IS NULL AND ${seesAlarm(viewer)})
    ORDER BY c.subject FOR UPDATE OF c`.execute(db);
  return rows.map(({ subject }) => subject);
}
