import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '@atalaia/contract/errors';
import type { ErrorDetails } from '../../errors/app-error.ts';

/** What a thread is given: an order, and the port on which it is asked about it. */
export interface ThreadOrder<Order> {
  readonly order: Order;
  readonly port: MessagePort;
}

/** An answer, or why there is none. */
export type ThreadAnswer<Answer> =
  | { readonly answer: Answer; readonly failure?: never }
  | { readonly failure: ThreadFailure; readonly answer?: never };

export interface ThreadFailure {
  readonly message: string;
  /** Of a refusal, which the caller receives. */
  readonly code?: ErrorCode;
  readonly details?: ErrorDetails;
}
