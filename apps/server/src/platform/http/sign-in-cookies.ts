/** Cookies of who signs in: the session's, that of a browser which signed in before, and others of this host alone. */
import type { SignedIn, SignInPlace } from '../../modules/sessions/sessions-service.ts';
import type { Reply, Request } from './app-type.ts';
import { fieldSessionCookie, hostSessionCookie, sessionCookie } from './authentication.ts';

export interface HostCookie {
  readonly name: string;
  readonly maxAgeSeconds: number;
  /** `strict`: it comes along with what our own pages ask for, and not with a way that leads here from another site. */
  readonly sameSite: 'lax' | 'strict';
}

/** As long as an account stays known to a browser that does not come. */
const deviceCookie: HostCookie = { name: 'atalaia_device', maxAgeSeconds: 90 * 86_400, sameSite: 'lax' };

/** Under https a browser takes it from this very host alone. */
const hostNameOf = ({ protocol }: Request, name: string) => (protocol === 'https' ? `__Host-${name}` : name);

export function readHostCookie(request: Request, name: string): string | undefined {
  return request.cookies[hostNameOf(request, name)];
}

export function setHostCookie(request: Request, reply: Reply, cookie: HostCookie, text: string): void {
  const { name, maxAgeSeconds: maxAge, sameSite } = cookie;
  const secure = request.protocol === 'https';
  reply.setCookie(hostNameOf(request, name), text, { path: '/', httpOnly: true, sameSite, secure, maxAge });
}

export function clearHostCookie(request: Request, reply: Reply, name: string): void {
  const secure = request.protocol === 'https';
  reply.clearCookie(hostNameOf(request, name), { path: '/', httpOnly: true, secure });
}

/** For the browser's own session; the page's storage holds the token for longer when a person wants that. */
export function keepInCookie(request: Request, reply: Reply, token: string): void {
  const secure = request.protocol === 'https';
  for (const name of [secure ? hostSessionCookie : sessionCookie, fieldSessionCookie])
    reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/** After a sign-out. */
export function clearSessionCookies({ protocol }: Request, reply: Reply): void {
  for (const name of [sessionCookie, fieldSessionCookie]) reply.clearCookie(name, { path: '/' });
  if (protocol === 'https') reply.clearCookie(hostSessionCookie, { path: '/', secure: true });
}

export function signInPlaceOf(request: Request): SignInPlace {
  const userAgent = request.headers['user-agent'] ?? null;
  return { address: request.ip, userAgent, deviceCookie: readHostCookie(request, deviceCookie.name) };
}

/** The browser is signed in, and known from now on. */
export function keepSignedIn(
  request: Request,
  reply: Reply,
  { session, deviceCookie: text }: SignedIn,
): void {
  keepInCookie(request, reply, session.token);
  setHostCookie(request, reply, deviceCookie, text);
}
