import { passkeySignInSchema, webAuthnOptionsSchema } from '@atalaia/contract/accounts/second-factor';
import {
  credentialsSchema,
  type Session,
  sessionEntrySchema,
  sessionQuerySchema,
  sessionSchema,
  tokenInputSchema,
  tokenRevocationSchema,
} from '@atalaia/contract/accounts/session';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import formbody from '@fastify/formbody';
import { z } from 'zod';
import type { App, Reply, Request } from '../../platform/http/app-type.ts';
import { callerOf, cookieTokenIn, credentialsOf, refuseLure } from '../../platform/http/authentication.ts';
import {
  browserPlaceOf,
  isFromForeignSite,
  mayBeLured,
  refuseForeignSite,
} from '../../platform/http/origins.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import {
  clearSessionCookies,
  keepInCookie,
  keepSignedIn,
  signInPlaceOf,
} from '../../platform/http/sign-in-cookies.ts';
import type { PasskeysService } from '../second-factor/passkeys-service.ts';
import type { SessionsService, SignedIn } from './sessions-service.ts';

const route = routeOptions('session');
const credentialsLimitBytes = 16 * 1024;

/** Signing in, staying so, signing out. The form's body is taken here only, and JSON beside it. */
export async function sessionsRoutes(
  app: App,
  sessions: SessionsService,
  passkeys: SigningPasskeys,
): Promise<void> {
  await app.register(formbody, { bodyLimit: credentialsLimitBytes });

  app.post(
    '/session',
    route(
      { access: 'public', takesForm: true, refusals: [401, 403] },
      'Signs in with e-mail or login and password',
      { body: credentialsSchema, bodyLimit: credentialsLimitBytes, answer: sessionSchema },
    ),
    async (request, reply) => {
      // another site must not sign its visitor in as somebody else
      refuseForeignSite(request);
      return opened(request, reply, await sessions.signIn(request.body, signInPlaceOf(request)));
    },
  );

  app.get(
    '/session',
    route(
      { access: 'signed-in', tokenInQuery: true, scope: 'any', beforeSecondFactor: true },
      'Reads the signed-in user; a token in the address signs in',
      { querystring: sessionQuerySchema, answer: sessionSchema },
    ),
    async (request, reply) => {
      const carried = credentialsOf(request.headers, undefined);
      const token =
        request.query.token ??
        (typeof carried === 'object' && carried.via === 'bearer' ? carried.token : undefined);
      const isOfAddress = request.query.token !== undefined;
      // images and spreadsheets are fetched by the cookie, which a browser may have lost since
      if (token && !isFromForeignSite(request) && !(isOfAddress && mayBeLured(request)))
        keepInCookie(request, reply, token);
      return sessions.describe(callerOf(request));
    },
  );

  app.get(
    '/session/:id',
    route(
      { access: 'writer', scope: 'write' },
      'Opens a session of a user whom the caller manages; noted in the audit',
      { params: idParamsSchema, answer: sessionSchema },
    ),
    async (request, reply) => {
      // it changes who the browser is, though it is asked by GET
      refuseForeignSite(request);
      refuseLure(request);
      const agent = request.headers['user-agent'] ?? null;
      const session = await sessions.signInAs(callerOf(request), Number(request.params.id), agent);
      keepInCookie(request, reply, session.token);
      return session;
    },
  );

  app.delete(
    '/session',
    route(
      { access: 'signed-in', scope: 'any', beforeSecondFactor: true },
      'Signs out; tokens made for programs stay valid',
      { answer: null },
    ),
    async (request, reply) => {
      // another site makes a browser send the cookie: it ends nothing that way
      const cookieToken = isFromForeignSite(request) ? undefined : cookieTokenIn(request);
      await sessions.signOut(callerOf(request), cookieToken);
      clearSessionCookies(request, reply);
    },
  );

  passkeyRoutes(app, sessions, passkeys);
  tokenRoutes(app, sessions);
  entryRoutes(app, sessions);
}

type SigningPasskeys = Pick<PasskeysService, 'signInOptions' | 'userOf'>;

/** Signing in with a passkey alone. */
function passkeyRoutes(app: App, sessions: SessionsService, passkeys: SigningPasskeys): void {
  app.post(
    '/session/passkey/options',
    route('public', 'What a browser signs in with a passkey by', { answer: webAuthnOptionsSchema }),
    (request) => passkeys.signInOptions(browserPlaceOf(request)),
  );

  app.post(
    '/session/passkey',
    route({ access: 'public', refusals: [401, 403] }, 'Signs in with a passkey', {
      body: passkeySignInSchema,
      bodyLimit: credentialsLimitBytes,
      answer: sessionSchema,
    }),
    async (request, reply) => {
      refuseForeignSite(request);
      const userId = await passkeys.userOf(request.body.response, browserPlaceOf(request), request.ip);
      return opened(request, reply, await sessions.signInByPasskey(userId, signInPlaceOf(request)));
    },
  );
}

/** Tokens that a person makes for programs. */
function tokenRoutes(app: App, sessions: SessionsService): void {
  app.post(
    '/session/token',
    route(
      { access: 'signed-in', takesForm: true, answerTypes: ['text/plain'] },
      'Makes a token for another program, valid until a chosen time',
      { body: tokenInputSchema, bodyLimit: credentialsLimitBytes },
    ),
    async (request, reply) => {
      const userAgent = request.headers['user-agent'] ?? null;
      const token = await sessions.makeToken(callerOf(request), request.body, userAgent);
      return reply.type('text/plain; charset=utf-8').send(token);
    },
  );

  app.post(
    '/session/token/revoke',
    route({ access: 'signed-in', takesForm: true }, 'Ends a token that the caller made for a program', {
      body: tokenRevocationSchema,
      bodyLimit: credentialsLimitBytes,
      answer: null,
    }),
    (request) => sessions.revokeToken(callerOf(request), request.body.token),
  );
}

/** The browser is signed in, and known from now on. */
function opened(request: Request, reply: Reply, signedIn: SignedIn): Session {
  keepSignedIn(request, reply, signedIn);
  return signedIn.session;
}

/** The caller's own sessions and tokens. */
function entryRoutes(app: App, sessions: SessionsService): void {
  app.get(
    '/sessions',
    route('signed-in', 'Lists the open sessions of the caller', { answer: z.array(sessionEntrySchema) }),
    (request) => sessions.list(callerOf(request)),
  );

  app.delete(
    '/sessions/:id',
    route('signed-in', 'Ends a session, or revokes a token of a program', {
      params: idParamsSchema,
      answer: null,
    }),
    (request) => sessions.end(callerOf(request), Number(request.params.id)),
  );
}
