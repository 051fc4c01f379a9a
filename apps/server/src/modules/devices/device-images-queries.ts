/** The picture of a device: uploaded, and shown to who sees the device. */
import { type Kysely, sql } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { type StorableImage, storableImage } from '../../platform/images/storable-image.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

export const largestImageBytes = 5 * 1024 * 1024;

export interface DeviceImages {
  /** Takes the place of the one before; the file’s name, as clients of the field store it. */
  upload(caller: Caller, deviceId: number, bytes: Buffer): Promise<string>;
  /** By the device’s number, or by its identifier. */
  read(viewer: Viewer, device: number | string): Promise<Pick<StorableImage, 'type' | 'bytes'>>;
}

export function createDeviceImages({
  kysely,
  commit,
}: {
  kysely: Kysely<Schema>;
  commit: Commit;
}): DeviceImages {
  const seen = async (db: Kysely<Schema>, viewer: Viewer, id: number) => {
    const { rows } = await sql`SELECT FROM ${visibleDevices(viewer)} WHERE d.id = ${id}`.execute(db);
    if (rows.length === 0) throw notFound('device', id);
  };
  return {
    async upload(caller, deviceId, sent) {
      await seen(kysely, caller, deviceId);
      const { type, ending, bytes } = await storableImage(sent, 'body', largestImageBytes);
      await commit(async (transaction) => {
        await seen(transaction, caller, deviceId);
        await sql`
          INSERT INTO device_images (device_id, type, bytes) VALUES (${deviceId}, ${type}, ${bytes})
          ON CONFLICT (device_id) DO UPDATE SET type = excluded.type, bytes = excluded.bytes, uploaded_at = now()`.execute(
          transaction,
        );
        const details = { changed: ['image'] };
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'device',
          objectId: deviceId,
          details,
        });
      });
      return `device.${ending}`;
    },
    async read(viewer, device) {
      const named = typeof device === 'number' ? sql`d.id = ${device}` : sql`d.unique_id = ${device}`;
      const { rows } = await sql<Pick<StorableImage, 'type' | 'bytes'>>`
        SELECT i.type, i.bytes FROM ${visibleDevices(viewer)} JOIN device_images AS i ON i.device_id = d.id
        WHERE ${named}`.execute(kysely);
      if (!rows[0]) throw notFound('image', device);
      return rows[0];
    },
  };
}
