import type { PaymentFault } from '@atalaia/contract/providers/payment-link';

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
  /** It concerns this message alone, and says nothing of the service: its next message may be taken. */
  readonly isOfMessage: boolean;
  /** The status the other side answered with, where it answered. */
  readonly status: number | undefined;
  /** It concerns only the person it was for, and he may read it. */
  readonly isAboutRecipient: boolean;
  /** As long as the other side asks to wait. */
  readonly retryAfterMs: number | undefined;
  readonly #answer: string | undefined;

  constructor(reason: string, facts: DeliveryFacts) {
    super(reason, { cause: facts.cause });
    this.certainlyNotSent = facts.certainlyNotSent;
    this.isLasting = facts.isLasting ?? false;
    this.isOfMessage = facts.isOfMessage ?? this.isLasting;
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

interface DeliveryFacts {
  readonly certainlyNotSent: boolean;
  readonly isLasting?: boolean;
  /** As `isLasting` unless it is said. */
  readonly isOfMessage?: boolean;
  readonly status?: number;
  readonly isAboutRecipient?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly answer?: string;
  readonly cause?: unknown;
}

export type ProviderFault = PaymentFault;

interface ProviderFacts {
  /** The provider's text about single fields, by its own names of them. */
  readonly fields?: ReadonlyMap<string, string>;
  /** Its text beyond fields, for a person to read. */
  readonly words?: string | null | undefined;
  readonly cause?: unknown;
}

/** A call to a provider (fleet control, payments) that did not do what it was for, and what may have come of it. Never holds a secret. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
  readonly fault: ProviderFault;
  readonly fields: ReadonlyMap<string, string>;
  readonly words: string | null;

  constructor(fault: ProviderFault, { fields = new Map(), words = null, cause }: ProviderFacts = {}) {
    super(`the provider: ${fault}`, { cause });
    this.fault = fault;
    this.fields = fields;
    this.words = words;
  }
}
