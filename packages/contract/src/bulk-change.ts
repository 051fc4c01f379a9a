/** One change of many rows of a noun at once, which can be undone for a while. */
import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { idSchema } from './values/values.ts';

/** Of one bulk change, numbers or what a list is filtered by. */
export const mostBulkRows = 20_000;

/** Seconds in which a bulk change can be undone; a removal is carried out after them. */
export const bulkUndoSeconds = 30;

/** Of those that are refused, so many are named. */
export const mostRefusedNamed = 20;

export const bulkNouns = ['device', 'user', 'customer', 'driver'] as const;

export type BulkNounWord = (typeof bulkNouns)[number];

/**
 * `POST {nouns}/bulk`: by numbers or by all that a list shows that is filtered so. Refused whole when one of the numbers is not
 * seen, or when it would be another `count` of rows than was confirmed; a row that the caller may not change so is left as it
 * is, counted and named in the answer. A field that is not known is refused: a filter without it would fit more than was meant.
 */
export const bulkInputSchema = (filter: z.ZodObject, ...changes: readonly z.ZodRawShape[]) =>
  z.strictObject({
    ids: z.array(idSchema).max(mostBulkRows).optional(),
    filter: filter.strict().optional(),
    count: z.number().int().min(0).optional(),
    change: z.union([...changes, { remove: z.literal(true) }].map((shape) => z.strictObject(shape))),
  });

export const bulkChangeSchema = z.object({
  id: z.uuid(),
  /** The field that is given, or `remove`. */
  act: z.string(),
  count: z.number().int(),
  /** Of a removal, those that go when the time is over. */
  ids: z.array(idSchema).optional(),
  /** How long it can still be undone. */
  secondsLeft: z.number(),
  /** Rows that stayed as they are, and why, not in a list of changes. What its caller sees no more is counted and not named. */
  refused: z
    .object({
      count: z.number().int(),
      named: z.array(z.object({ id: idSchema, name: z.string(), code: z.enum(errorCodes) })),
    })
    .optional(),
});

/** What an undo answers: how many got back what they had, and which did not. */
export const bulkUndoneSchema = bulkChangeSchema.pick({ count: true, refused: true });

export type BulkUndone = z.infer<typeof bulkUndoneSchema>;
export type BulkChange = z.infer<typeof bulkChangeSchema>;
export type BulkRefused = NonNullable<BulkChange['refused']>;
