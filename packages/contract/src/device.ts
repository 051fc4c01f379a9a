/** A tracked vehicle or asset, with the tracker that speaks for it. */
import { z } from 'zod';
import { idSchema, instantSchema, referenceInputSchema, referenceSchema, shortTextSchema } from './values.ts';

/** `online`: heard lately; `offline`: its connection closed; `unknown`: silent for longer than the time-out (ING-10). */
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
    devicePassword: z.string().optional(),
    /** Knots, whatever unit the form shows. */
    speedLimit: z.number().min(0).max(2000).optional(),
    installationLocation: z.string().optional(),
    technician: z.string().optional(),
    cc_email: z.string().optional(),
    m2mProvider: z.string().optional(),
    iccid: z.string().optional(),
    ignoreOdometer: z.boolean().optional(),
    /** IANA zone of trackers that speak in local time. */
    timezone: z.string().optional(),
    /** Number of the open sinister; set and removed by the server alone (SIN-12). */
    sinisterId: z.number().int().optional(),
  })
  .catchall(z.unknown());

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
  /** The last time the tracker was heard; null before the first. */
  lastUpdate: instantSchema.nullable(),
  phone: z.string().nullable(),
  model: z.string().nullable(),
  contact: z.string().nullable(),
  /** The last position, or 0 when it never had one. */
  positionId: z.number().int().min(0),
  /** Geofences its last position lies in. */
  geofenceIds: z.array(idSchema),
  attributes: deviceAttributesSchema,
});

/** What a client sends to create or change a device; derived and unknown fields are dropped. */
export const deviceInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  uniqueId: z.string().trim().min(1).max(128),
  name: z.string().trim().min(1).max(255),
  groupId: referenceInputSchema,
  customerId: referenceInputSchema,
  category: shortTextSchema.nullable().optional(),
  disabled: z.boolean().optional(),
  phone: shortTextSchema.nullable().optional(),
  model: shortTextSchema.nullable().optional(),
  contact: shortTextSchema.nullable().optional(),
  attributes: deviceAttributesSchema.optional(),
});

/** Filters of `GET devices`; a repeated parameter is an array. */
export const deviceQuerySchema = z.object({
  id: z.array(z.string()).optional(),
  uniqueId: z.array(z.string()).optional(),
  all: z.string().optional(),
  userId: z.string().optional(),
  groupId: z.string().optional(),
  customerId: z.string().optional(),
  keyword: z.string().optional(),
  limit: z.string().optional(),
  offset: z.string().optional(),
});

export type DeviceStatus = z.infer<typeof deviceStatusSchema>;
export type DeviceAttributes = z.infer<typeof deviceAttributesSchema>;
export type Device = z.infer<typeof deviceSchema>;
export type DeviceInput = z.infer<typeof deviceInputSchema>;
