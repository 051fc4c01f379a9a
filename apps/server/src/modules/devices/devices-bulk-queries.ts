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
  const { rows } = await sql<DeviceMatch>`
    SELECT d.*, coalesce(s.last_update > now() - interval '1 day', false) AS "hasReported"
    FROM ${visibleDevices(viewer)} LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE d.id = ANY(${keys.ids}::integer[]) OR d.unique_id = ANY(${keys.uniqueIds}) OR (d.attributes ->> 'plate' <> ''
      AND upper(regexp_replace(d.attributes ->> 'plate', '[^A-Za-z0-9]', '', 'g')) = ANY(${keys.plates}))
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

/** Columns that many devices are given at once, as the contract names them. */
export const bulkColumns = {
  groupId: { column: 'group_id', type: 'integer' },
  customerId: { column: 'customer_id', type: 'integer' },
  category: { column: 'category', type: 'text' },
  disabled: { column: 'disabled', type: 'boolean' },
} as const;

export type BulkColumn = keyof typeof bulkColumns;

/** Those of these devices that are seen; nobody else changes them until the end of the transaction. */
export async function lockSeen(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM ${visibleDevices(viewer)} WHERE d.id = ANY(${ids}::integer[])
    ORDER BY d.id FOR NO KEY UPDATE OF d`.execute(db);
  return rows.map(({ id }) => id);
}

export interface BulkChangeRow {
  readonly id: string;
  readonly userId: number;
  readonly act: BulkColumn | 'remove';
  readonly deviceIds: readonly number[];
  /** What each of them had, as text; null where they are to be removed. */
  readonly before: readonly (string | null)[] | null;
  readonly address: string;
  readonly secondsLeft: number;
}

const changeRow = sql`id, user_id AS "userId", act, device_ids AS "deviceIds", before, address,
  greatest(extract(epoch FROM until - now()), 0)::float8 AS "secondsLeft"`;

interface BulkRequest {
  readonly userId: number;
  readonly address: string;
  readonly ids: readonly number[];
  readonly undoSeconds: number;
}

/** Gives these devices a value, and notes what those that had another one had. */
export async function setBulk(
  db: Kysely<Schema>,
  { userId, address, ids, undoSeconds }: BulkRequest,
  act: BulkColumn,
  value: string | null,
): Promise<BulkChangeRow> {
  const { column, type } = bulkColumns[act];
  const to = sql`${value}::${sql.raw(type)}`;
  const { rows } = await sql<BulkChangeRow>`
    WITH old AS (
      SELECT d.id, d.${sql.ref(column)}::text AS value FROM devices AS d
      WHERE d.id = ANY(${ids}::integer[]) AND d.${sql.ref(column)} IS DISTINCT FROM ${to}
    ), changed AS (
      UPDATE devices AS d SET ${sql.ref(column)} = ${to} FROM old WHERE d.id = old.id
    )
    INSERT INTO bulk_changes (user_id, address, act, device_ids, before, after, until)
    SELECT ${userId}::integer, ${address}, ${act}, coalesce(array_agg(id ORDER BY id), '{}'),
      coalesce(array_agg(value ORDER BY id), '{}'), ${value}, now() + ${undoSeconds} * interval '1 second'
    FROM old RETURNING ${changeRow}`.execute(db);
  return onlyRow(rows);
}

/** They go when the time is over, unless somebody thinks better of it. */
export async function planRemoval(
  db: Kysely<Schema>,
  { userId, address, ids, undoSeconds }: BulkRequest,
): Promise<BulkChangeRow> {
  const { rows } = await sql<BulkChangeRow>`
    INSERT INTO bulk_changes (user_id, address, act, device_ids, until)
    VALUES (${userId}, ${address}, 'remove', ${ids}::integer[], now() + ${undoSeconds} * interval '1 second')
    RETURNING ${changeRow}`.execute(db);
  return onlyRow(rows);
}

function onlyRow(rows: readonly BulkChangeRow[]): BulkChangeRow {
  const [row] = rows;
  if (!row) throw new Error('a bulk change left no row');
  return row;
}

/** What this user can still undo, the newest first. */
export async function readBulkChanges(db: Kysely<Schema>, userId: number): Promise<readonly BulkChangeRow[]> {
  const { rows } = await sql<BulkChangeRow>`
    SELECT ${changeRow} FROM bulk_changes WHERE user_id = ${userId} AND until > now() ORDER BY until DESC`.execute(
    db,
  );
  return rows;
}

/** His change, which is then no more; undefined once its time is over, or for another's. */
export async function takeBulkChange(
  db: Kysely<Schema>,
  userId: number,
  id: string,
): Promise<
  (BulkChangeRow & { readonly before: readonly (string | null)[]; readonly after: string | null }) | undefined
> {
  const { rows } = await sql<
    BulkChangeRow & { readonly before: readonly (string | null)[]; readonly after: string | null }
  >`
    DELETE FROM bulk_changes WHERE id = ${id}::uuid AND user_id = ${userId} AND until > now()
    RETURNING ${changeRow}, after`.execute(db);
  return rows[0];
}

/** Back to what they had, but for those that somebody has changed meanwhile; returns which went back. */
export async function undoBulk(
  db: Kysely<Schema>,
  act: BulkColumn,
  change: {
    readonly deviceIds: readonly number[];
    readonly before: readonly (string | null)[];
    readonly after: string | null;
  },
): Promise<readonly number[]> {
  const { column, type } = bulkColumns[act];
  const cast = sql.raw(type);
  const { rows } = await sql<{ id: number }>`
    UPDATE devices AS d SET ${sql.ref(column)} = old.value::${cast}
    FROM unnest(${change.deviceIds}::integer[], ${change.before}::text[]) AS old (id, value)
    WHERE d.id = old.id AND d.${sql.ref(column)} IS NOT DISTINCT FROM ${change.after}::${cast}
    RETURNING d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** One removal whose time is over, for this transaction alone; changes whose time is over are forgotten. */
export async function takeDueRemoval(db: Kysely<Schema>, id?: string): Promise<BulkChangeRow | undefined> {
  await sql`DELETE FROM bulk_changes WHERE act <> 'remove' AND until < now() - interval '1 minute'`.execute(
    db,
  );
  const { rows } = await sql<BulkChangeRow>`
    DELETE FROM bulk_changes WHERE id = (
      SELECT id FROM bulk_changes WHERE act = 'remove' AND until <= now()
        AND ${id === undefined ? sql`true` : sql`id = ${id}::uuid`}
      ORDER BY until LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING ${changeRow}`.execute(db);
  return rows[0];
}
