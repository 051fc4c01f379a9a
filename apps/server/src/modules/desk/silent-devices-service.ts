import type { SilentDeviceInput, SilentDeviceQuery } from '@atalaia/contract/desk/no-communication';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonList } from '../../platform/http/json-text.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import type { Caller } from '../../visibility/caller.ts';
import { readDeskSettings } from './desk-settings-queries.ts';
import { findColleague } from './presence-queries.ts';
import { describeSilentDevices, findSilentDevices, writeSilentDevice } from './silent-devices-queries.ts';

export interface SilentDevicesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}

export type SilentDevicesService = ReturnType<typeof createSilentDevicesService>;

export function createSilentDevicesService({ kysely, commit }: SilentDevicesParts) {
  return {
    async list(caller: Caller, query: SilentDeviceQuery): Promise<JsonList> {
      const page = await findSilentDevices(kysely, caller, query, await readDeskSettings(kysely));
      return jsonList(page, (ids) => describeSilentDevices(kysely, ids));
    },
    /** Throws `not-found` for a vehicle that is not in the list, or left it meanwhile. */
    change: (caller: Caller, deviceId: number, input: SilentDeviceInput): Promise<string> =>
      commit(async (transaction) => {
        const settings = await readDeskSettings(transaction);
        const { ids } = await findSilentDevices(transaction, caller, { deviceId }, settings);
        if (ids.length === 0) throw notFound('silent device', deviceId);
        if (input.userId && !(await findColleague(transaction, input.userId)))
          throw referenceRefusal('userId');
        await writeSilentDevice(transaction, deviceId, input);
        const details = { changed: Object.keys(input), noCommunication: true };
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'device',
          objectId: deviceId,
          details,
        });
        return describeSilentDevices(transaction, [deviceId]);
      }),
  };
}
