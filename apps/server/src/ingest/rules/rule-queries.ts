/** The tables behind the rules, read in pages, so that neither the database nor the event loop is blocked. */
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import type { Pool } from 'pg';
import type { RuleLinks } from './linked-rules.ts';

type Queryable = Pick<Pool, 'query'>;

export interface GeofenceRow {
  readonly id: number;
  readonly area: string;
  readonly calendarId: number | null;
  readonly speedLimit: unknown;
  readonly polylineDistance: unknown;
}

export interface CalendarRow {
  readonly id: number;
  readonly data: string;
}

export interface ComputedRow {
  readonly id: number;
  readonly attribute: string;
  readonly expression: string;
  readonly type: string;
  readonly priority?: number;
}

export interface MaintenanceRow {
  readonly id: number;
  readonly type: string;
  readonly start: number;
  readonly period: number;
}

/** Areas may be long texts, calendars whole files. */
const longRowsAPage = 50;
const ownersAPage = 2000;

const geofencesText = `
  SELECT id, area, calendar_id AS "calendarId",
    attributes -> 'speedLimit' AS "speedLimit", attributes -> 'polylineDistance' AS "polylineDistance"
  FROM geofences WHERE id > $1 ORDER BY id LIMIT ${longRowsAPage}`;
const calendarsText = `
  SELECT id, data FROM calendars c
  WHERE id > $1 AND (EXISTS (SELECT FROM geofences g WHERE g.calendar_id = c.id)
    OR EXISTS (SELECT FROM devices d WHERE d.calendar_id = c.id)) ORDER BY id LIMIT ${longRowsAPage}`;
const computedText =
  'SELECT id, attribute, expression, type, priority FROM computed_attributes WHERE id > $1 ORDER BY id LIMIT 500';
const maintenancesText =
  'SELECT id, type, start, period FROM maintenances WHERE id > $1 ORDER BY id LIMIT 500';

export const eachGeofence = (pool: Queryable) => pages<GeofenceRow>(pool, geofencesText);
export const eachCalendar = (pool: Queryable) => pages<CalendarRow>(pool, calendarsText);
export const eachComputed = (pool: Queryable) => pages<ComputedRow>(pool, computedText);
export const eachMaintenance = (pool: Queryable) => pages<MaintenanceRow>(pool, maintenancesText);

/** What each device had counted when a maintenance was done last, by its id. */
export interface ServicedRow {
  readonly id: number;
  readonly serviced: Readonly<Record<string, number>>;
}

const servicedText = (devices: string) => `
  SELECT device_id AS id, json_object_agg(maintenance_id, value) AS serviced FROM (
    SELECT DISTINCT ON (device_id, maintenance_id) device_id, maintenance_id, value, type FROM maintenance_services
    WHERE device_id > $1 AND ${devices} AND maintenance_id IS NOT NULL ORDER BY device_id, maintenance_id, id DESC
  ) AS last JOIN maintenances AS m ON m.id = last.maintenance_id AND m.type = last.type GROUP BY device_id ORDER BY device_id LIMIT ${ownersAPage}`;
/** Of all devices, or of these. */
export const eachServiced = (pool: Queryable, deviceIds?: readonly number[]) =>
  deviceIds
    ? pages<ServicedRow>(pool, servicedText('device_id = ANY($2::integer[])'), [deviceIds])
    : pages<ServicedRow>(pool, servicedText('true'));

/** The installation's time zone (IANA). */
export async function readServerZone(pool: Queryable): Promise<string> {
  const { rows } = await pool.query<{ timezone: string | null }>('SELECT timezone FROM server_settings');
  return resolveSettings(rows[0] ?? {}).timezone;
}

export async function readNotificationTypes(pool: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ type: string }>('SELECT DISTINCT type FROM notifications');
  return new Set(rows.map(({ type }) => type));
}

/** Those that open an alarm, and those that end one. */
export async function readAlarmTypes(pool: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ type: string }>(`
    SELECT DISTINCT unnest(event_types || normal_types || CASE WHEN normal_alarms <> '{}' THEN '{alarm}'::text[] ELSE '{}' END)
      AS type
    FROM alarm_rules WHERE enabled AND retired_at IS NULL`);
  return new Set(rows.map(({ type }) => type));
}

export async function readParents(pool: Queryable): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await pool.query<{ id: number; parent: number | null }>(
    'SELECT id, group_id AS parent FROM groups',
  );
  return new Map(rows.map(({ id, parent }) => [id, parent]));
}

export async function readLinks(
  pool: Queryable,
  noun: 'geofence' | 'attribute' | 'maintenance',
): Promise<RuleLinks> {
  const sets = new Map<string, ReadonlySet<number>>();
  const read = async (owner: 'group' | 'device') => {
    const links = new Map<number, ReadonlySet<number>>();
    const text = `
      SELECT ${owner}_id AS id, array_agg(${noun}_id ORDER BY ${noun}_id) AS linked FROM ${owner}_${noun}s
      WHERE ${owner}_id > $1 GROUP BY ${owner}_id ORDER BY ${owner}_id LIMIT ${ownersAPage}`;
    for await (const { id, linked } of pages<{ id: number; linked: number[] }>(pool, text)) {
      links.set(id, shared(sets, linked));
    }
    return links;
  };
  return { ofGroup: await read('group'), ofDevice: await read('device') };
}

/** Equal sets are shared: many devices are often linked to the same few objects. */
function shared(sets: Map<string, ReadonlySet<number>>, ids: readonly number[]): ReadonlySet<number> {
  const key = ids.join();
  let set = sets.get(key);
  if (!set) {
    set = new Set(ids);
    sets.set(key, set);
  }
  return set;
}

async function* pages<Row extends { readonly id: number }>(
  pool: Queryable,
  text: string,
  more: readonly unknown[] = [],
): AsyncGenerator<Row> {
  for (let last = 0; ; ) {
    const { rows } = await pool.query<Row>(text, [last, ...more]);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
