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

const ofTracker = sql`',"status":"' || coalesce(s.status, 'offline')
  || '","lastUpdate":' || coalesce('"' || ${isoTime('s.last_update')} || '"', 'null')
  || ',"positionId":' || coalesce(s.position_id, 0) || ',"geofenceIds":' || ${geofenceIds} || '}'`;
const ofNoTracker = `',"status":"offline","lastUpdate":null,"positionId":0,"geofenceIds":[]}'`;

/**
 * Texts and states are found by all numbers at once: looking into two indexes for each device takes a sixth
 * longer. `text` is that of `device_texts AS t`; `shown` is selected of `one`, with its `place`, `id`, `version` and `json`.
 */
const devices = (ids: readonly number[], text: RawBuilder<unknown>, shown: RawBuilder<unknown>) => sql`
  WITH requested AS MATERIALIZED (SELECT ${`{${ids.join(',')}}`}::integer[] AS ids),
    texts AS MATERIALIZED (
      SELECT t.device_id, t.group_id, t.customer_id, ${text} AS json FROM device_texts AS t
      WHERE t.device_id = ANY ((SELECT ids FROM requested)::integer[])
    ), states AS MATERIALIZED (
      SELECT s.device_id, s.version, ${ofTracker} AS json FROM device_state AS s
      WHERE s.device_id = ANY ((SELECT ids FROM requested)::integer[])
    )
  SELECT ${shown} FROM (
    SELECT named.place, named.id, coalesce(s.version, 0)::float8 AS version,
      t.json || coalesce(g.json, ',"groupName":null') || coalesce(c.json, ',"customerName":null,"customerCpfCnpj":null')
        || coalesce(s.json, ${sql.raw(ofNoTracker)}) AS json
    FROM unnest((SELECT ids FROM requested)) WITH ORDINALITY AS named (id, place)
    JOIN texts AS t ON t.device_id = named.id
    LEFT JOIN groups AS g ON g.id = t.group_id
    LEFT JOIN customers AS c ON c.id = t.customer_id
    LEFT JOIN states AS s ON s.device_id = named.id
  ) AS one`;

const joined = sql`coalesce(string_agg(one.json, ',' ORDER BY one.place), '') AS json`;

/** Devices in the order requested, with commas between; those that were removed are left out, and none give ''. */
export async function describeDevices(
  db: Kysely<Schema>,
  ids: readonly number[],
  withPassword: boolean,
): Promise<string> {
  const text = withPassword ? sql`coalesce(t.with_password, t.json)` : sql`t.json`;
  const { rows } = await sql<{ json: string }>`${prepared} ${devices(ids, text, joined)}`.execute(db);
  return rows[0]?.json ?? '';
}

/** The same devices each for itself, as the live channel sends them: without their password. */
export async function deviceFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly LiveFragment[]> {
  const shown = sql`one.id AS "deviceId", one.version, one.json`;
  const { rows } = await sql<LiveFragment>`${devices(ids, sql`t.json`, shown)} ORDER BY one.place`.execute(
    db,
  );
  return rows;
}
