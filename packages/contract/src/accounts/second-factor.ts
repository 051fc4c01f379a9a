/** What a person signs in with beside his password: codes of an app, passkeys, recovery codes (IDP-01). */
import { z } from 'zod';
import { idSchema, instantSchema, nameSchema } from '../values/values.ts';

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  /** Null before the first sign-in with it. */
  lastUsedAt: instantSchema.nullable(),
});

/** `GET account/second-factor`. */
export const secondFactorSchema = z.object({
  /** An app that makes codes is set up. */
  totp: z.boolean(),
  passkeys: z.array(passkeySchema),
  /** How many recovery codes were not used yet. */
  recoveryCodes: z.number().int().min(0),
  /** The profile of the caller must have one. */
  isRequired: z.boolean(),
});

/** Who changes how he signs in says that it is he. */
export const confirmedSchema = z.object({ currentPassword: z.string().min(1).max(255) });

/** `POST account/totp`: what the app is given, once; it holds after `POST account/totp/confirm`. */
export const totpSecretSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
});

/** As people type it: blanks are passed over. */
export const codeSchema = z.string().trim().min(1).max(40);

export const totpCodeSchema = z.object({ code: codeSchema });

/** Shown once; null where there are some already. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()).nullable() });

/** `POST account/passkeys/options`: what `navigator.credentials.create` takes. */
export const webAuthnOptionsSchema = z.looseObject({ challenge: z.string() });

/** What a browser made of it, as JSON. */
export const webAuthnResponseSchema = z.looseObject({
  id: z.string().min(1).max(2048),
  rawId: z.string().min(1).max(2048),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().min(1).max(8192) }),
  clientExtensionResults: z.looseObject({}).optional(),
});

export const newPasskeySchema = z.object({ name: nameSchema, response: webAuthnResponseSchema });
export const passkeySignInSchema = z.object({ response: webAuthnResponseSchema });

export type SecondFactor = z.infer<typeof secondFactorSchema>;
export type Passkey = z.infer<typeof passkeySchema>;
export type TotpSecret = z.infer<typeof totpSecretSchema>;
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
export type WebAuthnResponse = z.infer<typeof webAuthnResponseSchema>;
