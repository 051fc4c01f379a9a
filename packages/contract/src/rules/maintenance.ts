/** Work that falls due again and again by what a device counts. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { sortedBy } from '../values/sorting.ts';
import { attributesSchema, idSchema, measureInputSchema, nameSchema } from '../values/values.ts';

/** `start` and `period` are in the unit of the position attribute that `type` names: metres, milliseconds… */
export const maintenanceSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Key of a position attribute: `totalDistance`, `hours`, `odometer`…; `fixTime` for one by time, in ms since 1970. */
  type: z.string(),
  start: z.number().min(0),
  period: z.number().min(0),
  attributes: attributesSchema,
});

export const maintenanceInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  type: z.string().trim().min(1).max(128),
  start: measureInputSchema,
  /** Above 0. */
  period: measureInputSchema,
  attributes: attributesSchema.nullable().optional(),
});

export const maintenanceQuerySchema = linkedQuerySchema.extend(sortedBy('name', 'type', 'start', 'period'));

export type Maintenance = z.infer<typeof maintenanceSchema>;
export type MaintenanceInput = z.infer<typeof maintenanceInputSchema>;
export type MaintenanceQuery = z.infer<typeof maintenanceQuerySchema>;
