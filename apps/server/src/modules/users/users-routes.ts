import { userInputSchema, userQuerySchema, userSchema } from '@atalaia/contract/accounts/user';
import type { App } from '../../platform/http/app-type.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { UsersService } from './users-service.ts';

export function usersRoutes(app: App, service: UsersService): void {
  crudRoutes(app, {
    path: '/users',
    one: 'a user',
    list: 'the caller and the users that the caller manages, by name',
    schema: userSchema,
    inputSchema: userInputSchema,
    querySchema: userQuerySchema,
    writing: 'writer',
    service,
  });
}
