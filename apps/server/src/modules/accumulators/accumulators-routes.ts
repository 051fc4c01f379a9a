import { accumulatorsInputSchema, accumulatorsSchema } from '@atalaia/contract/devices/device';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { AccumulatorsService } from './accumulators-service.ts';

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
