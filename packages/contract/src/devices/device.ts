/** A tracked vehicle or asset, with the tracker that speaks for it. */
import { z } from 'zod';
import { bulkInputSchema } from '../bulk-change.ts';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  idSchema,
  instantInputSchema,
  instantSchema,
  measureInputSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
  timezoneInputSchema,
} from '../values/values.ts';

/** `online`: reported lately; `offline`: its connection closed; `unknown`: silent for longer than the time-out (ING-10). */
export const deviceStatusSchema = z.enum(['online', 'offline', 'unknown']);

/** The device's attributes the product itself reads; any other name is kept as it came. */
export const deviceAttributesSchema = z
  .object({
    plate: z.string().optional(),
    year: z.union([z.string(), z.number()]).optional(),
    vehicleModel: z.string().optional(),
    fuelType: z.string().optional(),
    /** Kilometres a litre. */
    fuelConsumption: z.union([z.string(), z.number()]).optional(),
    manufacturer: z.string().optional(),
    color: z.string().optional(),
    renavam: z.string().optional(),
    chassi: z.string().optional(),
    modelYear: z.union([z.string(), z.number()]).optional(),
    /** Type, species and place as the registration document says them. */
    vehicleType: z.string().optional(),
    species: z.string().optional(),
    registrationCity: z.string().optional(),
    registrationState: z.string().optional(),
    devicePassword: z.string().optional(),
    /** Knots, whatever unit the form shows. */
    speedLimit: z.number().min(0).max(2000).optional(),
    installationLocation: z.string().optional(),
    technician: z.string().optional(),
    cc_email: z.string().optional(),
    m2mProvider: z.string().optional(),
    iccid: z.string().optional(),
    ignoreOdometer: z.boolean().optional(),
    /** Whether a block is installed; absent: not said (BLOCK-05). */
    blockInstalled: z.enum(['yes', 'no']).optional().catch(undefined),
    /** What it cuts: fuel pump, ignition… */
    blockCuts: z.string().optional(),
    /** IANA zone of trackers that speak in local time. */
    timezone: z.string().optional(),
    /** Number of the open sinister; set and removed by the server alone (SIN-12). */
    sinisterId: z.number().int().optional(),
  })
  .catchall(z.unknown());

/** As forms send them: a limit may come as text, and an empty one is none. */
export const deviceAttributesInputSchema = deviceAttributesSchema.extend({
  timezone: timezoneInputSchema.nullable().optional(),
  speedLimit: measureInputSchema.refine((limit) => Number(limit ?? 0) <= 2000, 'must be at most 2000'),
});

export const deviceSchema = z.object({
  id: idSchema,
  uniqueId: z.string(),
  name: z.string(),
  groupId: referenceSchema,
  /** Derived: the group's name. */
  groupName: z.string().nullable(),
  customerId: referenceSchema,
  /** Derived from the customer. */
  customerName: z.string().nullable(),
  /** Derived from the customer; digits and letters without punctuation. */
  customerCpfCnpj: z.string().nullable(),
  category: z.string().nullable(),
  status: deviceStatusSchema,
  disabled: z.boolean(),
  /** From then on it counts as disabled. */
  expirationTime: instantSchema.nullable(),
  /** Positions of times outside this calendar are not kept; their alarms are. */
  calendarId: referenceSchema,
  /** The last time the tracker reported; null before the first. */
  lastUpdate: instantSchema.nullable(),
  phone: z.string().nullable(),
  model: z.string().nullable(),
  contact: z.string().nullable(),
  /** The last position, or 0 when it never had one. */
  positionId: z.number().int().min(0),
  /** Geofences its last position is in. */
  geofenceIds: z.array(idSchema),
  attributes: deviceAttributesSchema,
});

/**
 * What a client sends to create or change a device; derived and unknown fields are dropped. On a change an absent field
 * stays as it is, and `attributes` are replaced whole.
 */
export const deviceInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  uniqueId: nameSchema.max(128),
  name: nameSchema,
  groupId: referenceInputSchema,
  customerId: referenceInputSchema,
  /** One of the 55 kinds; a client of the field may have others, which are kept and shown as `default`. */
  category: shortTextSchema.nullable().optional(),
  disabled: z.boolean().nullable().optional(),
  expirationTime: instantInputSchema.nullable().optional(),
  calendarId: referenceInputSchema,
  phone: shortTextSchema.nullable().optional(),
  model: shortTextSchema.nullable().optional(),
  contact: shortTextSchema.nullable().optional(),
  attributes: deviceAttributesInputSchema.nullable().optional(),
});

/**
 * Filters of `GET devices`; a repeated parameter is an array. They narrow what the caller sees and never widen it.
 * `userId` gives what is linked to a user one manages, with `inherited=true` all that he sees; `groupId` counts the
 * groups below it in; `keyword` is looked for
 * in name, unique id, plate, group name, customer name and customer document. `all` is accepted for clients of the field.
 * Sorted by `status`: online, unknown, offline, and those that are disabled last.
 */
export const deviceQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  /** The one device of this number. */
  deviceId: idTextSchema.optional(),
  uniqueId: z.array(z.string().max(128)).max(1000).optional(),
  all: flagTextSchema.optional(),
  excludeAttributes: flagTextSchema.optional(),
  userId: idTextSchema.optional(),
  groupId: idTextSchema.optional(),
  customerId: idTextSchema.optional(),
  inherited: flagTextSchema.optional(),
  keyword: keywordSchema.optional(),
  /** As lists show it: who is disabled is nothing else. */
  status: z.enum([...deviceStatusSchema.options, 'disabled']).optional(),
  category: z.string().max(128).optional(),
  ...sortedBy('name', 'uniqueId', 'groupName', 'customerName', 'status', 'lastUpdate', 'model', 'category'),
});

/** Of a device's picture as it is uploaded. */
export const largestImageBytes = 5 * 1024 * 1024;

export const bulkDevicesSchema = bulkInputSchema(
  deviceQuerySchema.pick({ keyword: true, groupId: true, customerId: true, status: true, category: true }),
  { groupId: referenceSchema },
  { customerId: referenceSchema },
  { category: z.string().max(128).nullable() },
  { disabled: z.boolean() },
);

export type DeviceStatus = z.infer<typeof deviceStatusSchema>;
export type DeviceAttributes = z.infer<typeof deviceAttributesSchema>;
export type Device = z.infer<typeof deviceSchema>;
export type DeviceInput = z.infer<typeof deviceInputSchema>;
export type DeviceQuery = z.infer<typeof deviceQuerySchema>;

/** A hundred million kilometres, and a million hours: more than any machine counts. */
const mostMetres = 1e11;
const mostHoursMs = 3.6e12;

/** What a device has counted so far. */
export const accumulatorsSchema = z.object({
  deviceId: idSchema,
  /** Metres (the form shows km). */
  totalDistance: z.number().min(0).max(mostMetres),
  /** Milliseconds of running engine (the form shows h). */
  hours: z.number().min(0).max(mostHoursMs),
});

/** Body of `PUT devices/{id}/accumulators`, after a change of tracker: what is left out counts on. */
export const accumulatorsInputSchema = accumulatorsSchema.partial();

export type Accumulators = z.infer<typeof accumulatorsSchema>;
export type AccumulatorsInput = z.infer<typeof accumulatorsInputSchema>;
