import { type ErrorBody, type ErrorCode, errorStatus, type FieldError } from '@atalaia/contract/errors';

export type ErrorDetails = NonNullable<ErrorBody['details']>;

/**
 * A refusal that the caller receives: its code chooses the status and is what a client switches on. Thrown by any layer
 * below the routes; the error handler makes the body of it. Anything else that is thrown is an internal error.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message);
    this.code = code;
    this.status = errorStatus[code];
    this.details = details;
  }
}

/** A refusal that names the fields it is about; its own message is of the first, the details tell all. */
export function fieldRefusal(code: ErrorCode, ...fields: [FieldError, ...FieldError[]]): AppError {
  const { message } = fields[0];
  return new AppError(code, message.charAt(0).toUpperCase() + message.slice(1), { fields });
}

/** To whose devices are read-only (ROLE-02), like the next one. */
export function ownCustomerReadonly(): AppError {
  return new AppError('own-customer-readonly', 'this account may not change its own customer');
}

export function madeByOthers(): AppError {
  return new AppError('made-by-others', 'this account may only change what it made itself');
}

/** Another refusal in the place of `not-found`; whatever else fails stays what it is. */
export function unlessFound<Found>(work: Promise<Found>, refusal: () => AppError): Promise<Found> {
  return work.catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? refusal() : error;
  });
}

/** What does not exist and what the caller may not see answer alike. */
export function notFound(noun: string, id: number | string): AppError {
  return new AppError('not-found', `no ${noun} ${id}`);
}
