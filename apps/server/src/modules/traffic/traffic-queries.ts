import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { mayWriteDevices, type Writer } from '../../visibility/caller.ts';
import { passwordAttribute } from '../../visibility/device-password.ts';

export interface FrameDevice {
  readonly uniqueId: string;
  /** The password that the reader must not read. */
  readonly hidden: string | undefined;
}

/** Whose frames these are; whether the reader sees the devices is asked before. */
export async function readFrameDevices(
  db: Kysely<Schema>,
  reader: Writer,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, FrameDevice>> {
  const { rows } = await sql<{ id: number; uniqueId: string; password: string | null }>`
    SELECT d.id, d.unique_id AS "uniqueId", d.attributes ->> ${sql.lit(passwordAttribute)} AS password
    FROM devices AS d WHERE d.id = ANY(${deviceIds}::integer[])`.execute(db);
  const isHidden = !mayWriteDevices(reader);
  return new Map(
    rows.map(({ id, uniqueId, password }) => [id, { uniqueId, hidden: (isHidden && password) || undefined }]),
  );
}
