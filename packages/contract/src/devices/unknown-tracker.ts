/** A tracker that knocked with an id nobody registered (ING-04). */
import { z } from 'zod';
import { pageQuerySchema } from '../values/query-values.ts';
import { idSchema, instantSchema, longIdSchema } from '../values/values.ts';
import { deviceInputSchema } from './device.ts';

export const unknownTrackerSchema = z.object({
  uniqueId: z.string(),
  protocol: z.string(),
  /** Network address it came from last. */
  address: z.string(),
  attempts: z.number().int().min(1),
  firstSeen: instantSchema,
  lastSeen: instantSchema,
});

/** `GET unknown-trackers`: those that knocked last come first. */
export const unknownTrackerQuerySchema = pageQuerySchema;

/** What may be given of the device when registering it in one step; its name is the unique id unless given. */
export const registerTrackerSchema = deviceInputSchema.omit({ id: true, uniqueId: true }).partial();

/** `GET unknown-trackers/ports`: where the server listens for trackers. */
export const trackerPortSchema = z.object({
  protocol: z.string(),
  port: z.number().int(),
  transports: z.array(z.enum(['tcp', 'udp', 'http'])),
});

export type TrackerPort = z.infer<typeof trackerPortSchema>;
export type RegisterTracker = z.infer<typeof registerTrackerSchema>;
export type UnknownTracker = z.infer<typeof unknownTrackerSchema>;

/** A message of a registered tracker that no other table takes: acknowledged, and set aside whole (ING-02). */
export const refusedMessageSchema = z.object({
  id: longIdSchema,
  deviceId: idSchema,
  protocol: z.string(),
  kind: z.enum(['position', 'commandResult']),
  serverTime: instantSchema,
  /** The database's message. */
  error: z.string(),
  /** The bytes that it came in, as hexadecimal digits: the first 2,000 bytes. */
  frame: z.string(),
  /** What was read of them, as JSON text: its first 10,000 characters. */
  content: z.string().nullable(),
});

/** `GET refused-messages`: the latest first, a hundred by default, a thousand at most. */
export const refusedMessageQuerySchema = pageQuerySchema;
