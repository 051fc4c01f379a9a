/** What a device has counted so far, set by hand after a change of tracker. Body of `PUT devices/{id}/accumulators`. */
import { z } from 'zod';
import { idSchema } from '../values/values.ts';

/** A hundred million kilometres, and a million hours: more than any machine counts. */
const mostMetres = 1e11;
const mostHoursMs = 3.6e12;

export const accumulatorsSchema = z.object({
  deviceId: idSchema,
  /** Metres (the form shows km). */
  totalDistance: z.number().min(0).max(mostMetres),
  /** Milliseconds of running engine (the form shows h). */
  hours: z.number().min(0).max(mostHoursMs),
});

export type Accumulators = z.infer<typeof accumulatorsSchema>;
