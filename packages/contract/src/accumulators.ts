/** What a device has counted so far, set by hand after a change of tracker. Body of `PUT devices/{id}/accumulators`. */
import { z } from 'zod';
import { idSchema } from './values.ts';

export const accumulatorsSchema = z.object({
  deviceId: idSchema,
  /** Metres (the form shows km). */
  totalDistance: z.number().min(0),
  /** Milliseconds of running engine (the form shows h). */
  hours: z.number().min(0),
});

export type Accumulators = z.infer<typeof accumulatorsSchema>;
