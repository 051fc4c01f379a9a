import { ApiError } from '../../lib/api/api-error.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';

/** A report that took too long says so; everything else as anywhere (REP-08). */
export function reportFailureText(error: unknown, text: Text): string {
  const isLate =
    error instanceof ApiError && error.cause instanceof Error && error.cause.name === 'TimeoutError';
  return isLate ? text('report.timeout') : failureText(error, text);
}

/** The query names something that this report cannot be made of: `Dados inválidos para tipo {type}` (REP-02). */
export function isInvalidQuery(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid-input';
}
