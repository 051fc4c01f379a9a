import { ApiError } from '../api/api-error.ts';
import { failureText } from './failure-text.ts';
import type { Text, TextKey } from './texts.ts';

const keys: ReadonlyMap<number, TextKey> = new Map([
  [0, 'error.connection'],
  [400, 'error.status400'],
  [401, 'error.status401'],
  [403, 'error.status403'],
  [404, 'error.status404'],
]);

/**
 * What a toast says of a failed call that has no place of its own on the screen: by its status alone (ERR-01), but for a
 * full disk, which somebody must know.
 */
export function statusText(error: unknown, text: Text): string {
  if (error instanceof ApiError && (error.isUnheard || error.code === 'no-space'))
    return failureText(error, text);
  const key = error instanceof ApiError ? keys.get(error.status) : undefined;
  return text(key ?? 'error.internal');
}
