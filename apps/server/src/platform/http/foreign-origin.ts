import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import type { Request } from './app-type.ts';

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

/** Throws a 403 for a request that another site had a browser send. */
export function refuseForeignSite(request: Request): void {
  if (isFromForeignSite(request)) throw new AppError('foreign-origin', 'another site may not ask for this');
}
