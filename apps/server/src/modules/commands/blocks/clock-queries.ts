/** What the clock of blocks looks at: requests that are under way, with what became of their command and vehicle. */
import type { BlockState, BlockWhen } from '@atalaia/contract/block/block';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

export interface WatchedBlock {
  readonly id: number;
  readonly kind: 'block' | 'release';
  readonly deviceId: number;
  readonly state: BlockState;
  readonly when: BlockWhen;
  readonly askedBy: number | null;
  readonly isDeviceGone: boolean;
  /** Nobody confirmed it in time. */
  readonly isUnconfirmed: boolean;
  /** "Bloquear quando parar" lived for long enough, and no theft keeps it. */
  readonly isLifeOver: boolean;
  readonly sentState: string | null;
  readonly sentReason: string | null;
  /** When its command left. */
  readonly leftAt: string | null;
  readonly isLeaving: boolean;
  readonly answer: string | null;
  readonly sentId: number | null;
  /** Over 120 s since it left. */
  readonly isLate: boolean;
  /** What the output said after the command left; null where it says nothing. */
  readonly output: boolean | null;
  /** The same, of a fix of 30 s after the block was confirmed, or left. */
  readonly laterOutput: boolean | null;
  readonly isOverdue: boolean;
  readonly positionId: number | null;
  readonly lookedAtPosition: number | null;
}

/** Waits for whoever works on a request, and keeps everybody else from it. */
export async function lockAwaited(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`SELECT FROM block_requests WHERE id = ${id} FOR UPDATE`.execute(db);
}

/** All that is under way, by device: a few rows, whatever the fleet's size. Another process's are passed over. */
export async function lockWatched(db: Kysely<Schema>): Promise<readonly WatchedBlock[]> {
  const { rows } = await sql<WatchedBlock>`
    SELECT b.id, b.kind, b.device_id AS "deviceId", b.state, b.moment AS "when", b.asked_by AS "askedBy",
      d.id IS NULL AS "isDeviceGone",
      b.state = 'requested' AND b.sent_id IS NULL AND b.confirm_until <= now() AS "isUnconfirmed",
      b.expires_at <= now() AND NOT EXISTS (
        SELECT FROM sinisters AS s WHERE s.id = b.sinister_id AND s.status = 'opened') AS "isLifeOver",
      c.state AS "sentState", c.sent_at AS "leftAt", c.reason AS "sentReason", c.leaving_since IS NOT NULL AS "isLeaving", c.answer,
      b.sent_id AS "sentId", b.sent_at <= now() - interval '120 seconds' AS "isLate",
      CASE WHEN st.fix_time > b.sent_at THEN o.blocked END AS output,
      CASE WHEN st.fix_time > coalesce(b.done_at, b.sent_at) + interval '30 seconds' THEN o.blocked END AS "laterOutput",
      b.sent_at < now() - interval '24 hours' AND b.overdue_reported_at IS NULL AS "isOverdue",
      st.position_id AS "positionId", b.looked_at_position AS "lookedAtPosition"
    FROM block_requests AS b
    LEFT JOIN devices AS d ON d.id = b.device_id
    LEFT JOIN sent_commands AS c ON c.id = b.sent_id
    LEFT JOIN device_state AS st ON st.device_id = b.device_id
    LEFT JOIN LATERAL (
      SELECT CASE WHEN st.position -> 'attributes' ->> 'blocked' IN ('true', 'false')
        THEN (st.position -> 'attributes' ->> 'blocked')::boolean END AS blocked
    ) AS o ON true
    WHERE b.state IN ('requested', 'waiting', 'sent', 'unanswered')
      OR (b.kind = 'block' AND b.state IN ('confirmed', 'contradicted'))
    ORDER BY b.id FOR UPDATE OF b SKIP LOCKED`.execute(db);
  return rows;
}

/** Metres that a vehicle drove under its own ignition since its block left. */
export async function drivenSince(db: Kysely<Schema>, blockId: number): Promise<number> {
  const { rows } = await sql<{ metres: number }>`
    SELECT coalesce(sum(p.distance), 0)::float8 AS metres
    FROM block_requests AS b JOIN positions AS p ON p.device_id = b.device_id
      AND p.fix_time > greatest(b.sent_at, now() - interval '7 days')
    WHERE b.id = ${blockId} AND p.ignition AND p.motion AND p.valid`.execute(db);
  return rows[0]?.metres ?? 0;
}

/** Of a vehicle that a block waits for: fixes both taken and received after the request, and at most 30 s old by then. */
export interface FreshFixes {
  readonly latitude: number;
  readonly longitude: number;
  readonly ignition: boolean | null;
  readonly speedKnots: number;
  /** Two at 0 km/h at least 10 s apart, at one place, and none between that moved. */
  readonly stands: boolean;
}

/**
 * The newest is at most 30 s old now; the one before may be older by now, since parked trackers report seldom, and is of the
 * same place then (some 50 m).
 */
export async function freshFixes(
  db: Kysely<Schema>,
  blockId: number,
  bounds: { readonly freshSeconds: number; readonly standingKnots: number },
): Promise<FreshFixes | undefined> {
  const fresh = sql`${bounds.freshSeconds}::int * interval '1 second'`;
  const { rows } = await sql<FreshFixes>`
    WITH fresh AS (
      SELECT p.fix_time, p.latitude, p.longitude, p.ignition, p.speed, p.speed < ${bounds.standingKnots} AS standing
      FROM block_requests AS b CROSS JOIN LATERAL (SELECT coalesce(b.second_at, b.asked_at) AS at) AS asked
      JOIN positions AS p ON p.device_id = b.device_id AND p.fix_time > greatest(asked.at, now() - interval '5 minutes')
        AND p.fix_time <= now() + interval '10 seconds'
      WHERE b.id = ${blockId} AND p.server_time > asked.at AND p.server_time - p.fix_time <= ${fresh} AND p.valid AND NOT p.outdated
    ), newest AS (SELECT * FROM fresh WHERE fix_time >= now() - ${fresh} ORDER BY fix_time DESC LIMIT 1)
    SELECT n.latitude, n.longitude, n.ignition, n.speed AS "speedKnots", n.standing AND EXISTS (
      SELECT FROM fresh AS f WHERE f.standing AND f.fix_time <= n.fix_time - interval '10 seconds'
        AND abs(f.latitude - n.latitude) < 0.0005 AND abs(f.longitude - n.longitude) * cos(radians(n.latitude)) < 0.0005
        AND NOT EXISTS (SELECT FROM fresh AS m WHERE NOT m.standing AND m.fix_time > f.fix_time)
    ) AS stands FROM newest AS n`.execute(db);
  return rows[0];
}

/** The newest block that a confirmed release gives back. */
export async function blockInForceOf(db: Kysely<Schema>, deviceId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM block_requests WHERE device_id = ${deviceId} AND kind = 'block'
      AND state IN ('sent', 'confirmed', 'unanswered', 'contradicted')`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who asked, and who holds an alarm of the vehicle. */
export async function holdersOf(
  db: Kysely<Schema>,
  { deviceId, askedBy }: Pick<WatchedBlock, 'deviceId' | 'askedBy'>,
): Promise<readonly number[]> {
  const row = await db
    .selectFrom('alarm_claims')
    .select('user_id')
    .where('subject', '=', deviceId)
    .executeTakeFirst();
  return [...new Set([askedBy, row?.user_id].filter((id) => typeof id === 'number'))];
}
