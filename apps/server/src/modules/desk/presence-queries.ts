/** Who sits at the desk: what he said, and when a live connection of his was last seen. */
import type { DutyState, OperatorQuery } from '@atalaia/contract/desk/desk';
import { type Kysely, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isOfCentre } from '../../platform/http/route-access.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import type { Viewer } from '../../visibility/visible.ts';

/** A person of the desk, as `u`: in force, with a right at it. */
const ofDesk = sql`(u.administrator OR u.desk_role <> 'none') AND NOT u.disabled
  AND (u.expiration_time IS NULL OR u.expiration_time > now())`;

/** Without a connection for so long one is off duty, and comes back by a click (SHIFT-01). */
const leftAfter = sql`interval '5 minutes'`;
const isHere = sql`p.seen_at > now() - ${leftAfter}`;
const onDuty = sql`coalesce(p.state = 'on' AND ${isHere}, false)`;
/** What is passed to one who is not connected would come back after a minute: he is offered none. */
const takesAlarms = sql`coalesce(p.state = 'on' AND p.seen_at > now() - interval '1 minute', false)`;

const hasLeft = sql`desk_presence.seen_at < now() - ${leftAfter}`;

/** A live connection of these people is there now. */
export async function markSeen(db: Kysely<Schema>, userIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO desk_presence (user_id)
    SELECT u.id FROM users AS u WHERE u.id = ANY(${userIds}::int[]) AND ${ofDesk} ORDER BY u.id
    ON CONFLICT (user_id) DO UPDATE SET seen_at = now(),
      state = CASE WHEN ${hasLeft} THEN 'off' ELSE desk_presence.state END,
      state_at = CASE WHEN ${hasLeft} AND desk_presence.state <> 'off' THEN now() ELSE desk_presence.state_at END`.execute(
    db,
  );
}

export async function writeDuty(db: Kysely<Schema>, userId: number, state: DutyState): Promise<void> {
  await sql`
    INSERT INTO desk_presence (user_id, state) VALUES (${userId}, ${state})
    ON CONFLICT (user_id) DO UPDATE SET seen_at = now(),
      state_at = CASE WHEN desk_presence.state = excluded.state THEN desk_presence.state_at ELSE now() END,
      state = excluded.state`.execute(db);
}

/** His shift is over; nothing where he is gone altogether. */
export async function endDuty(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`UPDATE desk_presence SET state = 'off', state_at = now() WHERE user_id = ${userId} AND state <> 'off'`.execute(
    db,
  );
}

/** Somebody who may be passed an alarm, or could be if he were on duty. */
export async function findColleague(
  db: Kysely<Schema>,
  userId: number,
): Promise<(Viewer & { readonly name: string; readonly isOnDuty: boolean }) | undefined> {
  const { rows } = await sql<Viewer & { name: string; isOnDuty: boolean }>`
    SELECT u.id AS "userId", u.administrator, u.name, ${takesAlarms} AS "isOnDuty"
    FROM users AS u LEFT JOIN desk_presence AS p ON p.user_id = u.id WHERE u.id = ${userId} AND ${ofDesk}`.execute(
    db,
  );
  return rows[0];
}

/** The contract's Operators, by name, as JSON with commas between: everybody of the desk who has ever been there, or one. */
export async function describeOperators(
  db: Kysely<Schema>,
  query: OperatorQuery & { readonly userId?: number },
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY u.name, u.id), '') AS json
    FROM users AS u JOIN desk_presence AS p ON p.user_id = u.id, LATERAL (
      SELECT u.id AS "userId", u.name,
        CASE WHEN u.administrator OR u.desk_role = 'supervisor' THEN 'supervisor' ELSE 'operator' END AS role,
        CASE WHEN ${isHere} THEN p.state ELSE 'off' END AS duty,
        CASE WHEN ${isHere} THEN ${isoTime('p.state_at')} ELSE ${isoTime('p.seen_at')} END AS since,
        (SELECT coalesce(json_agg(json_build_object('alarmId', a.id, 'deviceName', a.device_name, 'since', ${isoTime('c.claimed_at')})
            ORDER BY a.severity, a.due_at), '[]')
          FROM alarm_claims AS c JOIN alarms AS a ON a.subject = c.subject
          WHERE c.user_id = u.id AND a.closed_at IS NULL AND a.pending_until IS NULL) AS holds
    ) AS shown
    WHERE ${ofDesk} AND ${query.onDuty === 'true' ? takesAlarms : sql`true`}
      AND ${query.userId === undefined ? sql`true` : sql`u.id = ${query.userId}`}`.execute(db);
  return rows[0]?.json ?? '';
}

export async function countOnDuty(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM users AS u JOIN desk_presence AS p ON p.user_id = u.id WHERE ${ofDesk} AND ${onDuty}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function deskUsers(db: Kysely<Schema>, userIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    SELECT u.id FROM users AS u WHERE u.id = ANY(${userIds}::int[]) AND ${ofDesk}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these people are of the centre, as routes of theirs judge it. */
export async function centreUsers(
  db: Kysely<Schema>,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'administrator', 'desk_role', 'device_limit', 'attributes'])
    .where('id', 'in', userIds)
    .execute();
  return rows.filter(({ administrator, ...user }) => isOfCentre({ administrator, user })).map(({ id }) => id);
}
