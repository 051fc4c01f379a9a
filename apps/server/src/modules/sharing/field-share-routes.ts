import { fieldShareDeviceSchema, fieldShareGroupSchema } from '@atalaia/contract/accounts/location';
import formbody from '@fastify/formbody';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { SharingService } from './sharing-service.ts';

const config = { access: 'writer', takesForm: true, answerTypes: ['text/plain'] } as const;

/** As clients of the field share: a form, and the token as plain text. It opens `/shared/{token}` and no account. */
export async function fieldShareRoutes(app: App, sharing: SharingService): Promise<void> {
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  app.post(
    '/share/device',
    {
      config,
      schema: {
        summary: 'Shares the location of a device; the answer is the token',
        tags: ['location'],
        body: fieldShareDeviceSchema,
      },
    },
    async (request, reply) => {
      const { deviceId, expiration } = request.body;
      const token = await sharing.shareNumber(callerOf(request), { deviceId: Number(deviceId) }, expiration);
      return reply.type('text/plain; charset=utf-8').send(token);
    },
  );
  app.post(
    '/share/group',
    {
      config,
      schema: {
        summary: 'Shares the locations of the devices of a group; the answer is the token',
        tags: ['location'],
        body: fieldShareGroupSchema,
      },
    },
    async (request, reply) => {
      const { groupId, expiration } = request.body;
      const token = await sharing.shareNumber(callerOf(request), { groupId: Number(groupId) }, expiration);
      return reply.type('text/plain; charset=utf-8').send(token);
    },
  );
}
