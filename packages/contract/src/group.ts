/** A set of devices; a group may lie in another, to any depth, without a cycle (GRP-01). */
import { z } from 'zod';
import { attributesSchema, idSchema, referenceInputSchema, referenceSchema } from './values.ts';

export const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The parent group, or 0. */
  groupId: referenceSchema,
  attributes: attributesSchema,
});

export const groupInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: z.string().trim().min(1).max(255),
  groupId: referenceInputSchema,
  attributes: attributesSchema.optional(),
});

export type Group = z.infer<typeof groupSchema>;
export type GroupInput = z.infer<typeof groupInputSchema>;
