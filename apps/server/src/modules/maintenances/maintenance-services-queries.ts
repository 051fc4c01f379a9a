import {
  type MaintenanceService,
  type MaintenanceServiceQuery,
  type MaintenanceState,
  type MaintenanceStateQuery,
  maintenanceBounds,
} from '@atalaia/contract/rules/maintenance';
import { positionTimes } from '@atalaia/domain/attributes/position-attributes';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isoTime, pageOf } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices, visibleLinked } from '../../visibility/visible.ts';

/** Rows of one answer. */
const [usualRows, mostRows] = [100, 500];

/** This share of the period before it is due, it is due soon. */
const soonShare = 0.1;

/**
 * Where the devices that a viewer sees stand with the maintenances that he sees and that apply to them, most urgent first.
 * `perform`: which of them he may note as done.
 */
export async function findStates(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceId, maintenanceId, urgency, limit, offset }: MaintenanceStateQuery,
  perform: 'all' | 'own' | 'none',
): Promise<MaintenanceState[]> {
  const device = deviceId === undefined ? sql`true` : sql`device_id = ${Number(deviceId)}`;
  const wanted = maintenanceId === undefined ? sql`true` : sql`maintenance_id = ${Number(maintenanceId)}`;
  const { rows } = await sql<MaintenanceState>`
    WITH RECURSIVE under (maintenance_id, group_id) AS (
      SELECT maintenance_id, group_id FROM group_maintenances WHERE ${wanted}
      UNION SELECT under.maintenance_id, g.id FROM under JOIN groups AS g ON g.group_id = under.group_id
    ), applied AS (
      SELECT device_id, maintenance_id FROM device_maintenances WHERE ${device} AND ${wanted}
      UNION SELECT device_id, maintenance_id
        FROM under JOIN (SELECT id AS device_id, group_id FROM devices) AS member USING (group_id) WHERE ${device}
    ), counted AS (
      SELECT d.id AS device_id, d.name AS device_name, nullif(d.attributes ->> 'plate', '') AS plate, l.id, l.name, l.type,
        l.period, CASE WHEN l.start > 0 THEN l.start ELSE l.period END AS first_due,
        CASE WHEN abs(reading.value) <= ${maintenanceBounds.most} THEN reading.value END AS value,
        ${perform === 'own' ? sql`coalesce(l.created_by = ${viewer.userId}, false)` : sql`${perform === 'all'}::boolean`}
          AS may_perform,
        -- what was counted otherwise then says nothing of now
        CASE WHEN last.type = l.type THEN last.value END AS service_value,
        CASE WHEN last.id IS NOT NULL THEN json_build_object('id', last.id, 'type', last.type, 'performedTime',
          ${isoTime('last.performed_time')}, 'value', last.value, 'note', last.note, 'userName', last.user_name) END AS last_service
      FROM ${visibleDevices(viewer)}
      JOIN applied ON applied.device_id = d.id
      JOIN (SELECT l.* FROM ${visibleLinked(viewer, 'maintenance')}) AS l ON l.id = applied.maintenance_id
      LEFT JOIN device_state AS s ON s.device_id = d.id
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN l.type = 'totalDistance' THEN (s.memory ->> 'totalDistanceMetres')::float8
          WHEN l.type = 'hours' THEN (s.memory ->> 'hoursMs')::float8
          WHEN l.type = ANY(${[...positionTimes]}::text[]) THEN floor(extract(epoch FROM now()) * 1000)::float8
          WHEN json_typeof(s.position -> 'attributes' -> l.type) = 'number'
            THEN (s.position -> 'attributes' ->> l.type)::float8
          ELSE (s.memory -> 'highest' ->> l.type)::float8
        END AS value
      ) AS reading
      LEFT JOIN LATERAL (
        SELECT done.* FROM maintenance_services AS done
        WHERE done.device_id = d.id AND done.maintenance_id = l.id ORDER BY done.id DESC LIMIT 1
      ) AS last ON true
      WHERE l.period BETWEEN ${maintenanceBounds.leastPeriod} AND ${maintenanceBounds.most} AND l.start <= ${maintenanceBounds.most}
        AND ${deviceId === undefined ? sql`true` : sql`d.id = ${Number(deviceId)}`}
        AND ${maintenanceId === undefined ? sql`true` : sql`l.id = ${Number(maintenanceId)}`}
    ), due AS (
      SELECT *, CASE
        -- of a counter that began anew since, the service before says nothing either
        WHEN service_value IS NOT NULL AND (value IS NULL OR value >= service_value) THEN service_value + period
        WHEN value IS NULL OR value < first_due THEN first_due
        ELSE first_due + floor((value - first_due) / period) * period
      END AS due_value FROM counted
    ), urgency AS (
      SELECT *, CASE
        WHEN value IS NULL THEN 'unknown'
        WHEN value >= due_value THEN 'due'
        WHEN due_value - value <= period * ${soonShare} THEN 'soon'
        ELSE 'later'
      END AS urgency FROM due
    )
    SELECT device_id AS "deviceId", device_name AS "deviceName", plate, id AS "maintenanceId", name, type, period, value,
      due_value AS "dueValue", urgency, may_perform AS "mayPerform", last_service AS "lastService"
    FROM urgency
    WHERE ${urgency === undefined ? sql`true` : sql`urgency = ANY(${urgency}::text[])`}
    ORDER BY (due_value - value) / period NULLS LAST, device_id, id
    ${rowsOf({ limit, offset })}`.execute(db);
  return rows;
}

