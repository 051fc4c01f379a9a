/** A set of devices; a group may be in another, to any depth, without a cycle (GRP-01). */
import { z } from 'zod';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  idSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
} from '../values/values.ts';

export const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The parent group, or 0. */
  groupId: referenceSchema,
  attributes: attributesSchema,
});

/** On a change an absent field stays as it is, and `attributes` are replaced whole. */
export const groupInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  groupId: referenceInputSchema,
  attributes: attributesSchema.nullable().optional(),
});

/** Filters of `GET groups`, as those of `GET devices`; `groupId` gives what is below that group, and `userId` what
 * is linked to that user himself, with `inherited=true` what is below that, too. Sorted by `groupName`, the parent's name counts. */
export const groupQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  all: flagTextSchema.optional(),
  excludeAttributes: flagTextSchema.optional(),
  userId: idTextSchema.optional(),
  groupId: idTextSchema.optional(),
  inherited: flagTextSchema.optional(),
  /** Neither this group nor any below it. */
  notWithin: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
  ...sortedBy('name', 'groupName'),
});

export type Group = z.infer<typeof groupSchema>;
export type GroupInput = z.infer<typeof groupInputSchema>;
export type GroupQuery = z.infer<typeof groupQuerySchema>;
