import { type Insertable, type Kysely, sql } from 'kysely';
import type { DevicesTable, Schema } from '../../db/schema.ts';

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