/** What was done on the devices that a viewer sees, newest first. */
export async function findServices(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceId, maintenanceId, limit, offset }: MaintenanceServiceQuery,
): Promise<MaintenanceService[]> {
  const { userId, administrator } = viewer;
  const where = allOf(
    // of one that is gone nobody can say who saw it: who noted it, and administrators
    administrator
      ? undefined
      : sql`CASE WHEN done.maintenance_id IS NULL THEN done.user_id = ${userId}
          ELSE done.maintenance_id IN (SELECT l.id FROM ${visibleLinked(viewer, 'maintenance')}) END`,
    deviceId === undefined ? undefined : sql`done.device_id = ${Number(deviceId)}`,
    maintenanceId === undefined ? undefined : sql`done.maintenance_id = ${Number(maintenanceId)}`,
  );
  const { rows } = await sql<MaintenanceService>`
    SELECT done.id, done.device_id AS "deviceId", coalesce(done.maintenance_id, 0) AS "maintenanceId", done.name, done.type,
      ${isoTime('done.performed_time')} AS "performedTime", done.value, done.note, done.user_name AS "userName"
    FROM ${visibleDevices(viewer)} JOIN maintenance_services AS done ON done.device_id = d.id
    WHERE ${where} ORDER BY done.id DESC ${rowsOf({ limit, offset })}`.execute(db);
  return rows;
}

function rowsOf({ limit, offset }: Pick<MaintenanceServiceQuery, 'limit' | 'offset'>) {
  return pageOf({ limit: String(Math.min(Number(limit ?? usualRows), mostRows)), offset });
}

export interface NewService {
  readonly device_id: number;
  readonly maintenance_id: number;
  readonly name: string;
  readonly type: string;
  readonly performed_time: string;
  readonly value: number;
  readonly note: string;
  readonly user_id: number;
  readonly user_name: string;
}

export async function insertService(db: Kysely<Schema>, service: NewService): Promise<number> {
  const { id } = await db
    .insertInto('maintenance_services')
    .values(service)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface StoredService {
  readonly deviceId: number;
  readonly maintenanceId: number | null;
  readonly value: number;
  readonly performedTime: string;
  readonly note: string;
  readonly userName: string | null;
}

export async function findService(db: Kysely<Schema>, id: number): Promise<StoredService | undefined> {
  const { rows } = await sql<StoredService>`
    SELECT device_id AS "deviceId", maintenance_id AS "maintenanceId", value, ${isoTime('performed_time')} AS "performedTime",
      note, user_name AS "userName"
    FROM maintenance_services WHERE id = ${id}`.execute(db);
  return rows[0];
}

export async function deleteService(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('maintenance_services').where('id', '=', id).execute();
}
