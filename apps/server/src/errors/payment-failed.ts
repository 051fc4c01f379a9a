import type { PaymentFault } from '@atalaia/contract/providers/payment-link';

/** A call to the payment provider that did not do what it was for, and what may have come of it. Never holds the key. */
export class PaymentFailed extends Error {
  override readonly name = 'PaymentFailed';
  readonly fault: PaymentFault;
  /** Its words by its own names of fields; empty where it refused no field. */
  readonly fields: ReadonlyMap<string, string>;
  /** Its words beyond fields. */
  readonly words: string | undefined;

  constructor(
    fault: PaymentFault,
    facts: { fields?: ReadonlyMap<string, string>; words?: string | undefined } = {},
  ) {
    super(`the payment provider: ${fault}`);
    this.fault = fault;
    this.fields = facts.fields ?? new Map();
    this.words = facts.words;
  }
}
