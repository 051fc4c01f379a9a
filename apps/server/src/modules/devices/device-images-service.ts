/** The picture of a device: uploaded, and shown to who sees the device. */
import { largestImageBytes } from '@atalaia/contract/devices/device';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { type StorableImage, storableImage } from '../../platform/images/storable-image.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { findDeviceImage, putDeviceImage } from './device-images-queries.ts';
import { findDevice } from './devices-queries.ts';

export interface DeviceImages {
  /** Takes the place of the one before; the file’s name, as clients of the field store it. */
  upload(caller: Caller, deviceId: number, bytes: Buffer): Promise<string>;
  /** By the device’s number, or by its identifier. */
  read(viewer: Viewer, device: number | string): Promise<Pick<StorableImage, 'type' | 'bytes'>>;
}

interface DeviceImagesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}

export function createDeviceImages({ kysely, commit }: DeviceImagesParts): DeviceImages {
  const requireSeen = async (db: Kysely<Schema>, viewer: Viewer, id: number) => {
    if (!(await findDevice(db, viewer, id))) throw notFound('device', id);
  };
  return {
    async upload(caller, deviceId, sent) {
      await requireSeen(kysely, caller, deviceId);
      const image = await storableImage(sent, 'body', largestImageBytes);
      await commit(async (transaction) => {
        await requireSeen(transaction, caller, deviceId);
        await putDeviceImage(transaction, deviceId, image);
        const details = { changed: ['image'] };
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'device',
          objectId: deviceId,
          details,
        });
      });
      return `device.${image.ending}`;
    },
    async read(viewer, device) {
      const image = await findDeviceImage(kysely, viewer, device);
      if (!image) throw notFound('image', device);
      return image;
    },
  };
}
