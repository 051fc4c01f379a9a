/**
 * A device as the contract describes it, as JSON text: what people change of it is in `device_texts` (migration 0210), made
 * once when it changes; what trackers change is added here.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** Most are in none: looking for the words is quicker than reading the whole position. */
const geofenceIds = sql`CASE WHEN strpos(s.position::text, '"geofenceIds":[') > 0
  THEN coalesce(nullif((s.position -> 'geofenceIds')::text, 'null'), '[]') ELSE '[]' END`;

const jsonOf = (text: RawBuilder<unknown>) => sql`${text}
  || coalesce(g.json, ',"groupName":null') || coalesce(c.json, ',"customerName":null,"customerCpfCnpj":null')
  || ',"status":"' || coalesce(s.status, 'offline')
  || '","lastUpdate":' || coalesce('"' || ${isoTime('s.last_update')} || '"', 'null')
  || ',"positionId":' || coalesce(s.position_id, 0) || ',"geofenceIds":' || ${geofenceIds} || '}'`;

const device = (shown: RawBuilder<unknown>) => sql`
  SELECT ${shown}
  FROM unnest(requested.ids) WITH ORDINALITY AS one (id, place)
  JOIN device_texts AS t ON t.device_id = one.id
  LEFT JOIN groups AS g ON g.id = t.group_id
  LEFT JOIN customers AS c ON c.id = t.customer_id
  LEFT JOIN device_state AS s ON s.device_id = one.id
  ORDER BY one.place`;

const deviceWithPassword = device(sql`${jsonOf(sql`coalesce(t.with_password, t.json)`)} AS json`);
const deviceWithout = device(sql`${jsonOf(sql`t.json`)} AS json`);
const fragment = device(
  sql`one.id AS "deviceId", coalesce(s.version, 0)::float8 AS version, ${jsonOf(sql`t.json`)} AS json`,
);

/** Devices in the order requested, with commas between; those that were removed are left out, and none give ''. */
export async function describeDevices(
  db: Kysely<Schema>,
  ids: readonly number[],
  withPassword: boolean,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`${prepared}
    SELECT coalesce(string_agg(shown.json, ','), '') AS json
    FROM (SELECT ${`{${ids.join(',')}}`}::integer[] AS ids) AS requested, LATERAL (${withPassword ? deviceWithPassword : deviceWithout}) AS shown`.execute(
    db,
  );
  return rows[0]?.json ?? '';
}

/** The same devices each for itself, as the live channel sends them: without their password. */
export async function deviceFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT one.* FROM (SELECT ${ids}::integer[] AS ids) AS requested, LATERAL (${fragment}) AS one`.execute(
    db,
  );
  return rows;
}
