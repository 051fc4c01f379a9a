/** Someone who drives; found by the id a tracker reads from his card or key. */
import { z } from 'zod';
import { bulkInputSchema } from '../bulk-change.ts';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { sortedBy } from '../values/sorting.ts';
import { attributesSchema, idSchema, nameSchema } from '../values/values.ts';

export const driverSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** What positions carry as `driverUniqueId`. */
  uniqueId: z.string(),
  attributes: attributesSchema,
});

export const driverInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  uniqueId: nameSchema,
  attributes: attributesSchema.nullable().optional(),
});

export const driverQuerySchema = linkedQuerySchema.extend(sortedBy('name', 'uniqueId'));

/** They hold nothing that many of them would share; they are removed. */
export const bulkDriversSchema = bulkInputSchema(driverQuerySchema.pick({ keyword: true }));

export type Driver = z.infer<typeof driverSchema>;
export type DriverInput = z.infer<typeof driverInputSchema>;
export type DriverQuery = z.infer<typeof driverQuerySchema>;
