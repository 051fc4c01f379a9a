import { AppError } from '../app-error.ts';
import type { Request } from './app-type.ts';

/**
 * Whether a browser sent this request on behalf of another site. Browsers name the site in `Origin` with every request
 * that may change something; programs that are no browser name none, and no other site can make them ask.
 */
export function isFromForeignSite(request: Request): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== request.host;
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** Throws a 403 for a request that another site had a browser send. */
export function refuseForeignSite(request: Request): void {
  if (isFromForeignSite(request)) throw new AppError('foreign-origin', 'another site may not ask for this');
}
