import {
  accountLinkLookSchema,
  accountLinkPasswordSchema,
  accountLinkSchema,
  invitationSchema,
  resetRequestSchema,
} from '@atalaia/contract/accounts/account-link';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { browserPlaceOf, refuseForeignSite } from '../../platform/http/origins.ts';
import type { AccountLinksService } from './account-links-service.ts';

const tags = ['session'];

export function accountLinksRoutes(app: App, links: AccountLinksService): void {
  app.post(
    '/session/reset',
    {
      config: { access: 'public', refusals: [403, 409] },
      schema: {
        summary: 'Sends a link for a new password, where there is such an account',
        tags,
        body: resetRequestSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      refuseForeignSite(request);
      await links.requestReset(request.body.email, request.ip);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/account-links/look',
    {
      config: { access: 'public', refusals: [404, 410] },
      schema: {
        summary: 'Reads whom a link for a password is for',
        tags,
        body: accountLinkLookSchema,
        response: { 200: accountLinkSchema },
      },
    },
    (request) => links.look(request.body.token, request.ip),
  );
  app.post(
    '/account-links/password',
    {
      config: { access: 'public', refusals: [404, 410] },
      schema: {
        summary: 'Sets the password by a link, once; the sessions of the account end',
        tags,
        body: accountLinkPasswordSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await links.setPassword(request.body.token, request.body.password, request.ip);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/users/:id/invitation',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Makes a link by which a user sets his password, for seven days',
        tags: ['users'],
        params: idParamsSchema,
        response: { 200: invitationSchema },
      },
    },
    (request) => links.invite(callerOf(request), Number(request.params.id), browserPlaceOf(request).origin),
  );
}
