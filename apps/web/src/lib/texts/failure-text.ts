import { ApiError } from '../api/api-error.ts';
import type { Text, TextKey } from './texts.ts';

/** What a failed view or form says of its failure: the contract's code decides, never the server's words. */
export function failureText(error: unknown, text: Text): string {
  return text(failureKey(error));
}

/** What stands in the place of a view that could not be read. */
export function failureWords(error: unknown, text: Text) {
  return {
    title: text('view.failedTitle'),
    reason: failureText(error, text),
    retryLabel: text('error.retry'),
  };
}

function failureKey(error: unknown): TextKey {
  if (!(error instanceof ApiError) || error.code === 'unreadable') return 'error.internal';
  return error.code === 'connection' ? 'error.connection' : `apiError.${error.code}`;
}
