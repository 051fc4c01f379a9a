import { errorBodySchema, errorStatus } from '@atalaia/contract/errors';
import { ApiError, type ApiErrorCode } from './api-error.ts';

/** Codes for an answer whose body is not the contract's: a proxy's page, or an empty body. */
const codeByStatus: ReadonlyMap<number, ApiErrorCode> = new Map([
  [400, 'invalid-input'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [413, 'body-too-large'],
  [429, 'too-many-requests'],
  [503, 'not-ready'],
]);

/** What an answer outside 200–399 says. A body that is not the contract's counts by its status alone. */
export function failureOf(status: number, body: unknown, isChange: boolean): ApiError {
  const read = errorBodySchema.safeParse(body);
  if (read.success) return new ApiError(read.data.code, status, read.data);
  // a proxy that heard no answer does not know either what became of a change
  if (isChange && (status === 502 || status === 504)) return new ApiError('unanswered', status);
  return new ApiError(codeByStatus.get(status) ?? 'internal-error', status);
}

/** A body with `errorcode` is a failure even with a status of success (ERR-02). */
export function hiddenFailureOf(status: number, body: unknown): ApiError | undefined {
  if (typeof body !== 'object' || body === null || !('errorcode' in body)) return undefined;
  const { errorcode } = body;
  const known = typeof errorcode === 'string' && Object.hasOwn(errorStatus, errorcode);
  return new ApiError(known ? (errorcode as ApiErrorCode) : 'internal-error', status);
}
