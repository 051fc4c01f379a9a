import {
  bulkUsersSchema,
  passwordChangeSchema,
  userInputSchema,
  userQuerySchema,
  userSchema,
} from '@atalaia/contract/accounts/user';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { BulkChangesService } from '../../resources/bulk/bulk-changes-service.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { UsersService } from './users-service.ts';

const route = routeOptions('users');

export function usersRoutes(app: App, service: UsersService, bulk: BulkChangesService): void {
  crudRoutes(app, {
    path: '/users',
    one: 'a user',
    list: 'the caller and the users that the caller manages, by name',
    schema: userSchema,
    inputSchema: userInputSchema,
    querySchema: userQuerySchema,
    writing: 'writer',
    service,
    bulk: { noun: 'user', inputSchema: bulkUsersSchema, service: bulk },
  });
  app.put(
    '/account/password',
    route(
      { access: 'signed-in', scope: 'write', beforeSecondFactor: true },
      'Changes the password of the caller; his other sessions and his tokens end',
      { body: passwordChangeSchema, answer: null },
    ),
    (request) => service.changePassword(callerOf(request), request.body),
  );
}
