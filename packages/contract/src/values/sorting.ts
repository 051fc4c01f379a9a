/** Lists in the order of one of their columns, and how many rows there are in all. */
import { z } from 'zod';

export const sortOrderSchema = z.enum(['asc', 'desc']);

/**
 * What the query of a list gains that can be sorted: `sort` names a column, `order` its direction, `asc` when absent.
 * Rows that hold nothing there come last in both directions, and rows that are alike there in the order of their
 * numbers. Without `sort` a list comes in its own order, and `order` says nothing.
 */
export function sortedBy<const Columns extends readonly [string, ...string[]]>(...columns: Columns) {
  return { sort: z.enum(columns).optional(), order: sortOrderSchema.optional() };
}

/** How many rows fit the filters of a list, on whatever page; in the answer whenever `limit` is given. */
export const totalCountHeader = 'x-total-count';

export type SortOrder = z.infer<typeof sortOrderSchema>;
