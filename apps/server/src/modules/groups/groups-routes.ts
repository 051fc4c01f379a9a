import { groupInputSchema, groupQuerySchema, groupSchema } from '@atalaia/contract/accounts/group';
import type { App } from '../../platform/http/app-type.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { GroupsService } from './groups-service.ts';

export function groupsRoutes(app: App, service: GroupsService): void {
  crudRoutes(app, {
    path: '/groups',
    one: 'a group',
    list: 'the groups that the caller may see, by name',
    schema: groupSchema,
    inputSchema: groupInputSchema,
    querySchema: groupQuerySchema,
    writing: 'writer',
    service,
  });
}
