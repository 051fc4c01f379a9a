import {
  type Accumulators,
  type AccumulatorsInput,
  accumulatorsInputSchema,
  accumulatorsSchema,
} from '@atalaia/contract/devices/device';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Totals } from '../../ingest/totals.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { findAccumulators } from './accumulators-queries.ts';

export interface AccumulatorsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  readonly totals: Pick<Totals, 'set'>;
}

export interface AccumulatorsService {
  read(caller: Caller, deviceId: number): Promise<Accumulators>;
  /** The device counts on from these, and what is left out from where it is (DEV-02). Metres and milliseconds. */
  write(caller: Caller, deviceId: number, input: AccumulatorsInput): Promise<void>;
}

export function createAccumulatorsService({
  kysely,
  commit,
  visibility,
  totals,
}: AccumulatorsParts): AccumulatorsService {
  return {
    async read(caller, deviceId) {
      if (!(await visibility.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      return findAccumulators(kysely, deviceId);
    },
    async write(caller, deviceId, input) {
      if (!(await visibility.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      await commit(async (transaction) => {
        if (input.deviceId !== undefined && input.deviceId !== deviceId) {
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
            before: {
              ...(totalDistance !== undefined && { totalDistance: before.totalDistance }),
              ...(hours !== undefined && { hours: before.hours }),
            },
            ...{ totalDistance, hours },
          },
        });
        // the writers' own transaction, and the last step that can fail here
        const settled = await totals.set(deviceId, {
          totalDistanceMetres: totalDistance,
          hoursMs: hours === undefined ? undefined : Math.round(hours),
        });
        if (settled === 'removed') throw notFound('device', deviceId);
        if (settled !== 'committed') throw new AppError('not-ready', 'the counts could not be stored now');
      });
    },
  };
}

const route = routeOptions('devices');
const params = idParamsSchema;
const path = '/devices/:id/accumulators';

export function accumulatorsRoutes(app: App, accumulators: AccumulatorsService): void {
  app.get(
    path,
    route('signed-in', 'Reads the totals of a device: distance and hours', {
      params,
      answer: accumulatorsSchema,
    }),
    (request) => accumulators.read(callerOf(request), Number(request.params.id)),
  );
  app.put(
    path,
    route('device-writer', 'Sets the totals of a device: distance and hours', {
      params,
      body: accumulatorsInputSchema,
      answer: null,
    }),
    (request) => accumulators.write(callerOf(request), Number(request.params.id), request.body),
  );
}
