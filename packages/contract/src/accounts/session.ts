/** Signing in and staying so. */
import { z } from 'zod';
import { instantTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, shortTextSchema } from '../values/values.ts';
import { userSchema } from './user.ts';

/** Form fields of `POST session`; `email` holds an e-mail address or a login. */
export const credentialsSchema = z.object({
  email: z.string().min(1).max(255),
  password: z.string().min(1).max(255),
  /** Of the app, or a recovery code; where `second-factor-needed` (with `WWW-Authenticate: TOTP`) asked for it. */
  code: z.string().max(40).optional(),
});

/** `GET session`: an app that holds a token may sign in with it in the address. */
export const sessionQuerySchema = z.object({ token: z.string().max(128).optional() });

/** The signed-in user. `token` is given once, by `POST session`; afterwards it is null. */
export const sessionSchema = userSchema.extend({
  /** 256 random bits, base64url; carried as `Authorization: Bearer`, `session?token=` or `socket?b=`. */
  token: z.string().nullable(),
  /** Devices this user sees; with the flags it gives the profile (AUTH-09). */
  deviceCount: z.number().int().min(0),
  /** His profile must have a second factor, and he has none: until he sets one up he may do nothing else. */
  needsSecondFactor: z.boolean(),
});

/** What a token may do: read, change things, send commands, follow the live channel. */
export const tokenScopes = ['read', 'write', 'commands', 'live'] as const;

const scopesPattern = `^(?:${tokenScopes.join('|')})(?:,(?:${tokenScopes.join('|')}))*$`;

/**
 * Form of `POST session/token`; the answer is the token as plain text. `expiration` must be ahead, by ten years at most;
 * without it no token is made. `scopes` names what the token may do, with commas between; everything when absent.
 */
export const tokenInputSchema = z.object({
  expiration: instantTextSchema,
  name: shortTextSchema.optional(),
  scopes: z
    .string()
    .regex(new RegExp(scopesPattern), `must name some of ${tokenScopes.join(', ')} with commas between`)
    .optional(),
});

/** Form of `POST session/token/revoke`: a token of the caller's own, which ends at once. */
export const tokenRevocationSchema = z.object({ token: z.string().min(1).max(128) });

/** `GET sessions`: where somebody is signed in, and the tokens he made for programs. */
export const sessionEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(['session', 'token']),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** What a token was called by the one who made it. */
  name: z.string().nullable(),
  /** What a token may do; null when it may do everything that its user may. */
  scopes: z.array(z.enum(tokenScopes)).nullable(),
  /** When a request last came with it, to the minute; null before the first. */
  lastUsedAt: instantSchema.nullable(),
  /** The one that this request came with. */
  current: z.boolean(),
});

export type TokenScope = (typeof tokenScopes)[number];
export type TokenInput = z.infer<typeof tokenInputSchema>;
export type SessionEntry = z.infer<typeof sessionEntrySchema>;
export type Credentials = z.infer<typeof credentialsSchema>;
export type Session = z.infer<typeof sessionSchema>;

/** Of what a browser says of itself, as much as identifies it to its owner: names that we know, and no text of its own. */

/** In this order: Edge and Opera say that they are Chrome too, and Chrome that it is Safari. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

/** Android says that it is Linux too, and an iPhone that it is like a Mac. */
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

interface BrowserNames {
  readonly browser: string;
  readonly system: string | undefined;
}

/** Undefined for what is no browser. */
export function browserNamesOf(userAgent: string): BrowserNames | undefined {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return undefined;
  return { browser, system: systems.find(([pattern]) => pattern.test(userAgent))?.[1] };
}
