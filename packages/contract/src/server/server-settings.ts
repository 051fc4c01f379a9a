/** The installation's settings, one row. What a stranger may read is `publicServerSettingsSchema` (ROLE-03). */
import { z } from 'zod';
import {
  attributesSchema,
  coordinateFormatSchema,
  latitudeSchema,
  longitudeSchema,
  mapInputSchema,
  shortTextSchema,
  timezoneInputSchema,
  webAddressInputSchema,
} from '../values/values.ts';
import { refuseWrongAttributes } from './server-attributes.ts';

export const serverSettingsSchema = z.object({
  id: z.literal(1),
  map: z.string().nullable(),
  bingKey: z.string().nullable(),
  mapUrl: z.string().nullable(),
  /** Where a map starts that no person has set; null means not set. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zoom: z.number().nullable(),
  twelveHourFormat: z.boolean(),
  /** The server's values win over a user's (SET-01). */
  forceSettings: z.boolean(),
  coordinateFormat: coordinateFormatSchema.nullable(),
  poiLayer: z.string().nullable(),
  /** Strangers may make an account. */
  registration: z.boolean(),
  /**
   * A field of the source that says whether everybody is an administrator. Nobody becomes one but by name (ROLE-05), so
   * that it is always false.
   */
  administrator: z.literal(false),
  readonly: z.boolean(),
  deviceReadonly: z.boolean(),
  limitCommands: z.boolean(),
  /** Given to a new user who says none. */
  deviceLimit: z.number().int(),
  timezone: z.string().nullable(),
  speedUnit: z.enum(['kn', 'kmh', 'mph']).nullable(),
  distanceUnit: z.enum(['m', 'km', 'mi', 'nmi']).nullable(),
  volumeUnit: z.enum(['ltr', 'impGal', 'usGal']).nullable(),
  attributes: attributesSchema,
  /** The running version of the product. */
  version: z.string(),
});

/**
 * `GET server` as anybody may read it: the settings less their secrets. Of the attributes only those whose name begins
 * with `ui.` are public; `bingKey` is added for who is signed in, since his map needs it.
 */
export const publicServerSettingsSchema = serverSettingsSchema.omit({ bingKey: true });

/** What `GET server` answers, by who asks. */
export const serverSettingsAnswerSchema = z.union([serverSettingsSchema, publicServerSettingsSchema]);

/** `PUT server`: absent fields stay as they are, and `attributes` are replaced whole. */
export const serverSettingsInputSchema = z.object({
  id: z.number().int().optional(),
  map: mapInputSchema.nullable().optional(),
  bingKey: shortTextSchema.nullable().optional(),
  /** Where tiles come from, with its placeholders. */
  mapUrl: webAddressInputSchema.nullable().optional(),
  latitude: latitudeSchema.nullable().optional(),
  longitude: longitudeSchema.nullable().optional(),
  zoom: z.number().min(0).max(22).nullable().optional(),
  twelveHourFormat: z.boolean().optional(),
  forceSettings: z.boolean().optional(),
  coordinateFormat: coordinateFormatSchema.nullable().optional(),
  poiLayer: webAddressInputSchema.nullable().optional(),
  registration: z.boolean().optional(),
  administrator: z
    .literal(false, 'must be false: administrators are appointed one by one, among the users')
    .nullable()
    .optional(),
  readonly: z.boolean().optional(),
  deviceReadonly: z.boolean().optional(),
  limitCommands: z.boolean().optional(),
  deviceLimit: z.number().int().min(-1).max(2_147_483_647).optional(),
  timezone: timezoneInputSchema.nullable().optional(),
  speedUnit: serverSettingsSchema.shape.speedUnit.optional(),
  distanceUnit: serverSettingsSchema.shape.distanceUnit.optional(),
  volumeUnit: serverSettingsSchema.shape.volumeUnit.optional(),
  attributes: attributesSchema.superRefine(refuseWrongAttributes).optional(),
});

export type ServerSettings = z.infer<typeof serverSettingsSchema>;
export type PublicServerSettings = z.infer<typeof publicServerSettingsSchema>;
export type ServerSettingsInput = z.infer<typeof serverSettingsInputSchema>;
