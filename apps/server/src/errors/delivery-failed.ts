/**
 * A message that did not go out by a channel to the outside: mail, SMS, push, an HTTP call. Whoever sends decides by
 * `certainlyNotSent` and `isLasting` whether it may be tried again: what may have arrived is never sent twice.
 */
export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed';
  /** The other side said no, or was never reached. False: it may have been taken before the line broke. */
  readonly certainlyNotSent: boolean;
  /** A later attempt would fail in the same way: a wrong number, a refused address. */
  readonly isLasting: boolean;
  /** The status the other side answered with, where it answered. */
  readonly status: number | undefined;
  /** It speaks of nothing but the person it was for, and he may read it. */
  readonly isAboutRecipient: boolean;
  /** As long as the other side asks to wait. */
  readonly retryAfterMs: number | undefined;
  readonly #answer: string | undefined;

  constructor(reason: string, facts: DeliveryFacts) {
    super(reason, { cause: facts.cause });
    this.certainlyNotSent = facts.certainlyNotSent;
    this.isLasting = facts.isLasting ?? false;
    this.status = facts.status;
    this.isAboutRecipient = facts.isAboutRecipient ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.#answer = facts.answer;
  }

  /** The text that came with the status; no field of its own, so that no log line takes it up. */
  get answer(): string | undefined {
    return this.#answer;
  }

  get mayRepeat(): boolean {
    return this.certainlyNotSent && !this.isLasting;
  }
}

export interface DeliveryFacts {
  readonly certainlyNotSent: boolean;
  readonly isLasting?: boolean;
  readonly status?: number;
  readonly isAboutRecipient?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly answer?: string;
  readonly cause?: unknown;
}
