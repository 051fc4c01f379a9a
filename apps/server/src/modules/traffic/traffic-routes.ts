import { trafficEntrySchema } from '@atalaia/contract/devices/traffic';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { TrafficService } from './traffic-service.ts';

const response = { 200: z.array(trafficEntrySchema) };
const strangerSchema = z.object({ uniqueId: z.string().min(1).max(128) });

/** Raw traffic, for anybody who installs a tracker in the field (ING-09). */
export function trafficRoutes(app: App, traffic: TrafficService): void {
  app.get(
    '/devices/:id/traffic',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists what a tracker sent recently, raw and decoded',
        tags: ['devices'],
        params: idParamsSchema,
        response,
      },
    },
    async (request) => [...(await traffic.ofDevice(callerOf(request), Number(request.params.id)))],
  );
  app.get(
    '/unknown-trackers/:uniqueId/traffic',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Lists what an unknown tracker sent recently',
        tags: ['unknown-trackers'],
        params: strangerSchema,
        response,
      },
    },
    async (request) => [...traffic.ofStranger(request.params.uniqueId)],
  );
}
