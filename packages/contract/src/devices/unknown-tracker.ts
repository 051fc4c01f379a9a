/** A tracker that knocked with an id nobody registered (ING-04). */
import { z } from 'zod';
import { pageQuerySchema } from '../values/query-values.ts';
import { instantSchema } from '../values/values.ts';
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
