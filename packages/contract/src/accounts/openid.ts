/** Signing in at an OpenID Connect provider (IDP-02). */
import { z } from 'zod';
import { instantSchema } from '../values/values.ts';

/** `POST session/openid`: who came back from the provider takes his session; with the code where `second-factor-needed` asked for it. */
export const openIdArrivalSchema = z.object({ code: z.string().max(40).optional() });

/** `POST session/openid/end`: where the browser signs out at the provider too; null where there is nothing to do there. */
export const openIdEndSchema = z.object({ url: z.string().nullable() });

/** `GET account/openid`: the caller's account at the provider. */
export const openIdLinkSchema = z.object({
  /** What the provider is called here. */
  provider: z.string(),
  /** Null: none is linked. */
  linked: z
    .object({
      /** As the provider named him last: an e-mail, or else his number there. */
      label: z.string(),
      createdAt: instantSchema,
      lastUsedAt: instantSchema.nullable(),
    })
    .nullable(),
  /** He has a password here; without one the link is his only way in. */
  hasPassword: z.boolean(),
});

/** `POST account/openid`: where the browser goes to say which account there is his. */
export const openIdStartSchema = z.object({ url: z.string() });

export type OpenIdLink = z.infer<typeof openIdLinkSchema>;
