/** A tracker that knocked with an id nobody registered (ING-04). */
import { z } from 'zod';
import { instantSchema } from './values.ts';

export const unknownTrackerSchema = z.object({
  uniqueId: z.string(),
  protocol: z.string(),
  /** Network address it came from last. */
  address: z.string(),
  attempts: z.number().int().min(1),
  firstSeen: instantSchema,
  lastSeen: instantSchema,
});

export type UnknownTracker = z.infer<typeof unknownTrackerSchema>;
