import type { IncomingMessage } from 'node:http';
import { type Authenticator, cookieTokenOf, credentialsOf } from '../platform/http/authentication.ts';
import { clientAddressOf, type IsProxy } from '../platform/http/connections/proxies.ts';

/** Whose session a live connection is opened with. */
export interface LiveViewer {
  readonly userId: number;
  readonly tokenHash: string;
  readonly expiresMs: number;
}

/**
 * Who opens a live connection: by `?b=` or `?token=`, by Bearer or by the session's cookie; undefined for a stranger.
 * A name and password open none, since there is no session whose end would close it.
 */
export function liveViewerOf(authenticator: Pick<Authenticator, 'byToken'>, isProxy: IsProxy) {
  return async (request: IncomingMessage, url: URL): Promise<LiveViewer | undefined> => {
    const carried = credentialsOf(request.headers, cookieTokenOf(request.headers.cookie));
    const inAddress = url.searchParams.get('b') ?? url.searchParams.get('token');
    const token =
      inAddress ?? (typeof carried === 'object' && carried.via !== 'basic' ? carried.token : undefined);
    if (!token) return undefined;
    const caller = await authenticator.byToken(token, 'bearer', clientAddressOf(request, isProxy));
    const scopes = caller?.session?.scopes;
    if (scopes && !scopes.includes('live')) return undefined;
    return caller?.session && { userId: caller.userId, ...caller.session };
  };
}
