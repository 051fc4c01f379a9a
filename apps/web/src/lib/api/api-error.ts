/** The one kind of failure of a call: what went wrong, as a code to switch on, never a text. */
import type { ErrorBody, ErrorCode, FieldError } from '@atalaia/contract/errors';

/**
 * - `connection`: what was requested was not answered, or not in time;
 * - `offline`: the same, and the browser had no network;
 * - `not-sent`: a change that the browser had no network for: nothing left;
 * - `unanswered`: a change that left and was not answered: it may have been made;
 * - `unreadable`: an answer came that the contract does not describe.
 */
export type ApiErrorCode = ErrorCode | 'connection' | 'offline' | 'not-sent' | 'unanswered' | 'unreadable';

const unheard: ReadonlySet<ApiErrorCode> = new Set(['connection', 'offline', 'not-sent', 'unanswered']);

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly details: ErrorBody['details'];
  /** To be quoted to the server's operator. */
  readonly requestId: string | undefined;

  constructor(code: ApiErrorCode, status: number, body?: Partial<ErrorBody>, cause?: unknown) {
    super(body?.message ?? code, { cause });
    this.code = code;
    this.status = status;
    this.details = body?.details;
    this.requestId = body?.requestId;
  }

  /** Fields of the request that were refused, by path. */
  get fields(): readonly FieldError[] {
    return this.details?.fields ?? [];
  }

  /** No answer came: the same call may be answered another time. */
  get isUnheard(): boolean {
    return unheard.has(this.code);
  }
}
