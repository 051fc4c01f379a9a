import { permissionSchema } from '@atalaia/contract/permission';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import type { PermissionsService } from './permissions-service.ts';

export function permissionsRoutes(app: App, permissions: PermissionsService): void {
  const options = {
    config: { access: 'writer' },
    schema: { tags: ['permissions'], body: permissionSchema, response: { 204: z.null() } },
  } as const;
  app.post('/permissions', options, async (request, reply) => {
    await permissions.link(callerOf(request), request.body);
    return reply.code(204).send(null);
  });
  app.delete('/permissions', options, async (request, reply) => {
    await permissions.unlink(callerOf(request), request.body);
    return reply.code(204).send(null);
  });
}
