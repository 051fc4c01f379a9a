import { permissionSchema, permissionsSchema } from '@atalaia/contract/permission';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import type { PermissionsService } from './permissions-service.ts';

export function permissionsRoutes(app: App, permissions: PermissionsService): void {
  const config = { access: 'writer' } as const;
  const said = { tags: ['permissions'], response: { 204: z.null() } };
  const one = { config, schema: { ...said, body: permissionSchema } };
  const several = { config, schema: { ...said, body: permissionsSchema } };

  app.post('/permissions', one, async (request, reply) => {
    await permissions.link(callerOf(request), [request.body]);
    return reply.code(204).send(null);
  });
  app.delete('/permissions', one, async (request, reply) => {
    await permissions.unlink(callerOf(request), [request.body]);
    return reply.code(204).send(null);
  });
  app.post('/permissions/bulk', several, async (request, reply) => {
    await permissions.link(callerOf(request), request.body);
    return reply.code(204).send(null);
  });
  app.delete('/permissions/bulk', several, async (request, reply) => {
    await permissions.unlink(callerOf(request), request.body);
    return reply.code(204).send(null);
  });
}
