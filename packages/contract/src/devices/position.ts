/** Where a device was, and what its tracker reported with it. */
import { z } from 'zod';
import { idTextSchema, instantTextSchema, longIdTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, latitudeSchema, longIdSchema, longitudeSchema } from '../values/values.ts';

export const cellTowerSchema = z.object({
  radioType: z.string().optional(),
  cellId: z.number().int(),
  locationAreaCode: z.number().int(),
  mobileCountryCode: z.number().int(),
  mobileNetworkCode: z.number().int(),
  /** dBm, negative. */
  signalStrength: z.number().optional(),
});

export const wifiAccessPointSchema = z.object({
  macAddress: z.string(),
  /** dBm, negative. */
  signalStrength: z.number().optional(),
});

export const networkSchema = z.object({
  radioType: z.string().optional(),
  cellTowers: z.array(cellTowerSchema).optional(),
  wifiAccessPoints: z.array(wifiAccessPointSchema).optional(),
});

/**
 * The attributes the product itself reads; the catalogue with every key's unit is in
 * `@atalaia/domain/position-attributes`. Missing is missing, never 0.
 */
export const positionAttributesSchema = z
  .object({
    ignition: z.boolean().optional(),
    /** Vocabulary keys, several joined by comma. */
    alarm: z.string().optional(),
    /** The tracker says that the vehicle is blocked. */
    blocked: z.boolean().optional(),
    motion: z.boolean().optional(),
    /** Percent, 0–100. */
    batteryLevel: z.number().optional(),
    /** Volts of the tracker's own battery. */
    battery: z.number().optional(),
    /** Volts of the vehicle. */
    power: z.number().optional(),
    /** Metres, as the tracker counts them. */
    odometer: z.number().optional(),
    /** Metres since the position before it. */
    distance: z.number().optional(),
    /** Metres, as the server counts them. */
    totalDistance: z.number().optional(),
    /** Milliseconds of running engine, as the server counts them. */
    hours: z.number().optional(),
    /** Litres. */
    fuel: z.number().optional(),
    driverUniqueId: z.string().optional(),
    /** The position is an impossible jump and counts no distance (ING-05). */
    approximate: z.boolean().optional(),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]));

export const positionSchema = z.object({
  id: longIdSchema,
  deviceId: idSchema,
  protocol: z.string(),
  /** The protocol's own word for the message, where it has one. */
  type: z.string().nullable(),
  serverTime: instantSchema,
  deviceTime: instantSchema,
  fixTime: instantSchema,
  /** The place or the time is not of this message (ING-05). */
  outdated: z.boolean(),
  valid: z.boolean(),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  /** Metres above sea level. */
  altitude: z.number(),
  /** Knots. */
  speed: z.number().min(0),
  /** Degrees clockwise from north, 0 ≤ course < 360. */
  course: z.number().min(0).lt(360),
  /** Radius of uncertainty in metres; 0 when the tracker gives none. */
  accuracy: z.number().min(0),
  address: z.string().nullable(),
  network: networkSchema.nullable(),
  /** Geofences of the device that the place is in, by the rules when it came; null or absent when in none. */
  geofenceIds: z.array(idSchema).nullable().optional(),
  attributes: positionAttributesSchema,
});

const rangeFields = { from: instantTextSchema.optional(), to: instantTextSchema.optional() };

function checkRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (to !== undefined && from === undefined) refuse('from', 'is needed with to');
  if (from !== undefined && to === undefined) refuse('to', 'is needed with from');
  if (from && to && Date.parse(from) > Date.parse(to)) refuse('to', 'must not be before from');
}

const deviceIdsSchema = z.array(idTextSchema).max(1000).optional();

/**
 * `GET positions`: with nothing, the last position of every visible device; with `id` (repeated), those; with `deviceId`
 * (repeated), its last; from `from` to `to`, both included, by fix time, all of those devices, one after the other, or of
 * all that one sees, at most 200,000.
 */
export const positionQuerySchema = z
  .object({
    id: z.array(longIdTextSchema).max(1000).optional(),
    deviceId: deviceIdsSchema,
    ...rangeFields,
  })
  .superRefine(checkRange);

/** `GET positions/{format}`: the ways of devices, or of all that one sees; last positions without a period. */
export const trackQuerySchema = z
  .object({ deviceId: deviceIdsSchema, ...rangeFields })
  .superRefine(checkRange);

/** `DELETE positions`: both ends belong to it. */
export const positionsRemovalSchema = z
  .object({ deviceId: idTextSchema, from: instantTextSchema, to: instantTextSchema })
  .superRefine(checkRange);

export type Network = z.infer<typeof networkSchema>;
export type PositionAttributes = z.infer<typeof positionAttributesSchema>;
export type Position = z.infer<typeof positionSchema>;
export type PositionQuery = z.infer<typeof positionQuerySchema>;
export type PositionsRemoval = z.infer<typeof positionsRemovalSchema>;
