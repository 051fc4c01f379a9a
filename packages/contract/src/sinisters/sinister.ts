/** A theft, robbery or accident case, from the first call to its closing. */
import { z } from 'zod';
import { idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  idSchema,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  referenceSchema,
} from '../values/values.ts';
import { occurrenceSchema } from './occurrence.ts';

export const openingTypeSchema = z.enum(['robbery', 'theft', 'misappropriation', 'accident', 'other']);
export const closingTypeSchema = z.enum(['vehicleFound', 'vehicleNotFound', 'falsePositive']);
export const sinisterStatusSchema = z.enum(['opened', 'closed']);

/** The customer as he was when the case opened. */
export const sinisterCustomerSchema = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/** The device as it was when the case opened; it stays when the device is removed. */
export const sinisterDeviceSchema = z.object({
  id: idSchema,
  uniqueId: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  /** What describes the vehicle: plate, year, vehicleModel, manufacturer, color, renavam, chassi. */
  attributes: attributesSchema,
});

export const sinisterSchema = z.object({
  id: idSchema,
  /** One sequence for the installation. */
  number: z.number().int().positive(),
  deviceId: idSchema,
  customerId: referenceSchema,
  device: sinisterDeviceSchema,
  customer: sinisterCustomerSchema.nullable(),
  devicePlate: z.string().nullable(),
  deviceModel: z.string().nullable(),
  deviceColor: z.string().nullable(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  openedBy: z.string(),
  createdAt: instantSchema,
  status: sinisterStatusSchema,
  openingDate: instantSchema,
  openingType: openingTypeSchema,
  openingAddress: z.string().nullable(),
  openingLatitude: latitudeSchema.nullable(),
  openingLongitude: longitudeSchema.nullable(),
  openingDescription: z.string(),
  closedAt: instantSchema.nullable(),
  closingDate: instantSchema.nullable(),
  closingType: closingTypeSchema.nullable(),
  closedBy: z.string().nullable(),
  closingAddress: z.string().nullable(),
  closingLatitude: latitudeSchema.nullable(),
  closingLongitude: longitudeSchema.nullable(),
  closingDescription: z.string().nullable(),
  vehicleDamaged: z.boolean(),
  /** Spelled as the field's clients spell it. */
  occurenceIds: z.array(idSchema),
  occurrences: z.array(occurrenceSchema),
  attributes: attributesSchema,
});

/** Body of `POST sinisters/open`. */
export const sinisterOpeningSchema = z.object({
  deviceId: idSchema,
  customerId: idSchema,
  openingDate: instantSchema,
  openingType: openingTypeSchema,
  openingAddress: z.string().max(1000).nullable().optional(),
  openingLatitude: latitudeSchema.nullable().optional(),
  openingLongitude: longitudeSchema.nullable().optional(),
  openingDescription: z.string().trim().min(1).max(10_000),
  attributes: attributesSchema.optional(),
});

/** Body of `PUT sinisters/{id}/close`. */
export const sinisterClosingSchema = z.object({
  id: idSchema,
  closingDate: instantSchema,
  closingType: closingTypeSchema,
  vehicleDamaged: z.boolean(),
  closingAddress: z.string().trim().min(1).max(1000),
  closingLatitude: latitudeSchema.nullable().optional(),
  closingLongitude: longitudeSchema.nullable().optional(),
  closingDescription: z.string().trim().min(1).max(10_000),
});

/** `GET sinisters`: the open ones, or with `all=true` the closed ones too; newest first. */
export const sinisterQuerySchema = pageQuerySchema.extend({
  all: z.enum(['true', 'false']).optional(),
  userId: idTextSchema.optional(),
  deviceId: idTextSchema.optional(),
  customerId: idTextSchema.optional(),
  /** Found in number, plate, device and customer. */
  keyword: keywordSchema.optional(),
  ...sortedBy(
    'number',
    'devicePlate',
    'deviceName',
    'customerName',
    'openingType',
    'openingDate',
    'closingType',
    'closingDate',
    'openedBy',
    'status',
  ),
});

/** `GET reports/sinister`. */
export const sinisterReportQuerySchema = z.object({ sinisterId: idTextSchema });

export type Sinister = z.infer<typeof sinisterSchema>;
export type SinisterOpening = z.infer<typeof sinisterOpeningSchema>;
export type SinisterClosing = z.infer<typeof sinisterClosingSchema>;
export type SinisterDevice = z.infer<typeof sinisterDeviceSchema>;
export type SinisterQuery = z.infer<typeof sinisterQuerySchema>;

/** Where the vehicle of a sinister went since it was opened. */
/** A trail has at most so many places: of a longer one every so-and-so-many-th, and always the first and the last. */
export const mostTrailPlaces = 50_000;

export const trailPlaceSchema = z.object({
  deviceId: idSchema,
  fixTime: instantSchema,
  latitude: latitudeSchema,
  longitude: longitudeSchema,
});

export type TrailPlace = z.infer<typeof trailPlaceSchema>;
