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
import type { UnknownTrackersService } from './unknown-trackers-service.ts';

const tags = ['unknown-trackers'];
const paramsSchema = z.object({ uniqueId: z.string().min(1).max(128) });

export function unknownTrackersRoutes(app: App, trackers: UnknownTrackersService): void {
  app.get(
    '/unknown-trackers',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Lists trackers that connected and are not registered',
        tags,
        querystring: unknownTrackerQuerySchema,
        response: { 200: z.array(unknownTrackerSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, trackers.list(request.query)),
  );
  app.get(
    '/unknown-trackers/ports',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Lists the ports that trackers connect to, by protocol',
        tags,
        response: { 200: z.array(trackerPortSchema) },
      },
    },
    async () => trackers.ports(),
  );
  app.post(
    '/unknown-trackers/:uniqueId/register',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Creates a device for an unknown tracker',
        tags,
        params: paramsSchema,
        body: registerTrackerSchema,
        response: { 200: deviceSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await trackers.register(callerOf(request), request.params.uniqueId, request.body)),
  );
}
