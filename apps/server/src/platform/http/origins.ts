import type { IncomingHttpHeaders } from 'node:http';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import cors from '@fastify/cors';
import { AppError } from '../../errors/app-error.ts';
import type { App, Request } from './app-type.ts';

/**
 * Whether a browser sent this on behalf of another site than these hosts and these trusted origins. Browsers name the site in `Origin` with every
 * request that may change something and with every upgrade to a WebSocket; programs that are no browser name none, and
 * no other site can make them ask.
 */
export function isForeignSite(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  ownHosts: readonly unknown[],
  trusted: ReadonlySet<string>,
): boolean {
  if (origin !== undefined && trusted.has(origin)) return false;
  if (origin !== undefined) return !URL.canParse(origin) || !ownHosts.includes(new URL(origin).host);
  return site === 'cross-site' || site === 'same-site';
}

export function isFromForeignSite({ headers, host, server }: Request): boolean {
  return isForeignSite(headers, [host], server.trustedOrigins);
}

/** Whether the browser itself says that a page of this host asks. */
export function isFromOwnPage({ headers, host }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const page = headers.origin ?? headers.referer;
  return page !== undefined && URL.canParse(page) && new URL(page).host === host;
}

/**
 * Whether a browser may have been led here by a link of somebody who wants something done in its name: over plain http it does
 * not say which site it comes from, and names a page of ours in `Referer`. A program follows no links.
 */
export function mayBeLured(request: Request): boolean {
  const isBrowser = request.headers['user-agent']?.startsWith('Mozilla/') ?? false;
  return request.protocol === 'http' && isBrowser && !isFromOwnPage(request);
}

/** Where the browser is, as it names it: passkeys are of one host. */
export interface BrowserPlace {
  /** `https://track.example.com`, with its port. */
  readonly origin: string;
  readonly host: string;
}

/** How the browser names where it is. */
export function browserPlaceOf({ protocol, host, hostname }: Request): BrowserPlace {
  return { origin: `${protocol}://${host}`, host: hostname };
}

/** Throws a 403 for a request that another site had a browser send. */
export function refuseForeignSite(request: Request): void {
  if (isFromForeignSite(request)) throw new AppError('foreign-origin', 'another site may not ask for this');
}

/** Other sites whose pages may call the API (`CORS_ORIGINS`), as browsers name them; `*`: any, but never with a cookie. */
export type AllowedOrigins = readonly string[] | '*';

declare module 'fastify' {
  interface FastifyInstance {
    /** Other sites that count as our own where a cookie is used. */
    trustedOrigins: ReadonlySet<string>;
  }
}

/** Lets pages of other sites read answers. Without a site in the list nothing is said of origins, and none may. */
export async function allowOrigins(app: App, allowed: AllowedOrigins): Promise<void> {
  const isAny = allowed === '*';
  app.decorate('trustedOrigins', new Set(isAny ? [] : allowed));
  if (allowed.length === 0) return;
  await app.register(cors, {
    origin: isAny ? '*' : [...allowed],
    credentials: !isAny,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['etag', 'location', 'retry-after', 'content-disposition', totalCountHeader],
    maxAge: 600,
    // `optionsRoute` answers, with the methods of the address
    preflightContinue: true,
    strictPreflight: false,
  });
}
