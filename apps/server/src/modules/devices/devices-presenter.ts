/** A device as the contract describes it, written as JSON by PostgreSQL: the one place that maps its row. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { passwordAttribute } from '../../visibility/device-password.ts';

/** Most are in none: looking for the words is quicker than reading the whole position. */
const geofenceIds = sql`CASE WHEN strpos(s.position::text, '"geofenceIds":[') > 0
  THEN coalesce(nullif((s.position -> 'geofenceIds')::text, 'null')::json, '[]') ELSE '[]' END`;

const columns = (attributes: RawBuilder<unknown>) => sql` d.id, d.unique_id AS "uniqueId", d.name,
    coalesce(d.group_id, 0) AS "groupId", g.name AS "groupName",
    coalesce(d.customer_id, 0) AS "customerId", c.name AS "customerName", c.cpf_cnpj AS "customerCpfCnpj",
    d.category, coalesce(s.status, 'offline') AS status, d.disabled,
    ${isoTime('d.expiration_time')} AS "expirationTime", coalesce(d.calendar_id, 0) AS "calendarId",
    ${isoTime('s.last_update')} AS "lastUpdate",
    d.phone, d.model, d.contact, coalesce(s.position_id, 0) AS "positionId",
    ${geofenceIds} AS "geofenceIds", ${attributes} AS attributes`;

const device = (shown: RawBuilder<unknown>) => sql`
  SELECT ${shown}
  FROM unnest(requested.ids) WITH ORDINALITY AS one (id, place)
  JOIN devices AS d USING (id)
  LEFT JOIN groups AS g ON g.id = d.group_id
  LEFT JOIN customers AS c ON c.id = d.customer_id
  LEFT JOIN device_state AS s ON s.device_id = d.id
  ORDER BY one.place`;

const deviceWithPassword = device(columns(sql`d.attributes`));
const withoutPassword = columns(sql`d.attributes - ${passwordAttribute}::text`);
const deviceWithout = device(withoutPassword);
const fragment = device(
  sql`d.id AS "deviceId", coalesce(s.version, 0)::float8 AS version, (SELECT row_to_json(shown)::text FROM (SELECT ${withoutPassword}) AS shown) AS json`,
);

/** Devices in the order requested, with commas between; those that were removed are left out, and none give ''. */
export async function describeDevices(
  db: Kysely<Schema>,
  ids: readonly number[],
  withPassword: boolean,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`${prepared}
    SELECT coalesce(string_agg(row_to_json(shown)::text, ','), '') AS json
    FROM (SELECT ${ids}::integer[] AS ids) AS requested, LATERAL (${withPassword ? deviceWithPassword : deviceWithout}) AS shown`.execute(
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
