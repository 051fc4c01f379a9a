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

/**
 * For how long each class of data is kept (OPS-04): attributes of the server's settings, days; 0 keeps it for ever, and so
 * does an absent one, which nobody has decided yet. Cases, customers and everything registered are never deleted by age.
 * `travelHours`: what summaries are read from; `commands`, `notices`: ended ones.
 */
export const retentionAttributes = {
  positions: 'retentionPositionsDays',
  travelHours: 'retentionTravelHoursDays',
  events: 'retentionEventsDays',
  commands: 'retentionCommandsDays',
  notices: 'retentionNoticesDays',
  audit: 'retentionAuditDays',
} as const;

export type DataClass = keyof typeof retentionAttributes;

const retentionDaysSchema = z
  .number()
  .int('must be a whole number of days, or 0 to keep all')
  .min(0, 'must be a whole number of days, or 0 to keep all')
  .max(36_500, 'must be at most 36500 days');

/** The days of each class that has an end; a value that is none counts as absent, and so keeps. */
export function retentionFrom(
  attributes: Readonly<Record<string, unknown>>,
): Partial<Record<DataClass, number>> {
  const retained: Partial<Record<DataClass, number>> = {};
  for (const [name, attribute] of Object.entries(retentionAttributes)) {
    const days = retentionDaysSchema.safeParse(attributes[attribute]);
    if (days.success && days.data > 0) retained[name as DataClass] = days.data;
  }
  return retained;
}

/** Somebody has said for how long data is kept, be it for ever (GOV-06). */
export function isRetentionDecided(attributes: Readonly<Record<string, unknown>>): boolean {
  return Object.values(retentionAttributes).some(
    (name) => retentionDaysSchema.safeParse(attributes[name]).success,
  );
}

/**
 * Attributes of the server's settings that the server itself reads. What is wrong is refused by its name instead of being
 * passed over in silence; any other name is kept as it comes, and null means not set.
 */
const amountSchema = z.number('must be a number').min(0, 'must not be below 0');
const aboveZeroSchema = z.number('must be a number').positive('must be above 0');
const flagSchema = z.boolean('must be true or false');

/** Profiles that must have a second factor (IDP-01), each by its attribute. */
export const secondFactorAttributes = {
  admin: 'secondFactorAdmin',
  monitor: 'secondFactorMonitor',
  fleet: 'secondFactorFleet',
  client: 'secondFactorClient',
} as const;

/** Of each the values it may have. Units and defaults: `docs/operations.md`. */
export const serverAttributeSchemas: Readonly<Record<string, z.ZodType>> = Object.freeze({
  statusTimeoutSeconds: amountSchema,
  speedLimit: amountSchema,
  automaticRegistration: flagSchema,
  inactivitySeconds: amountSchema,
  jammingSeconds: amountSchema,
  fuelDropThreshold: amountSchema,
  fuelIncreaseThreshold: amountSchema,
  towDistance: amountSchema,
  blockMaxSpeedKph: amountSchema,
  blockMaxFixAgeMinutes: aboveZeroSchema,
  blockExpiryMinutes: aboveZeroSchema,
  commandExpiryMinutes: aboveZeroSchema,
  'report.trip.minimalTripDistance': amountSchema,
  'report.trip.minimalTripDuration': amountSchema,
  'report.trip.minimalParkingDuration': amountSchema,
  'report.trip.minimalNoDataDuration': amountSchema,
  'report.trip.useIgnition': flagSchema,
  'ui.centrePhone': z
    .string('must be a text')
    .regex(/^$|^\+?(?:[\s().-]*\d){3,15}[\s().-]*$/, 'must be a phone number of 3 to 15 digits')
    .max(40, 'must have at most 40 characters'),
  ...Object.fromEntries(Object.values(secondFactorAttributes).map((name) => [name, flagSchema])),
  'ui.language': z.enum(['pt-BR', 'en'], 'must be pt-BR or en'),
  ...Object.fromEntries(Object.values(retentionAttributes).map((name) => [name, retentionDaysSchema])),
});

/** Refuses every wrong value by its field. */
function refuseWrongAttributes(
  attributes: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): void {
  for (const [name, schema] of Object.entries(serverAttributeSchemas)) {
    const value = attributes[name];
    if (value === undefined || value === null) continue;
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue) context.addIssue({ code: 'custom', path: [name], message: issue.message });
  }
}

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
  /** Told to everybody on every screen. */
  announcement: z.string().nullable(),
  /** What is set up here; read only. */
  emailEnabled: z.boolean(),
  textEnabled: z.boolean(),
  geocoderEnabled: z.boolean(),
  openIdEnabled: z.boolean(),
  /** People sign in at the OpenID Connect provider alone; administrators keep their password. */
  openIdForce: z.boolean(),
  /** What that provider is called; null without one. */
  openIdName: z.string().nullable(),
  /** Nobody has an account yet. */
  newServer: z.boolean(),
  attributes: attributesSchema,
  /** The running version of the product. */
  version: z.string(),
});

/**
 * `GET server` as anybody may read it: the settings less their secrets. Of the attributes only those whose name begins
 * with `ui.` are public; `bingKey` is added for anybody who is signed in, since his map needs it.
 */
export const publicServerSettingsSchema = serverSettingsSchema.omit({ bingKey: true });

/** What `GET server` answers, by kind of caller. */
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
  announcement: shortTextSchema.nullable().optional(),
  attributes: attributesSchema.superRefine(refuseWrongAttributes).optional(),
});

/** `GET server/first-steps`: what of a new installation is done; all of it later, too. */
export const firstStepsSchema = z.object({
  /** The caller has set a password of his own. */
  password: z.boolean(),
  company: z.boolean(),
  tracker: z.boolean(),
  customer: z.boolean(),
  mail: z.boolean(),
});

export type FirstSteps = z.infer<typeof firstStepsSchema>;

export type ServerSettings = z.infer<typeof serverSettingsSchema>;
export type PublicServerSettings = z.infer<typeof publicServerSettingsSchema>;
export type ServerSettingsInput = z.infer<typeof serverSettingsInputSchema>;

/** `GET demo`: whether a theft can be played here, by a demonstration's program beside the server. */
export const demoSchema = z.object({ theft: z.boolean() });
