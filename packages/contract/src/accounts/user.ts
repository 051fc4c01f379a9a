/** Someone who signs in. The password goes in and never comes out. */
import { z } from 'zod';
import { bulkInputSchema } from '../bulk-change.ts';
import { isEmailAddress } from '../values/email.ts';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  coordinateFormatSchema,
  flagInputSchema,
  idSchema,
  instantInputSchema,
  instantSchema,
  mapInputSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
  timezoneInputSchema,
  webAddressInputSchema,
} from '../values/values.ts';

/** A person's right at the alarm desk. Apart from the desk, since the user's own description has it. */
export const deskRoleSchema = z.enum(['none', 'operator', 'supervisor']);

export type DeskRole = z.infer<typeof deskRoleSchema>;

/** The user's attributes the product itself reads; any other name is kept as it came. */
export const userAttributesSchema = z
  .object({
    /** `central` makes the profile monitor (AUTH-09). */
    profile: z.string().optional(),
    keyword: z.string().optional(),
    /** IANA zone. */
    timezone: z.string().optional(),
    speedUnit: z.enum(['kn', 'kmh', 'mph']).optional(),
    distanceUnit: z.enum(['m', 'km', 'mi', 'nmi']).optional(),
    volumeUnit: z.enum(['ltr', 'impGal', 'usGal']).optional(),
    language: z.enum(['pt-BR', 'en']).optional(),
    theme: z.enum(['light', 'dark', 'system']).optional(),
  })
  .catchall(z.unknown());

export const userSchema = z.object({
  id: idSchema,
  customerId: referenceSchema,
  /** Derived: the customer's name. */
  customerName: z.string().nullable(),
  /** Whose brand his mails carry; 0 for the only one of the installation, if there is only one. */
  companyId: referenceSchema,
  name: z.string(),
  email: z.string(),
  login: z.string().nullable(),
  phone: z.string().nullable(),
  map: z.string().nullable(),
  /** Where this person's map starts; 0, 0 with zoom 0 means not set. */
  latitude: z.number(),
  longitude: z.number(),
  zoom: z.number(),
  /** Null: this person chose none, and the server's holds (SET-01). */
  twelveHourFormat: z.boolean().nullable(),
  coordinateFormat: coordinateFormatSchema.nullable(),
  poiLayer: z.string().nullable(),
  disabled: z.boolean(),
  administrator: z.boolean(),
  readonly: z.boolean(),
  deviceReadonly: z.boolean(),
  limitCommands: z.boolean(),
  /** He does not change his own e-mail. */
  fixedEmail: z.boolean(),
  /** Removed when his account ends; told nothing that is sent to everybody. */
  temporary: z.boolean(),
  /** His right at the alarm desk; an administrator is a supervisor whatever it says. */
  deskRole: deskRoleSchema,
  expirationTime: instantSchema.nullable(),
  /** Devices this user may register: 0 none, -1 any number. */
  deviceLimit: z.number().int(),
  /** Users this user may manage: 0 none, -1 any number. */
  userLimit: z.number().int(),
  attributes: userAttributesSchema,
  /**
   * Of the mail of his invitation, until he follows it: `failed` where it did not leave, `unsure` where it may have; null where
   * none was to be sent.
   */
  invitationMail: z.enum(['waiting', 'leaving', 'sent', 'failed', 'unsure']).nullable().optional(),
});

/** As a client sends them: a time zone must be one that the runtime knows. */
export const userAttributesInputSchema = userAttributesSchema.extend({
  timezone: timezoneInputSchema.nullable().optional(),
});

/**
 * What a client sends; unknown fields are dropped. A password is required on create, unchanged when absent or empty; on
 * a change every other absent field stays as it is too, and `attributes` are replaced whole. What a new password must be:
 * `new-password.ts`.
 */
export const userInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  customerId: referenceInputSchema,
  /** An administrator gives it; who makes another gives his own. */
  companyId: referenceInputSchema,
  name: nameSchema,
  email: z.string().trim().min(3).max(255).refine(isEmailAddress, 'is not an e-mail address'),
  login: shortTextSchema.trim().nullable().optional(),
  password: z
    .union([z.literal(''), z.string().max(255)])
    .nullable()
    .optional(),
  /** Of who changes his own e-mail or password: the one that holds until then. */
  currentPassword: z.string().max(255).nullable().optional(),
  phone: shortTextSchema.nullable().optional(),
  map: mapInputSchema.nullable().optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  zoom: z.number().min(0).max(22).optional(),
  twelveHourFormat: z.boolean().nullable().optional(),
  coordinateFormat: coordinateFormatSchema.nullable().optional(),
  poiLayer: webAddressInputSchema.nullable().optional(),
  disabled: flagInputSchema,
  administrator: flagInputSchema,
  readonly: flagInputSchema,
  deviceReadonly: flagInputSchema,
  limitCommands: flagInputSchema,
  fixedEmail: flagInputSchema,
  /** A second factor is set up where its first code is confirmed, and no key is taken or told here. */
  totpKey: z
    .union([z.literal(''), z.null()], {
      error: 'is not taken: a second factor is set up at account/second-factor, by its first code',
    })
    .optional(),
  temporary: flagInputSchema,
  /** An administrator gives it (ROLE-05). A new monitor is an operator unless it is given. */
  deskRole: deskRoleSchema.optional(),
  expirationTime: instantInputSchema.nullable().optional(),
  deviceLimit: z.number().int().min(-1).max(2_147_483_647).optional(),
  userLimit: z.number().int().min(-1).max(2_147_483_647).optional(),
  attributes: userAttributesInputSchema.nullable().optional(),
});

/** `PUT account/password`: for everybody, whose account is read-only too. */
export const passwordChangeSchema = z.object({
  currentPassword: z.string().min(1).max(255),
  password: z.string().min(1).max(255),
});

/** Filters of `GET users`; `userId` gives whom that user manages, `deviceId` to whom that device is linked. Sorted by `state`: administrators, those in force, disabled. */
export const userQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  all: flagTextSchema.optional(),
  excludeAttributes: flagTextSchema.optional(),
  userId: idTextSchema.optional(),
  deviceId: idTextSchema.optional(),
  customerId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
  ...sortedBy('name', 'email', 'login', 'phone', 'customerName', 'state', 'expirationTime'),
});

export const bulkUsersSchema = bulkInputSchema(
  userQuerySchema.pick({ keyword: true, customerId: true }),
  { customerId: referenceSchema },
  { companyId: referenceSchema },
  { disabled: z.boolean() },
);

export type User = z.infer<typeof userSchema>;
export type UserInput = z.infer<typeof userInputSchema>;
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
export type UserQuery = z.infer<typeof userQuerySchema>;

/** The user's attributes that are secrets: they go in and never come out. */

export const secretAttributes = ['apiKeySeller', 'full_control_secret_id'] as const;

/** What is shown in place of a secret that is set. Sent back, or sent empty, it keeps the stored one. */
export const secretMask = '••••••••';

export function isSecretAttribute(name: string): boolean {
  return secretAttributes.some((secret) => secret === name);
}
