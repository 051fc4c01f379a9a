import { trafficEntrySchema } from '@atalaia/contract/devices/traffic';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { TrafficService } from './traffic-service.ts';

const route = routeOptions('devices');
const unknownTrackersRoute = routeOptions('unknown-trackers');

const strangerSchema = z.object({ uniqueId: z.string().min(1).max(128) });

/** Raw traffic, for anybody who installs a tracker in the field (ING-09). */
export function trafficRoutes(app: App, traffic: TrafficService): void {
  app.get(
    '/devices/:id/traffic',
    route('signed-in', 'Lists what a tracker sent recently, raw and decoded', {
      params: idParamsSchema,
      answer: z.array(trafficEntrySchema),
    }),
    async (request) => [...(await traffic.ofDevice(callerOf(request), Number(request.params.id)))],
  );
  app.get(
    '/unknown-trackers/:uniqueId/traffic',
    unknownTrackersRoute('administrator', 'Lists what an unknown tracker sent recently', {
      params: strangerSchema,
      answer: z.array(trafficEntrySchema),
    }),
    async (request) => [...(await traffic.ofStranger(request.params.uniqueId))],
  );
}
