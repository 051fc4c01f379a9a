/** Links by which a person sets his password without the one from before (IDP-03). */
import { z } from 'zod';
import { instantSchema } from '../values/values.ts';

/** `POST session/reset`: by e-mail or login. The answer is the same whether there is such an account. */
export const resetRequestSchema = z.object({ email: z.string().trim().min(1).max(255) });

const tokenSchema = z.string().min(20).max(128);

/** `POST account-links/look`: in the body, so that no log holds it. */
export const accountLinkLookSchema = z.object({ token: tokenSchema });

/** Whom the link is for. */
export const accountLinkSchema = z.object({
  kind: z.enum(['reset', 'invitation']),
  name: z.string(),
  email: z.string(),
  expiresAt: instantSchema,
});

export const accountLinkPasswordSchema = z.object({
  token: tokenSchema,
  password: z.string().min(1).max(255),
});

/** `POST users/{id}/invitation`. The link is in this answer and nowhere else. */
export const invitationSchema = z.object({
  url: z.string(),
  expiresAt: instantSchema,
  /** It was sent to his e-mail too. */
  mailed: z.boolean(),
});

export type AccountLink = z.infer<typeof accountLinkSchema>;
export type Invitation = z.infer<typeof invitationSchema>;
