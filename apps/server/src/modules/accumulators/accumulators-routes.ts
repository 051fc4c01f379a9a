import { accumulatorsSchema } from '@atalaia/contract/devices/device';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { AccumulatorsService } from './accumulators-service.ts';

const tags = ['devices'];
const params = idParamsSchema;
const path = '/devices/:id/accumulators';

export function accumulatorsRoutes(app: App, accumulators: AccumulatorsService): void {
  app.get(
    path,
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Reads the totals of a device: distance and hours',
        tags,
        params,
        response: { 200: accumulatorsSchema },
      },
    },
    (request) => accumulators.read(callerOf(request), Number(request.params.id)),
  );
  app.put(
    path,
    {
      config: { access: 'device-writer' },
      schema: {
        summary: 'Sets the totals of a device: distance and hours',
        tags,
        params,
        body: accumulatorsSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await accumulators.write(callerOf(request), Number(request.params.id), request.body);
      return reply.code(204).send(null);
    },
  );
}
