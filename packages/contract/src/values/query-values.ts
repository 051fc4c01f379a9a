/**
 * Values as they stand in an address: text, checked for form and range. Whoever reads them turns them into numbers;
 * JSON Schema cannot hold a coercion.
 */
import { z } from 'zod';

const largestId = 2_147_483_647;

/** Number of a stored row, 1 to 2³¹−1. */
export const idTextSchema = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a whole number above 0')
  .refine((text) => Number(text) >= 1 && Number(text) <= largestId, 'must be a whole number above 0');

/** Number of a stored position, event or audit line, up to 2⁵³−1. */
export const longIdTextSchema = z
  .string()
  .regex(/^\d{1,16}$/, 'must be a whole number above 0')
  .refine(
    (text) => Number(text) >= 1 && Number.isSafeInteger(Number(text)),
    'must be a whole number above 0',
  );

/** How many, or how many to pass over: 0 to 1,000,000. */
export const countTextSchema = z
  .string()
  .regex(/^\d{1,7}$/, 'must be a whole number from 0 to 1000000')
  .refine((text) => Number(text) <= 1_000_000, 'must be a whole number from 0 to 1000000');

/** An instant as ISO 8601 with its offset. */
export const instantTextSchema = z.iso.datetime({
  offset: true,
  error: 'must be an instant like 2026-11-21T03:00:00Z',
});

/** `true` and `false` as they stand in an address. */
export const flagTextSchema = z.enum(['true', 'false']);

/** What a person types to search: case is ignored. */
export const keywordSchema = z.string().max(128);

/** The `{id}` of an address. */
export const idParamsSchema = z.object({ id: idTextSchema });

/** Which part of a list: all of it when both are absent. */
export const pageQuerySchema = z.object({
  limit: countTextSchema.optional(),
  offset: countTextSchema.optional(),
});

export type PageQuery = z.infer<typeof pageQuerySchema>;
