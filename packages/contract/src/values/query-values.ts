/**
 * Values as they are in an address: text, checked for form and range. Whoever reads them turns them into numbers;
 * JSON Schema cannot hold a coercion.
 */
import { z } from 'zod';

/** Number of a stored row, 1 to 2³¹−1. */
export const idTextSchema = z
  .string()
  .regex(
    /^(?:[1-9]\d{0,8}|1\d{9}|20\d{8}|21[0-3]\d{7}|214[0-6]\d{6}|2147[0-3]\d{5}|21474[0-7]\d{4}|214748[0-2]\d{3}|2147483[0-5]\d{2}|21474836[0-3]\d|214748364[0-7])$/,
    'must be a whole number above 0',
  );

/** Number of a stored position, event or audit line, up to 9 × 10¹⁵, which a JSON number holds exactly. */
export const longIdTextSchema = z
  .string()
  .regex(/^(?:[1-9]\d{0,14}|[1-8]\d{15})$/, 'must be a whole number above 0');

/** How many, or how many to pass over: 0 to 1,000,000. */
export const countTextSchema = z
  .string()
  .regex(/^(?:\d{1,6}|1000000)$/, 'must be a whole number from 0 to 1000000');

/** An instant as ISO 8601 with its offset. */
export const instantTextSchema = z.iso.datetime({
  offset: true,
  error: 'must be an instant like 2026-11-21T03:00:00Z',
});

/** `true` and `false` as they are in an address. */
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
