import { userInputSchema, userQuerySchema, userSchema } from '@atalaia/contract/accounts/user';
import type { App } from '../../platform/http/app-type.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { UsersService } from './users-service.ts';

export function usersRoutes(app: App, service: UsersService): void {
  crudRoutes(app, {
    path: '/users',
    schema: userSchema,
    inputSchema: userInputSchema,
    querySchema: userQuerySchema,
    writing: 'writer',
    service,
  });
}
