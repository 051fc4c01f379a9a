import { ApiError } from '../api/api-error.ts';
import type { Text, TextKey } from './texts.ts';

/** What a failed view or form says of its failure: the contract's code decides, never the server's words. */
export function failureText(error: unknown, text: Text): string {
  return text(failureKey(error));
}

function failureKey(error: unknown): TextKey {
  if (!(error instanceof ApiError) || error.code === 'unreadable') return 'error.internal';
  return error.code === 'connection' ? 'error.connection' : `apiError.${error.code}`;
}
