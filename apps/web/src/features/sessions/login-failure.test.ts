import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { loginFailureText } from './components/sign-in-answers.tsx';

const text: Text = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);
const refusal = (code: ConstructorParameters<typeof ApiError>[0], status: number, details = {}) =>
  new ApiError(code, status, { details });

test.each([
  [refusal('invalid-credentials', 401), 'login.failed'],
  [refusal('too-many-requests', 429, { retryAfterSeconds: 29.2 }), 'login.tooManyAttempts {"seconds":30}'],
  [refusal('too-many-requests', 429), 'apiError.too-many-requests'],
  [refusal('connection', 0), 'error.connection'],
  [refusal('not-ready', 503), 'apiError.not-ready'],
  [new Error('a bug'), 'error.internal'],
])('%s is told as %s', (error, expected) => {
  expect(loginFailureText(error, text)).toBe(expected);
});
