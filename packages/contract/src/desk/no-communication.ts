/** "Sem comunicação": vehicles that are silent beyond their time, by customer; a row leaves by itself on the first position. */
import { z } from 'zod';
import { idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import {
  idSchema,
  instantInputSchema,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  referenceInputSchema,
  referenceSchema,
} from '../values/values.ts';

export const silentDeviceSchema = z.object({
  deviceId: idSchema,
  deviceName: z.string(),
  plate: z.string().nullable(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  customerId: referenceSchema,
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** The chip's number, and its ICCID where it is known. */
  phone: z.string().nullable(),
  iccid: z.string().nullable(),
  lastUpdate: instantSchema,
  silentHours: z.number(),
  ignition: z.boolean().nullable(),
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  address: z.string().nullable(),
  /** Volts, of the vehicle's battery in the last position. */
  power: z.number().nullable(),
  reason: z.string().nullable(),
  nextContactAt: instantSchema.nullable(),
  /** Who has it. */
  userId: referenceSchema,
  userName: z.string().nullable(),
  updatedAt: instantSchema.nullable(),
});

/** `GET no-communication`: by customer, then the longest silent first; as a spreadsheet where Accept requests one. */
export const silentDeviceQuerySchema = pageQuerySchema.extend({
  customerId: idTextSchema.optional(),
  userId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
});

/** `PUT no-communication/{deviceId}`; what is absent stays, null takes it away. */
export const silentDeviceInputSchema = z.object({
  reason: z.string().trim().max(1000).nullable().optional(),
  nextContactAt: instantInputSchema.nullable().optional(),
  userId: referenceInputSchema,
});

export type SilentDevice = z.infer<typeof silentDeviceSchema>;
export type SilentDeviceQuery = z.infer<typeof silentDeviceQuerySchema>;
export type SilentDeviceInput = z.infer<typeof silentDeviceInputSchema>;
