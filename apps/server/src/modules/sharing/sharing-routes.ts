import {
  fieldShareDeviceSchema,
  fieldShareGroupSchema,
  locationShareInputSchema,
  locationShareSchema,
  newLocationShareSchema,
  sharedLocationSchema,
} from '@atalaia/contract/accounts/location';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import formbody from '@fastify/formbody';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { SharingService } from './sharing-service.ts';

const route = routeOptions('location');
const tokenParamsSchema = z.object({ token: z.string().min(1) });

/** Links that show where devices are to somebody without an account. */
export function sharingRoutes(app: App, sharing: SharingService): void {
  app.post(
    '/location/session',
    route('writer', 'Shares the location of a device by a link, for a time', {
      body: locationShareInputSchema,
      answer: newLocationShareSchema,
    }),
    (request) => sharing.share(callerOf(request), request.body),
  );
  app.get(
    '/location/sessions',
    route('signed-in', 'Lists the links that share locations', { answer: z.array(locationShareSchema) }),
    (request) => sharing.list(callerOf(request)),
  );
  app.delete(
    '/location/sessions/:id',
    route('writer', 'Revokes a link that shares a location', { params: idParamsSchema, answer: null }),
    (request) => sharing.revoke(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/location/:token',
    route({ access: 'public', refusals: [410] }, 'Reads the location that a link shares; needs no account', {
      params: tokenParamsSchema,
      answer: sharedLocationSchema,
    }),
    (request) => sharing.read(request.params.token, request.ip),
  );
}

const sharesByForm = { access: 'writer', takesForm: true, answerTypes: ['text/plain'] } as const;

/** As clients of the field share: a form, and the token as plain text. It opens `/shared/{token}` and no account. */
export async function fieldShareRoutes(app: App, sharing: SharingService): Promise<void> {
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  app.post(
    '/share/device',
    route(sharesByForm, 'Shares the location of a device; the answer is the token', {
      body: fieldShareDeviceSchema,
    }),
    async (request, reply) => {
      const { deviceId, expiration } = request.body;
      const token = await sharing.shareNumber(callerOf(request), { deviceId: Number(deviceId) }, expiration);
      return reply.type('text/plain; charset=utf-8').send(token);
    },
  );
  app.post(
    '/share/group',
    route(sharesByForm, 'Shares the locations of the devices of a group; the answer is the token', {
      body: fieldShareGroupSchema,
    }),
    async (request, reply) => {
      const { groupId, expiration } = request.body;
      const token = await sharing.shareNumber(callerOf(request), { groupId: Number(groupId) }, expiration);
      return reply.type('text/plain; charset=utf-8').send(token);
    },
  );
}
