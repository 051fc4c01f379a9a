import { expect, test } from 'vitest';
import { z } from 'zod';
import { refusalWords } from './error-body.ts';

const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: refusalWords }).error?.issues[0]?.message;

test('[API-03] what a schema refuses is told as people say it, without a pattern and without the reader’s own words', () => {
  const reported: [z.ZodType, unknown, string][] = [
    [z.number(), 'x', 'must be a number'],
    [z.number().int(), 1.5, 'must be a whole number'],
    [z.number(), undefined, 'is needed'],
    [z.number(), Infinity, 'is too large a number'],
    [z.string(), 1, 'must be text'],
    [z.boolean(), null, 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(4), 'abc', 'must have at least 4 characters'],
    [z.string().max(2), 'abc', 'must have at most 2 characters'],
    [z.number().min(0), -1, 'must be at least 0'],
    [z.number().positive(), 0, 'must be above 0'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entries'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c'],
    [z.string().regex(/^a$/), 'b', 'has not the form that is asked for here'],
    [z.iso.datetime(), 'b', 'must be an instant like 2026-11-21T03:00:00Z'],
    [z.union([z.string(), z.number()]), true, 'is not of a kind that fits here'],
    [z.string().regex(/^a$/, 'must be a'), 'b', 'must be a'],
  ];
  for (const [schema, value, words] of reported) expect(messageOf(schema, value)).toBe(words);
});
