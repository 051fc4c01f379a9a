import {
  locationShareInputSchema,
  locationShareSchema,
  newLocationShareSchema,
  sharedLocationSchema,
} from '@atalaia/contract/accounts/location';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { SharingService } from './sharing-service.ts';

const tags = ['location'];
const tokenParamsSchema = z.object({ token: z.string().min(1) });

/** Links that show where devices are to somebody without an account. */
export function sharingRoutes(app: App, sharing: SharingService): void {
  app.post(
    '/location/session',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Shares the location of a device by a link, for a time',
        tags,
        body: locationShareInputSchema,
        response: { 200: newLocationShareSchema },
      },
    },
    (request) => sharing.share(callerOf(request), request.body),
  );
  app.get(
    '/location/sessions',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists the links that share locations',
        tags,
        response: { 200: z.array(locationShareSchema) },
      },
    },
    (request) => sharing.list(callerOf(request)),
  );
  app.delete(
    '/location/sessions/:id',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Revokes a link that shares a location',
        tags,
        params: idParamsSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await sharing.revoke(callerOf(request), Number(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.get(
    '/location/:token',
    {
      config: { access: 'public', refusals: [410] },
      schema: {
        summary: 'Reads the location that a link shares; needs no account',
        tags,
        params: tokenParamsSchema,
        response: { 200: sharedLocationSchema },
      },
    },
    (request) => sharing.read(request.params.token, request.ip),
  );
}
