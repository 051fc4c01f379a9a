import {
  openIdArrivalSchema,
  openIdEndSchema,
  openIdLinkSchema,
  openIdStartSchema,
} from '@atalaia/contract/accounts/openid';
import { confirmedSchema } from '@atalaia/contract/accounts/second-factor';
import { sessionSchema } from '@atalaia/contract/accounts/session';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import type { App, Reply } from '../../platform/http/app-type.ts';
import { callerOf, cookieTokenIn } from '../../platform/http/authentication.ts';
import { browserPlaceOf, isFromForeignSite, refuseForeignSite } from '../../platform/http/origins.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import {
  clearHostCookie,
  clearSessionCookies,
  type HostCookie,
  keepSignedIn,
  readHostCookie,
  setHostCookie,
  signInPlaceOf,
} from '../../platform/http/sign-in-cookies.ts';
import type { OpenIdService } from './openid-service.ts';

/** What a browser takes along to the provider: it comes back by a way from another site. */
const flowCookie: HostCookie = { name: 'atalaia_openid', maxAgeSeconds: 15 * 60, sameSite: 'lax' };
/** What the page takes its session by. */
const arrivalCookie: HostCookie = { name: 'atalaia_arrival', maxAgeSeconds: 5 * 60, sameSite: 'strict' };

const route = routeOptions('session');
const ofAccount = routeOptions('account');

/** The way to the provider and back: addresses that a browser is led to, so that a refusal leads to the page that says it. */
export function openIdRoutes(app: App, openId: OpenIdService): void {
  app.get(
    '/session/openid/auth',
    route({ access: 'public', refusals: [404] }, 'Leads a browser to the OpenID Connect provider', {
      answer: { 302: z.null() },
    }),
    async (request, reply) => {
      try {
        const { url, flowCookie: text } = await openId.begin(browserPlaceOf(request).origin);
        setHostCookie(request, reply, flowCookie, text);
        return reply.redirect(url, 302);
      } catch (error) {
        return saidByPage(reply, error);
      }
    },
  );

  app.get(
    '/session/openid/callback',
    route(
      { access: 'public', refusals: [404] },
      'Where the OpenID Connect provider leads the browser back to; signs in',
      {
        answer: { 302: z.null() },
      },
    ),
    async (request, reply) => {
      const query = new URLSearchParams(request.url.split('?', 2)[1]);
      const taken = readHostCookie(request, flowCookie.name);
      clearHostCookie(request, reply, flowCookie.name);
      try {
        const { arrivalCookie: text, signedIn } = await openId.finish(query, taken, signInPlaceOf(request));
        if (signedIn) keepSignedIn(request, reply, signedIn);
        if (text === undefined) return reply.redirect('/login#openid-linked', 302);
        setHostCookie(request, reply, arrivalCookie, text);
        return reply.redirect('/login#openid', 302);
      } catch (error) {
        return saidByPage(reply, error);
      }
    },
  );

  arrivalRoutes(app, openId);
  linkRoutes(app, openId);
}

/** Its code, where the page finds it; what is not set up has no page. */
function saidByPage(reply: Reply, error: unknown): Reply {
  if (!(error instanceof AppError) || error.code === 'not-found') throw error;
  return reply.redirect(`/login#openid-failed=${error.code}`, 302);
}

function arrivalRoutes(app: App, openId: OpenIdService): void {
  app.post(
    '/session/openid',
    route(
      { access: 'public', refusals: [400, 401, 403, 404] },
      'Gives the page its session after the OpenID Connect provider led the browser back',
      { body: openIdArrivalSchema, answer: sessionSchema },
    ),
    async (request, reply) => {
      refuseForeignSite(request);
      const text = readHostCookie(request, arrivalCookie.name);
      const { session, deviceCookie } = await openId.take(text, request.body.code, signInPlaceOf(request));
      clearHostCookie(request, reply, arrivalCookie.name);
      if (deviceCookie !== undefined && session.token !== null)
        keepSignedIn(request, reply, { session: { ...session, token: session.token }, deviceCookie });
      return session;
    },
  );

  app.post(
    '/session/openid/end',
    route(
      { access: 'signed-in', scope: 'any', beforeSecondFactor: true, refusals: [404] },
      'Signs out, and says where the browser signs out at the OpenID Connect provider',
      { answer: openIdEndSchema },
    ),
    async (request, reply) => {
      const cookieToken = isFromForeignSite(request) ? undefined : cookieTokenIn(request);
      const { origin } = browserPlaceOf(request);
      const url = await openId.end(callerOf(request), cookieToken, origin);
      clearSessionCookies(request, reply);
      return { url };
    },
  );
}

/** The caller's own account at the provider. */
function linkRoutes(app: App, openId: OpenIdService): void {
  app.get(
    '/account/openid',
    ofAccount(
      { access: 'signed-in', refusals: [404] },
      'Reads which account of the OpenID Connect provider is linked with the caller’s',
      { answer: openIdLinkSchema },
    ),
    (request) => openId.read(callerOf(request)),
  );

  app.post(
    '/account/openid',
    ofAccount(
      { access: 'signed-in', scope: 'write', refusals: [404] },
      'Begins to link an account of the OpenID Connect provider with the caller’s',
      { body: confirmedSchema, answer: openIdStartSchema },
    ),
    async (request, reply) => {
      const { origin } = browserPlaceOf(request);
      const begun = await openId.beginLink(callerOf(request), request.body.currentPassword, origin);
      setHostCookie(request, reply, flowCookie, begun.flowCookie);
      return { url: begun.url };
    },
  );

  app.delete(
    '/account/openid',
    ofAccount(
      { access: 'signed-in', scope: 'write', refusals: [404] },
      'Takes the link with the OpenID Connect provider away',
      { body: confirmedSchema, answer: null },
    ),
    (request) => openId.unlink(callerOf(request), request.body.currentPassword),
  );
}
