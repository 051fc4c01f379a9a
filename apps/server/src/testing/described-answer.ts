/** Whether an answer is what the API's description says of its route. */
import { errorBodySchema, errorStatus } from '@atalaia/contract/errors';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { KnownRoute } from './route-table.ts';

/** The description of the API, and what others are tried at, are no part of it. */
export function isPublished({ url }: KnownRoute): boolean {
  return url !== '/api/*' && url !== '/api/openapi.json' && !url.startsWith('/api/docs');
}

/** What comes is of a type that the API's description names. */
export function checkType(
  route: KnownRoute | undefined,
  status: number,
  type: string,
  request: string,
): void {
  if (!route?.url.startsWith('/api/') || status !== 200) return;
  const declared = [...(route.answers[200] ? ['application/json'] : []), ...route.answerTypes];
  if (declared.length > 0 && !declared.includes(type))
    expect.fail(`${request} answers with ${type}, and is declared with ${declared.join(', ')}`);
}

interface GivenAnswer {
  readonly schema: z.ZodType | undefined;
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly request: string;
}

/**
 * An answer holds what its schema says, and not a field more. Some tests ask ten thousand times: what is as it should be is
 * seen without a matcher.
 */
export function checkAnswer({ schema, status, body, text, request }: GivenAnswer): void {
  const about = `${request} → ${status} ${text}`;
  if (status >= 400 && body !== undefined) {
    const refusal = errorBodySchema.parse(body);
    if (errorStatus[refusal.code] !== status) expect(errorStatus[refusal.code], about).toBe(status);
    return;
  }
  // neither has a body
  if (!schema || status === 204 || status === 302) return;
  const parsed = schema.safeParse(body);
  if (!parsed.success) expect(parsed.error, about).toBeUndefined();
  if (JSON.stringify(parsed.data) !== text) expect(parsed.data, about).toEqual(body);
}
