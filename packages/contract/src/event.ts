/** Something that happened to a device. Types are those of the vocabulary. */
import { z } from 'zod';
import { idSchema, instantSchema, longIdSchema, referenceSchema } from './values.ts';

export const eventAttributesSchema = z
  .object({
    /** One alarm key, for type `alarm`. */
    alarm: z.string().optional(),
    /** Knots, for `deviceOverspeed`. */
    speed: z.number().optional(),
    /** Knots, the limit that was exceeded. */
    speedLimit: z.number().optional(),
    /** The tracker's answer, for `commandResult`. */
    result: z.string().optional(),
  })
  .catchall(z.unknown());

export const eventSchema = z.object({
  id: longIdSchema,
  deviceId: idSchema,
  type: z.string(),
  /** Derived: the device's name. */
  name: z.string(),
  eventTime: instantSchema,
  serverTime: instantSchema,
  /** 0 when no position goes with it. */
  positionId: z.number().int().min(0),
  geofenceId: referenceSchema,
  maintenanceId: referenceSchema,
  attributes: eventAttributesSchema,
});

export type EventAttributes = z.infer<typeof eventAttributesSchema>;
export type Event = z.infer<typeof eventSchema>;
