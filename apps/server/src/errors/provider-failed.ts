import type { PaymentFault } from '@atalaia/contract/providers/payment-link';

export type ProviderFault = PaymentFault;

export interface ProviderFacts {
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
