import { ApiError } from '../../lib/api/api-error.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';

/** What the form says of a refused sign-in; a disabled or expired account reads like a wrong password (AUTH-03). */
export function loginFailureText(error: unknown, text: Text): string {
  if (!(error instanceof ApiError)) return failureText(error, text);
  if (error.code === 'invalid-credentials') return text('login.failed');
  const waitSeconds = error.details?.retryAfterSeconds;
  if (error.code === 'too-many-requests' && typeof waitSeconds === 'number') {
    return text('login.tooManyAttempts', { seconds: Math.ceil(waitSeconds) });
  }
  return failureText(error, text);
}
