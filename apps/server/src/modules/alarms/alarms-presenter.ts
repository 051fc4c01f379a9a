/** An alarm as the contract describes it, written as JSON by PostgreSQL. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { alarmColumns } from '../../visibility/alarm-columns.ts';
import type { Viewer } from '../../visibility/visible.ts';

/** Alarms in the order asked for, as JSON with commas between; whether they may be seen is asked before. */
export async function describeAlarms(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: ArrayLike<number>,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`${prepared}
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${Array.from(ids)}::bigint[]) WITH ORDINALITY AS one (id, place) JOIN alarms AS a USING (id)
    LEFT JOIN alarm_claims AS c ON c.subject = a.subject, LATERAL (SELECT ${alarmColumns(viewer)}) AS shown`.execute(
    db,
  );
  return rows[0]?.json ?? '';
}

/** What the live channel needs to know of one to send it. */
export interface AlarmFragment {
  readonly alarmId: number;
  readonly version: number;
  /** Who sees one of these sees it; none: everybody at the desk. */
  readonly deviceIds: readonly number[];
  /** Of a mass fault those of them that are back; null of any other alarm. Its counts are each person's own. */
  readonly backDeviceIds: readonly number[] | null;
  readonly json: string;
}

export function alarmFragments(db: Kysely<Schema>, ids: readonly number[]) {
  return fragmentsWhere(db, sql`a.id = ANY(${ids}::bigint[])`);
}

/** Of the open alarms of these devices, and of the mass faults that name them. */
export function openAlarmFragments(db: Kysely<Schema>, deviceIds: readonly number[]) {
  return fragmentsWhere(
    db,
    sql`a.closed_at IS NULL AND a.id IN (
    SELECT id FROM alarms WHERE subject = ANY(${deviceIds}::bigint[]) AND closed_at IS NULL
    UNION ALL SELECT alarm_id FROM alarm_mass_devices WHERE device_id = ANY(${deviceIds}::int[]))`,
  );
}

async function fragmentsWhere(
  db: Kysely<Schema>,
  isMeant: RawBuilder<unknown>,
): Promise<readonly AlarmFragment[]> {
  const { rows } = await sql<AlarmFragment>`${prepared}
    SELECT a.id AS "alarmId", a.version, row_to_json(shown)::text AS json,
      CASE WHEN a.device_id IS NOT NULL THEN ARRAY[a.device_id]
        ELSE ARRAY(SELECT device_id FROM alarm_mass_devices AS m WHERE m.alarm_id = a.id) END AS "deviceIds",
      CASE WHEN a.kind = 'massFault' THEN ARRAY(
        SELECT device_id FROM alarm_mass_devices AS m WHERE m.alarm_id = a.id AND m.back_at IS NOT NULL
      ) END AS "backDeviceIds"
    FROM alarms AS a LEFT JOIN alarm_claims AS c ON c.subject = a.subject, LATERAL (SELECT ${alarmColumns(undefined)}) AS shown
    WHERE ${isMeant} AND a.pending_until IS NULL ORDER BY a.id`.execute(db);
  return rows;
}
