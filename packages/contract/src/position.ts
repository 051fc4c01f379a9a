/** Where a device was, and what its tracker said with it. */
import { z } from 'zod';
import { idSchema, instantSchema, latitudeSchema, longIdSchema, longitudeSchema } from './values.ts';

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
 * The attributes the product itself reads; the catalogue with every key's unit stands in
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
  attributes: positionAttributesSchema,
});

/** `GET positions`: nothing (the last of every visible device), `id` (repeated), or `deviceId` with `from` and `to`. */
export const positionQuerySchema = z.object({
  id: z.array(z.string()).optional(),
  deviceId: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

export type Network = z.infer<typeof networkSchema>;
export type PositionAttributes = z.infer<typeof positionAttributesSchema>;
export type Position = z.infer<typeof positionSchema>;
