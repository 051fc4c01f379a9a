import {
  passwordChangeSchema,
  userInputSchema,
  userQuerySchema,
  userSchema,
} from '@atalaia/contract/accounts/user';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
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
  app.put(
    '/account/password',
    {
      // whoever may only read changes how he himself signs in all the same
      config: { access: 'signed-in', scope: 'write', beforeSecondFactor: true },
      schema: {
        summary: 'Changes the password of the caller; his other sessions and his tokens end',
        tags: ['users'],
        body: passwordChangeSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await service.changePassword(callerOf(request), request.body);
      return reply.code(204).send(null);
    },
  );
}
