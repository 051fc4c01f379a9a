import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { StorableImage } from '../../platform/images/storable-image.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

type StoredImage = Pick<StorableImage, 'type' | 'bytes'>;

export async function putDeviceImage(db: Kysely<Schema>, deviceId: number, { type, bytes }: StoredImage) {
  await sql`
    INSERT INTO device_images (device_id, type, bytes) VALUES (${deviceId}, ${type}, ${bytes})
    ON CONFLICT (device_id) DO UPDATE SET type = excluded.type, bytes = excluded.bytes, uploaded_at = now()`.execute(
    db,
  );
}

/** Of a visible device, by its number or its identifier. */
export async function findDeviceImage(
  db: Kysely<Schema>,
  viewer: Viewer,
  device: number | string,
): Promise<StoredImage | undefined> {
  const named = typeof device === 'number' ? sql`d.id = ${device}` : sql`d.unique_id = ${device}`;
  const { rows } = await sql<StoredImage>`
    SELECT i.type, i.bytes FROM ${visibleDevices(viewer)} JOIN device_images AS i ON i.device_id = d.id
    WHERE ${named}`.execute(db);
  return rows[0];
}
