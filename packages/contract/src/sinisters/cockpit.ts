/** What the screen of a theft shows beside the case itself. */
import { z } from 'zod';
import { idSchema, instantSchema, latitudeSchema, longitudeSchema } from '../values/values.ts';

const placeSchema = { latitude: latitudeSchema, longitude: longitudeSchema };

/**
 * `opened`, `closed`, an occurrence, a request to block or release, a command, an event, a call to a contact, a step of the
 * first hour, a call-out, an officer's look, an act at the desk.
 */
export const timelineKinds = [
  'opened',
  'closed',
  'occurrence',
  'block',
  'command',
  'event',
  'contactTry',
  'step',
  'callOut',
  'policeLook',
  'alarm',
] as const;

export const timelineEntrySchema = z.object({
  kind: z.enum(timelineKinds),
  at: instantSchema,
  /** Its word: an event's type, a command's, an occurrence's category, a step, a block's reason or `release`, a call's outcome. */
  word: z.string(),
  /** An event's alarms, a command's or a block's state, who was called or called out. */
  detail: z.string().nullable(),
  text: z.string().nullable(),
  by: z.string().nullable(),
  /** The occurrence that it is; null for anything else. */
  occurrenceId: idSchema.nullable(),
});

/** A last fix of one tracker; nulls where it never had one. */
const fixSchema = z.object({
  deviceId: idSchema,
  name: z.string(),
  uniqueId: z.string(),
  status: z.enum(['online', 'offline', 'unknown']),
  heardAt: instantSchema.nullable(),
  fixTime: instantSchema.nullable(),
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  /** Knots. */
  speed: z.number().nullable(),
  course: z.number().nullable(),
  ignition: z.boolean().nullable(),
  address: z.string().nullable(),
  /** What the tracker itself says of the block. */
  blocked: z.boolean().nullable(),
});

export const cockpitSchema = z.object({
  /** Null when the device is gone. */
  device: fixSchema.nullable(),
  /** Other trackers of the same plate that the caller sees. */
  twins: z.array(fixSchema),
  whereabouts: z.object({
    /** How fast a vehicle of its category gets on, km/h; null for what does not drive. */
    plausibleKmh: z.number().nullable(),
    /** Where it is mostly parked: hours at standstill there in the 30 days before the event. */
    usualStops: z.array(z.object({ ...placeSchema, hours: z.number().int().positive() })),
    /** The last cell of the mobile network that its tracker named. */
    cell: z.object({ at: instantSchema, network: z.record(z.string(), z.unknown()) }).nullable(),
  }),
  /** The last command to block or release; null when there was none. */
  lastBlock: z
    .object({
      kind: z.enum(['block', 'release']),
      state: z.string(),
      at: instantSchema,
      endedAt: instantSchema.nullable(),
      by: z.string(),
      reason: z.string(),
    })
    .nullable(),
  /** Who looks at the case now. */
  watchers: z.array(z.object({ userId: idSchema, name: z.string() })),
  /** The newest first. */
  timeline: z.array(timelineEntrySchema),
});

export type Cockpit = z.infer<typeof cockpitSchema>;
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
