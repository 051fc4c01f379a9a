/** The installation's settings, one row. What a stranger may read is `publicServerSettingsSchema` (ROLE-03). */
import { z } from 'zod';
import { attributesSchema, coordinateFormatSchema } from './values.ts';

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

/** `GET server` without sign-in: the settings less their secrets. */
export const publicServerSettingsSchema = serverSettingsSchema.omit({ bingKey: true }).extend({
  attributes: attributesSchema,
});

export type ServerSettings = z.infer<typeof serverSettingsSchema>;
export type PublicServerSettings = z.infer<typeof publicServerSettingsSchema>;
