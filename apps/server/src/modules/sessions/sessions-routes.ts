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
import { callerOf, cookieTokenOf, credentialsOf } from '../../platform/http/authentication.ts';
import {
  browserPlaceOf,
  isFromForeignSite,
  isFromOwnPage,
  refuseForeignSite,
} from '../../platform/http/origins.ts';
import {
  clearSessionCookies,
  keepInCookie,
  keepSignedIn,
  signInPlaceOf,
} from '../../platform/http/sign-in-cookies.ts';
import type { PasskeysService } from '../second-factor/passkeys-service.ts';
import type { SessionsService, SignedIn } from './sessions-service.ts';

const tags = ['session'];
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
    {
      config: { access: 'public', takesForm: true, refusals: [401, 403] },
      bodyLimit: credentialsLimitBytes,
      schema: {
        summary: 'Signs in with e-mail or login and password',
        tags,
        body: credentialsSchema,
        response: { 200: sessionSchema },
      },
    },
    async (request, reply) => {
      // another site must not sign its visitor in as somebody else
      refuseForeignSite(request);
      return opened(request, reply, await sessions.signIn(request.body, signInPlaceOf(request)));
    },
  );

  app.get(
    '/session',
    {
      config: { access: 'signed-in', tokenInQuery: true, scope: 'any', beforeSecondFactor: true },
      schema: {
        summary: 'Reads the signed-in user; a token in the address signs in',
        tags,
        querystring: sessionQuerySchema,
        response: { 200: sessionSchema },
      },
    },
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
    {
      config: { access: 'writer', scope: 'write' },
      schema: {
        summary: 'Opens a session of a user whom the caller manages; noted in the audit',
        tags,
        params: idParamsSchema,
        response: { 200: sessionSchema },
      },
    },
    async (request, reply) => {
      // it changes who the browser is, though it is asked by GET
      refuseForeignSite(request);
      const agent = request.headers['user-agent'] ?? null;
      const session = await sessions.signInAs(callerOf(request), Number(request.params.id), agent);
      keepInCookie(request, reply, session.token);
      return session;
    },
  );

  app.delete(
    '/session',
    {
      config: { access: 'signed-in', scope: 'any', beforeSecondFactor: true },
      schema: {
        summary: 'Signs out; tokens made for programs stay valid',
        tags,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      // another site makes a browser send the cookie: it ends nothing that way
      const cookieToken = isFromForeignSite(request) ? undefined : cookieTokenOf(request.headers.cookie);
      await sessions.signOut(callerOf(request), cookieToken);
      clearSessionCookies(request, reply);
      return reply.code(204).send(null);
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
    {
      config: { access: 'public' },
      schema: {
        summary: 'What a browser signs in with a passkey by',
        tags,
        response: { 200: webAuthnOptionsSchema },
      },
    },
    (request) => passkeys.signInOptions(browserPlaceOf(request)),
  );

  app.post(
    '/session/passkey',
    {
      config: { access: 'public', refusals: [401, 403] },
      bodyLimit: credentialsLimitBytes,
      schema: {
        summary: 'Signs in with a passkey',
        tags,
        body: passkeySignInSchema,
        response: { 200: sessionSchema },
      },
    },
    async (request, reply) => {
      refuseForeignSite(request);
      const userId = await passkeys.userOf(request.body.response, browserPlaceOf(request));
      return opened(request, reply, await sessions.signInByPasskey(userId, signInPlaceOf(request)));
    },
  );
}

/** Tokens that a person makes for programs. */
function tokenRoutes(app: App, sessions: SessionsService): void {
  app.post(
    '/session/token',
    {
      config: { access: 'signed-in', takesForm: true, answerTypes: ['text/plain'] },
      bodyLimit: credentialsLimitBytes,
      schema: {
        summary: 'Makes a token for another program, valid until a chosen time',
        tags,
        body: tokenInputSchema,
      },
    },
    async (request, reply) => {
      const userAgent = request.headers['user-agent'] ?? null;
      const token = await sessions.makeToken(callerOf(request), request.body, userAgent);
      return reply.type('text/plain; charset=utf-8').send(token);
    },
  );

  app.post(
    '/session/token/revoke',
    {
      config: { access: 'signed-in', takesForm: true },
      bodyLimit: credentialsLimitBytes,
      schema: {
        summary: 'Ends a token that the caller made for a program',
        tags,
        body: tokenRevocationSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await sessions.revokeToken(callerOf(request), request.body.token);
      return reply.code(204).send(null);
    },
  );
}

/** The browser is signed in, and known from now on. */
function opened(request: Request, reply: Reply, signedIn: SignedIn): Session {
  keepSignedIn(request, reply, signedIn);
  return signedIn.session;
}

/**
 * Whether a browser may have been led here by a link of somebody who wants it signed in as himself: over plain http it does
 * not say which site it comes from, and names a page of ours in `Referer`. A program follows no links.
 */
function mayBeLured(request: Request): boolean {
  const isBrowser = request.headers['user-agent']?.startsWith('Mozilla/') ?? false;
  return request.protocol === 'http' && isBrowser && !isFromOwnPage(request);
}

/** The caller's own sessions and tokens. */
function entryRoutes(app: App, sessions: SessionsService): void {
  app.get(
    '/sessions',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists the open sessions of the caller',
        tags,
        response: { 200: z.array(sessionEntrySchema) },
      },
    },
    (request) => sessions.list(callerOf(request)),
  );

  app.delete(
    '/sessions/:id',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Ends a session, or revokes a token of a program',
        tags,
        params: idParamsSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await sessions.end(callerOf(request), Number(request.params.id));
      return reply.code(204).send(null);
    },
  );
}
