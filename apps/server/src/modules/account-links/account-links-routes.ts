import {
  accountLinkLookSchema,
  accountLinkPasswordSchema,
  accountLinkSchema,
  invitationSchema,
  resetRequestSchema,
} from '@atalaia/contract/accounts/account-link';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import formbody from '@fastify/formbody';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { browserPlaceOf, refuseForeignSite } from '../../platform/http/origins.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { AccountLinksService } from './account-links-service.ts';

const route = routeOptions('session');
const usersRoute = routeOptions('users');

/** As programs of the field ask for a new password and set it by the token of the mail: by forms. */
export async function fieldPasswordRoutes(app: App, links: AccountLinksService): Promise<void> {
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  resetRoute(app, links, '/password/reset', { takesForm: true });
  app.post(
    '/password/update',
    route(
      { access: 'public', takesForm: true, refusals: [404, 410] },
      'Sets the password by the token of a link, once; the sessions of the account end',
      { body: accountLinkPasswordSchema, answer: null },
    ),
    (request) => links.setPassword(request.body.token, request.body.password, request.ip),
  );
}

function resetRoute(
  app: App,
  links: AccountLinksService,
  path: string,
  takes: { takesForm?: true } = {},
): void {
  app.post(
    path,
    route(
      { access: 'public', refusals: [403, 409], ...takes },
      'Sends a link for a new password, where there is such an account',
      { body: resetRequestSchema, answer: null },
    ),
    async (request) => {
      refuseForeignSite(request);
      await links.requestReset(request.body.email, request.ip);
    },
  );
}

export function accountLinksRoutes(app: App, links: AccountLinksService): void {
  resetRoute(app, links, '/session/reset');
  app.post(
    '/account-links/look',
    route({ access: 'public', refusals: [404, 410] }, 'Reads whom a link for a password is for', {
      body: accountLinkLookSchema,
      answer: accountLinkSchema,
    }),
    (request) => links.look(request.body.token, request.ip),
  );
  app.post(
    '/account-links/password',
    route(
      { access: 'public', refusals: [404, 410] },
      'Sets the password by a link, once; the sessions of the account end',
      { body: accountLinkPasswordSchema, answer: null },
    ),
    (request) => links.setPassword(request.body.token, request.body.password, request.ip),
  );
  app.post(
    '/users/:id/invitation',
    usersRoute('writer', 'Makes a link by which a user sets his password, for seven days', {
      params: idParamsSchema,
      answer: invitationSchema,
    }),
    (request) => links.invite(callerOf(request), Number(request.params.id), browserPlaceOf(request).origin),
  );
}
