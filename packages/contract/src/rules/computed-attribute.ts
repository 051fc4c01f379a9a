/** An attribute that the server works out of a position's other values. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { idTextSchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import { idSchema } from '../values/values.ts';

export const computedAttributeSchema = z.object({
  id: idSchema,
  description: z.string(),
  /** Key the result is stored under. */
  attribute: z.string(),
  expression: z.string(),
  type: z.enum(['string', 'number', 'boolean']),
  /** Higher ones are worked out first, equal ones in the order of their ids. */
  priority: z.number().int(),
});

export const computedAttributeInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  description: z.string().trim().min(1).max(255),
  attribute: z.string().trim().min(1).max(128),
  expression: z.string().trim().min(1).max(4000),
  /** Of the field's documents, too, which begin it with a capital. */
  type: z.enum(['string', 'number', 'boolean', 'String', 'Number', 'Boolean']),
  priority: z.number().int().min(-1_000_000).max(1_000_000).nullable().optional(),
});

/** `POST attributes/computed/test?deviceId=`: whose last position the expression is tried out against. */
export const computedTestQuerySchema = z.object({ deviceId: idTextSchema });

/** What an expression gives. */
export const computedValueSchema = z.union([z.string(), z.number(), z.boolean()]);

export const computedAttributeQuerySchema = linkedQuerySchema.extend(
  sortedBy('description', 'attribute', 'expression', 'type'),
);

export type ComputedValue = z.infer<typeof computedValueSchema>;
export type ComputedAttribute = z.infer<typeof computedAttributeSchema>;
export type ComputedAttributeInput = z.infer<typeof computedAttributeInputSchema>;
export type ComputedAttributeQuery = z.infer<typeof computedAttributeQuerySchema>;
