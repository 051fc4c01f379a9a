import { AppError } from '../../errors/app-error.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { App, Request } from './app-type.ts';
import { type Credentials, cookieTokenOf, credentialsOf } from './credentials.ts';
import { refuseForeignSite } from './origins.ts';
import { requireAccess } from './route-access.ts';

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
      requireAccess(access, request.caller);
      requireScope(request, request.caller);
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

/** Throws a 403 for a token that was made for other things: `read` reads, `write` changes, others are the route's own. */
function requireScope({ method, routeOptions }: Request, { session }: Caller): void {
  const needed = routeOptions.config.scope ?? (reading.has(method) ? 'read' : 'write');
  if (!session?.scopes || needed === 'any' || session.scopes.includes(needed)) return;
  throw new AppError('scope-missing', `this token was made without the scope ${needed}`);
}

async function find(authenticator: Authenticator, request: Request): Promise<Caller | undefined> {
  const credentials =
    queryToken(request) ?? credentialsOf(request.headers, cookieTokenOf(request.headers.cookie));
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
