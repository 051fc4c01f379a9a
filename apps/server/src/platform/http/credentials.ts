import type { IncomingHttpHeaders } from 'node:http';

/** The session's cookie: HttpOnly, so that no script reads it. */
export const sessionCookie = 'atalaia_session';

/** The same token under the name that clients of the field look for. */
export const fieldSessionCookie = 'JSESSIONID';

/** As long as the sign-in form takes. */
const longestPart = 255;

export type Credentials =
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

/** The token of one cookie out of a `Cookie` header, for requests that no route handles. */
export function cookieTokenOf(header: string | undefined): string | undefined {
  const cookies = header?.split(';').map((part) => part.trim()) ?? [];
  const of = (name: string) => cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return of(sessionCookie) || of(fieldSessionCookie) || undefined;
}
