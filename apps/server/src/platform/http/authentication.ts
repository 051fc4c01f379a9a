import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { App, Request } from './app-type.ts';
import { mayBeLured, refuseForeignSite } from './origins.ts';
import { requireAccess } from './route-access.ts';

/** The session's cookie: HttpOnly, so that no script reads it. */
export const sessionCookie = 'atalaia_session';

/** Under https: a browser takes one of this name from this very host alone, so that no neighbour below the domain sets it. */
export const hostSessionCookie = `__Host-${sessionCookie}`;

/** The same token under the name that clients of the field look for. */
export const fieldSessionCookie = 'JSESSIONID';

/** As long as the sign-in form takes. */
const longestPart = 255;

type Credentials =
  | { readonly via: 'bearer' | 'cookie'; readonly token: string }
  | { readonly via: 'basic'; readonly name: string; readonly password: string };

/**
 * What a request carries to say who asks: `Authorization: Bearer` or `Basic`, else the cookie. `malformed` when the
 * header is there and says nothing usable: it is never passed over in favour of the cookie.
 */
export function credentialsOf(
  headers: IncomingHttpHeaders,
  cookieToken: string | undefined,
): Credentials | 'malformed' | undefined {
  const header = headers.authorization;
  if (header === undefined) return cookieToken ? { via: 'cookie', token: cookieToken } : undefined;
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header.trim()) ?? [];
  if (scheme.toLowerCase() === 'bearer') return { via: 'bearer', token: value };
  if (scheme.toLowerCase() !== 'basic') return 'malformed';
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? [];
  const isUsable = name && password && name.length <= longestPart && password.length <= longestPart;
  return isUsable ? { via: 'basic', name, password } : 'malformed';
}

/**
 * The token of one cookie out of a `Cookie` header. Of a browser that came by https only the one counts that no neighbour below
 * the domain can set; programs of the field know `JSESSIONID` alone.
 */
export function cookieTokenOf(header: string | undefined, isBrowserByHttps = false): string | undefined {
  const cookies = header?.split(';').map((part) => part.trim()) ?? [];
  const of = (name: string) => cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  if (isBrowserByHttps) return of(hostSessionCookie) || undefined;
  return of(hostSessionCookie) || of(sessionCookie) || of(fieldSessionCookie) || undefined;
}

export const cookieTokenIn = ({ headers, protocol }: Request) =>
  cookieTokenOf(headers.cookie, protocol === 'https' && headers['sec-fetch-site'] !== undefined);

/** Throws a 403 for a GET that acts, where a link of another site may have sent a browser here with its cookie. */
export function refuseLure(request: Request): void {
  if (callerOf(request).via === 'cookie' && mayBeLured(request))
    throw new AppError('foreign-origin', 'another site may not ask for this');
}

export interface Authenticator {
  /** The user of a session token, or undefined when the token, the session or the account is not in force. */
  byToken(token: string, via: 'bearer' | 'cookie', address: string): Promise<Caller | undefined>;
  /** The user of a name and password, or undefined. Throws `too-many-requests` as signing in does. */
  byPassword(name: string, password: string, address: string): Promise<Caller | undefined>;
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Finds out who asks and whether he may call the route at all, before anything else of the request is looked at.
 * A route below `/api` that does not state its access stops the server from starting.
 */
export function authenticateRequests(app: App, authenticator: Authenticator): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api') && !config?.access) throw new Error(`route ${url} does not state its access`);
  });
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'public';
    if (access === 'public') return;
    request.caller = await find(authenticator, request);
    if (request.caller) {
      if (request.caller.via === 'cookie' && !reading.has(request.method)) refuseForeignSite(request);
      requireSecondFactor(request, request.caller);
      requireAccess(access, request.caller);
      requireRouteScope(request, request.caller);
    } else if (access !== 'optional') {
      throw new AppError('unauthenticated', 'sign in first');
    }
  });
}

/** The caller of a route that is not open to strangers. */
export function callerOf(request: Request): Caller {
  if (!request.caller) throw new AppError('unauthenticated', 'sign in first');
  return request.caller;
}

/** Throws a 403 for a token that was made for other things: of a route, and of what an act within it needs beside. */
export function requireScope({ session }: Pick<Caller, 'session'>, scope: string): void {
  if (!session?.scopes || session.scopes.includes(scope)) return;
  throw new AppError('scope-missing', `this token was made without the scope ${scope}`);
}

/** Throws a 403 for who may do nothing yet but set up his second factor. */
function requireSecondFactor({ routeOptions }: Request, { needsSecondFactor }: Caller): void {
  const { access, beforeSecondFactor } = routeOptions.config;
  if (!needsSecondFactor || beforeSecondFactor || access === 'optional') return;
  throw new AppError('second-factor-required', 'this account must set up a second factor first');
}

/** `read` reads, `write` changes, others are the route's own. */
function requireRouteScope({ method, routeOptions }: Request, caller: Caller): void {
  const needed = routeOptions.config.scope ?? (reading.has(method) ? 'read' : 'write');
  if (needed !== 'any') requireScope(caller, needed);
}

async function find(authenticator: Authenticator, request: Request): Promise<Caller | undefined> {
  const credentials = queryToken(request) ?? credentialsOf(request.headers, cookieTokenIn(request));
  if (credentials === undefined || credentials === 'malformed') return undefined;
  return credentials.via === 'basic'
    ? authenticator.byPassword(credentials.name, credentials.password, request.ip)
    : authenticator.byToken(credentials.token, credentials.via, request.ip);
}

function queryToken(request: Request): Credentials | undefined {
  if (!request.routeOptions.config.tokenInQuery) return undefined;
  const { token } = request.query as { token?: unknown };
  return typeof token === 'string' && token ? { via: 'bearer', token } : undefined;
}
