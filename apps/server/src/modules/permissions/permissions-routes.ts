import { linkableKindSchema, linkableQuerySchema, linkableSchema } from '@atalaia/contract/accounts/linkable';
import { permissionSchema, permissionsSchema } from '@atalaia/contract/accounts/permission';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { LinkablesService } from './linkables-service.ts';
import type { PermissionsService } from './permissions-service.ts';

const route = routeOptions('permissions');

export interface PermissionsParts {
  readonly permissions: PermissionsService;
  readonly linkables: LinkablesService;
}

export function permissionsRoutes(app: App, { permissions, linkables }: PermissionsParts): void {
  const one = { body: permissionSchema, answer: null } as const;
  const several = { body: permissionsSchema, answer: null } as const;

  app.post('/permissions', route('writer', 'Creates a link', one), (request) =>
    permissions.link(callerOf(request), [request.body]),
  );
  app.delete('/permissions', route('writer', 'Removes a link', one), (request) =>
    permissions.unlink(callerOf(request), [request.body]),
  );
  app.post('/permissions/bulk', route('writer', 'Creates links, all or none', several), (request) =>
    permissions.link(callerOf(request), request.body),
  );
  app.delete('/permissions/bulk', route('writer', 'Removes links, all or none', several), (request) =>
    permissions.unlink(callerOf(request), request.body),
  );

  app.get(
    '/permissions/:kind',
    route('signed-in', 'Lists a page of what may be linked, linked ones first', {
      params: z.object({ kind: linkableKindSchema }),
      querystring: linkableQuerySchema,
      answer: z.array(linkableSchema),
    }),
    async (request, reply) => {
      const { kind } = request.params;
      const { total, rows } = await linkables.page(callerOf(request), kind, request.query);
      void reply.header('x-total-count', total);
      return [...rows];
    },
  );
}
