import { deviceSchema } from '@atalaia/contract/devices/device';
import {
  registerTrackerSchema,
  trackerPortSchema,
  unknownTrackerQuerySchema,
  unknownTrackerSchema,
} from '@atalaia/contract/devices/unknown-tracker';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson, sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { UnknownTrackersService } from './unknown-trackers-service.ts';

const route = routeOptions('unknown-trackers');
const paramsSchema = z.object({ uniqueId: z.string().min(1).max(128) });

export function unknownTrackersRoutes(app: App, trackers: UnknownTrackersService): void {
  app.get(
    '/unknown-trackers',
    route('administrator', 'Lists trackers that connected and are not registered', {
      querystring: unknownTrackerQuerySchema,
      answer: z.array(unknownTrackerSchema),
    }),
    (request, reply) => sendJsonArray(reply, trackers.list(request.query)),
  );
  app.get(
    '/unknown-trackers/ports',
    route('administrator', 'Lists the ports that trackers connect to, by protocol', {
      answer: z.array(trackerPortSchema),
    }),
    async () => trackers.ports(),
  );
  app.post(
    '/unknown-trackers/:uniqueId/register',
    route('administrator', 'Creates a device for an unknown tracker', {
      params: paramsSchema,
      body: registerTrackerSchema,
      answer: deviceSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await trackers.register(callerOf(request), request.params.uniqueId, request.body)),
  );
}
