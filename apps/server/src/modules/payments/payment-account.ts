/** With whose key a person's customers go to the provider: his attributes name it (CUS-03). */
import type { PaymentGap } from '@atalaia/contract/payment-link';
import { AppError } from '../../app-error.ts';
import type { UserRow } from '../../caller.ts';
import type { Payments } from '../../integrations/payments/payments.ts';
import type { Secrets } from '../../integrations/secrets/secrets.ts';

export interface PaymentAccount {
  /** As his attribute names it. */
  readonly provider: string;
  readonly key: string;
  /** The same for all who share the key; tells nothing of it. */
  readonly id: string;
}

export interface PaymentStanding {
  readonly provider: string | null;
  readonly gap: PaymentGap | null;
  readonly account: PaymentAccount | undefined;
}

export type StandingOf = (user: Pick<UserRow, 'attributes'>) => PaymentStanding;

export function createStandingOf(payments: Pick<Payments, 'isSetUp' | 'url'>, secrets: Secrets): StandingOf {
  return (user) => {
    const attributes = new Map<string, unknown>(Object.entries(user.attributes ?? {}));
    const provider = textOf(attributes.get('payment_provider'));
    const lacks = (gap: PaymentGap) => ({ provider: provider || null, gap, account: undefined });
    if (provider === '') return lacks('no-provider');
    if (!payments.isSetUp) return lacks('no-address');
    const sealed = textOf(attributes.get('apiKeySeller'));
    if (sealed === '') return lacks('no-key');
    const key = opened(secrets, sealed);
    if (key === undefined) return lacks('key-unreadable');
    const id = secrets.fingerprint([provider, payments.url, key].join('\n'));
    return { provider, gap: null, account: { provider, key, id } };
  };
}

/** Throws `payments-not-set-up`, saying what is missing. */
export function requireAccount({ account, gap }: PaymentStanding): PaymentAccount {
  if (account) return account;
  throw new AppError('payments-not-set-up', `no customer goes to the payment provider: ${gap}`, { gap });
}

function opened(secrets: Secrets, sealed: string): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
