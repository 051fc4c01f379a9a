/** Signing in and staying so. */
import { z } from 'zod';
import { instantTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema } from '../values/values.ts';
import { userSchema } from './user.ts';

/** Form fields of `POST session`; `email` holds an e-mail address or a login. */
export const credentialsSchema = z.object({
  email: z.string().min(1).max(255),
  password: z.string().min(1).max(255),
});

/** `GET session`: an app that holds a token may sign in with it in the address. */
export const sessionQuerySchema = z.object({ token: z.string().max(128).optional() });

/** The signed-in user. `token` is given once, by `POST session`; afterwards it is null. */
export const sessionSchema = userSchema.extend({
  /** 256 random bits, base64url; carried as `Authorization: Bearer`, `session?token=` or `socket?b=`. */
  token: z.string().nullable(),
  /** Devices this user sees; with the flags it gives the profile (AUTH-09). */
  deviceCount: z.number().int().min(0),
});

/** Form of `POST session/token`; the answer is the token as plain text. Seven days when it says none, 366 at most. */
export const tokenInputSchema = z.object({ expiration: instantTextSchema.optional() }).nullish();

/** `GET sessions`: where somebody is signed in, and the tokens he made for programs. */
export const sessionEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(['session', 'token']),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The one that this request came with. */
  current: z.boolean(),
});

export type SessionEntry = z.infer<typeof sessionEntrySchema>;
export type Credentials = z.infer<typeof credentialsSchema>;
export type Session = z.infer<typeof sessionSchema>;
