import { linkableKindSchema, linkableQuerySchema, linkableSchema } from '@atalaia/contract/accounts/linkable';
import { permissionSchema, permissionsSchema } from '@atalaia/contract/accounts/permission';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { LinkablesService } from './linkables-service.ts';
import type { PermissionsService } from './permissions-service.ts';

export interface PermissionsParts {
  readonly permissions: PermissionsService;
  readonly linkables: LinkablesService;
}

export function permissionsRoutes(app: App, { permissions, linkables }: PermissionsParts): void {
  const config = { access: 'writer' } as const;
  const shared = { tags: ['permissions'], response: { 204: z.null() } };
  const one = { ...shared, body: permissionSchema };
  const several = { ...shared, body: permissionsSchema };

  app.post(
    '/permissions',
    { config, schema: { summary: 'Creates a link', ...one } },
    async (request, reply) => {
      await permissions.link(callerOf(request), [request.body]);
      return reply.code(204).send(null);
    },
  );
  app.delete(
    '/permissions',
    { config, schema: { summary: 'Removes a link', ...one } },
    async (request, reply) => {
      await permissions.unlink(callerOf(request), [request.body]);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/permissions/bulk',
    { config, schema: { summary: 'Creates links, all or none', ...several } },
    async (request, reply) => {
      await permissions.link(callerOf(request), request.body);
      return reply.code(204).send(null);
    },
  );
  app.delete(
    '/permissions/bulk',
    { config, schema: { summary: 'Removes links, all or none', ...several } },
    async (request, reply) => {
      await permissions.unlink(callerOf(request), request.body);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/permissions/:kind',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists a page of what may be linked, linked ones first',
        tags: ['permissions'],
        params: z.object({ kind: linkableKindSchema }),
        querystring: linkableQuerySchema,
        response: { 200: z.array(linkableSchema) },
      },
    },
    async (request, reply) => {
      const { kind } = request.params;
      const { total, rows } = await linkables.page(callerOf(request), kind, request.query);
      void reply.header('x-total-count', total);
      return [...rows];
    },
  );
}
