import type { Accumulators } from '@atalaia/contract/accumulators';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { Totals } from '../../ingest/totals.ts';
import { writeAudit } from '../../writing/audit.ts';
import type { Commit } from '../../writing/commit.ts';
import type { Sight } from '../sight/sight.ts';
import { findAccumulators } from './accumulators-queries.ts';

export interface AccumulatorsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Pick<Sight, 'isDeviceVisible'>;
  readonly totals: Pick<Totals, 'set'>;
}

export interface AccumulatorsService {
  read(caller: Caller, deviceId: number): Promise<Accumulators>;
  /** The device counts on from these (DEV-02). Metres and milliseconds. */
  write(caller: Caller, deviceId: number, input: Accumulators): Promise<void>;
}

export function createAccumulatorsService({
  kysely,
  commit,
  sight,
  totals,
}: AccumulatorsParts): AccumulatorsService {
  return {
    async read(caller, deviceId) {
      if (!(await sight.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      return findAccumulators(kysely, deviceId);
    },
    async write(caller, deviceId, input) {
      if (!(await sight.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      await commit(async (transaction) => {
        if (input.deviceId !== deviceId) {
          throw fieldRefusal('invalid-input', {
            path: 'deviceId',
            message: 'is not the device of the address',
          });
        }
        const { totalDistance, hours } = input;
        const before = await findAccumulators(transaction, deviceId);
        await writeAudit(transaction, caller, {
          action: 'accumulators',
          noun: 'device',
          objectId: deviceId,
          details: {
            before: { totalDistance: before.totalDistance, hours: before.hours },
            totalDistance,
            hours,
          },
        });
        // the writers' own transaction, and the last thing that can fail here
        const settled = await totals.set(deviceId, {
          totalDistanceMetres: totalDistance,
          hoursMs: Math.round(hours),
        });
        if (settled === 'gone') throw notFound('device', deviceId);
        if (settled !== 'committed') throw new AppError('not-ready', 'the counts could not be stored now');
      });
    },
  };
}
