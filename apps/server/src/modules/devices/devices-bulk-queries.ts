import { type Insertable, type Kysely, sql } from 'kysely';
import type { DevicesTable, Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';
import type { DeviceRow } from './devices-queries.ts';

/** Which of these unique ids belong to a device, whoever sees it. */
export async function findTaken(db: Kysely<Schema>, uniqueIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uniqueId: string }>`
    SELECT unique_id AS "uniqueId" FROM devices WHERE unique_id = ANY(${uniqueIds})`.execute(db);
  return rows.map(({ uniqueId }) => uniqueId);
}

export interface MadeDevice {
  readonly id: number;
  readonly uniqueId: string;
}

/** Inserts rows at once: one parameter holds them all, since thousands of them take longer to bind than to insert. */
export async function insertDevices(
  db: Kysely<Schema>,
  rows: readonly Insertable<DevicesTable>[],
): Promise<readonly MadeDevice[]> {
  const made = await sql<MadeDevice>`
    INSERT INTO devices (unique_id, name, group_id, customer_id, category, disabled, phone, model, contact, attributes)
    SELECT unique_id, name, group_id, customer_id, category, coalesce(disabled, false), phone, model, contact,
      coalesce(attributes, '{}')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
      unique_id text, name text, group_id integer, customer_id integer, category text, disabled boolean, phone text,
      model text, contact text, attributes jsonb
    )
    RETURNING id, unique_id AS "uniqueId"`.execute(db);
  return made.rows;
}

export async function linkDevices(db: Kysely<Schema>, userId: number, ids: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO user_devices (user_id, device_id) SELECT ${userId}::integer, id FROM unnest(${ids}::integer[]) AS made (id)`.execute(
    db,
  );
}

export interface DeviceMatch extends DeviceRow {
  /** A sign of life came within the last day. */
  readonly hasReported: boolean;
}

/**
 * The visible devices of these numbers, unique ids or plates (letters and digits in capitals); nobody else changes them
 * until the end of the transaction.
 */
export async function lockMatches(
  db: Kysely<Schema>,
  viewer: Viewer,
  keys: {
    readonly ids: readonly number[];
    readonly uniqueIds: readonly string[];
    readonly plates: readonly string[];
  },
): Promise<DeviceMatch[]> {
  const bare = (device: string) =>
    sql`upper(regexp_replace(${sql.ref(`${device}.attributes`)} ->> 'plate', '[^A-Za-z0-9]', '', 'g'))`;
  // each key is looked up by its index, whatever is known of the table's rows: an exchange has just brought most of them
  const { rows } = await sql<DeviceMatch>`
    SELECT d.*, coalesce(s.last_update > now() - interval '1 day', false) AS "hasReported"
    FROM ${visibleDevices(viewer)} LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE d.id = ANY(ARRAY(
        SELECT unnest(${keys.ids}::integer[])
        UNION SELECT same.id FROM unnest(${keys.uniqueIds}::text[]) AS given (number), LATERAL (
          SELECT id FROM devices WHERE unique_id = given.number OFFSET 0) AS same
        UNION SELECT same.id FROM unnest(${keys.plates}::text[]) AS given (plate), LATERAL (
          SELECT p.id FROM devices AS p WHERE p.attributes ->> 'plate' <> '' AND ${bare('p')} = given.plate OFFSET 0) AS same
      )) AND (d.id = ANY(${keys.ids}::integer[]) OR d.unique_id = ANY(${keys.uniqueIds}::text[])
        OR (d.attributes ->> 'plate' <> '' AND ${bare('d')} = ANY(${keys.plates}::text[])))
    ORDER BY d.id FOR NO KEY UPDATE OF d`.execute(db);
  return rows;
}

/** Columns that a change names; `attributes` are added to the stored ones, the others replace theirs. */
export interface DeviceChange {
  readonly id: number;
  readonly unique_id?: string;
  readonly name?: string;
  readonly model?: string;
  readonly phone?: string;
  readonly contact?: string;
  readonly category?: string;
  readonly disabled?: boolean;
  readonly group_id?: number;
  readonly customer_id?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export async function updateDevices(db: Kysely<Schema>, changes: readonly DeviceChange[]): Promise<void> {
  await sql`
    UPDATE devices AS d SET unique_id = coalesce(given.unique_id, d.unique_id), name = coalesce(given.name, d.name),
      model = coalesce(given.model, d.model), phone = coalesce(given.phone, d.phone),
      contact = coalesce(given.contact, d.contact), category = coalesce(given.category, d.category),
      disabled = coalesce(given.disabled, d.disabled), group_id = coalesce(given.group_id, d.group_id),
      customer_id = coalesce(given.customer_id, d.customer_id),
      attributes = d.attributes || coalesce(given.attributes, '{}')
    FROM json_to_recordset(${JSON.stringify(changes)}::json) AS given (
      id integer, unique_id text, name text, model text, phone text, contact text, category text, disabled boolean,
      group_id integer, customer_id integer, attributes jsonb
    ) WHERE d.id = given.id`.execute(db);
}

/** Gives devices to a group or customer, or to none. */
export async function relocateDevices(
  db: Kysely<Schema>,
  ids: readonly number[],
  column: 'group_id' | 'customer_id',
  to: number | null,
): Promise<void> {
  await sql`UPDATE devices SET ${sql.ref(column)} = ${to} WHERE id = ANY(${ids}::integer[])`.execute(db);
}

/** As `deleteDevice`, many at once; those that were there. */
export async function deleteDevices(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly Pick<DeviceRow, 'id' | 'unique_id' | 'name'>[]> {
  const { rows } = await sql<Pick<DeviceRow, 'id' | 'unique_id' | 'name'>>`
    WITH deleted AS (DELETE FROM devices WHERE id = ANY(${ids}::integer[]) RETURNING id, unique_id, name),
    noted AS (INSERT INTO removed_devices (device_id) SELECT id FROM deleted)
    SELECT * FROM deleted`.execute(db);
  return rows;
}
