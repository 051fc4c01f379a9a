/**
 * With whose key a person's customers go to the provider: his attributes name it (CUS-03).
 *
 * An account is a seller's at one provider. Its keys come and go: a key nobody has had before opens the account that its
 * holder already has under that name of a provider, so that links outlive a renewed key, another `SECRET_KEY` and another
 * address. A key that somebody has had opens the account of that one: who shares a key shares the links. Whoever goes over
 * to another seller's account names the provider otherwise.
 */
import type { PaymentGap } from '@atalaia/contract/providers/payment-link';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { ProviderFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { UserRow } from '../../visibility/caller.ts';
import { holdAccount, readAccounts } from './payments-queries.ts';
import type { Payments } from './provider/payments.ts';

export interface PaymentAccount {
  /** As his attribute names it. */
  readonly provider: string;
  readonly key: string;
  /** The same for all who share it; says nothing of the key. */
  readonly id: string;
  /** Names this key at this address: what was read with another is read again before it is written. */
  readonly reader: string;
}

export interface AccountState {
  readonly provider: string | null;
  readonly gap: PaymentGap | null;
  readonly account: PaymentAccount | undefined;
}

/** Notes a key that is new in `db`. */
export type AccountStateOf = (
  user: Pick<UserRow, 'id' | 'attributes'>,
  db: Kysely<Schema>,
) => Promise<AccountState>;

export function createAccountStateOf(
  payments: Pick<Payments, 'isSetUp' | 'url'>,
  secrets: Secrets,
): AccountStateOf {
  return async (user, db) => {
    const attributes = new Map<string, unknown>(Object.entries(user.attributes ?? {}));
    const provider = textOf(attributes.get('payment_provider'));
    const lacks = (gap: PaymentGap) => ({ provider: provider || null, gap, account: undefined });
    if (provider === '') return lacks('no-provider');
    if (!payments.isSetUp) return lacks('no-address');
    const sealed = textOf(attributes.get('apiKeySeller'));
    if (sealed === '') return lacks('no-key');
    if (!secrets.opens(sealed)) return lacks('key-unreadable');
    const key = secrets.open(sealed);
    const id = await accountOf(db, user.id, provider, secrets.fingerprint([provider, key].join('\n')));
    const reader = secrets.fingerprint([payments.url, key].join('\n'));
    return { provider, gap: null, account: { provider, key, id, reader } };
  };
}

async function accountOf(
  db: Kysely<Schema>,
  userId: number,
  provider: string,
  fingerprint: string,
): Promise<string> {
  const { ofKey, ofHolder } = await readAccounts(db, userId, provider, fingerprint);
  if (ofKey !== null && ofKey === ofHolder) return ofKey;
  return holdAccount(db, { userId, provider, fingerprint, account: ofKey ?? ofHolder ?? fingerprint });
}

/** Throws `payments-not-set-up`, saying what is missing. */
export function requireAccount({ account, gap }: AccountState): PaymentAccount {
  if (account) return account;
  throw new AppError('payments-not-set-up', `no customer goes to the payment provider: ${gap}`, { gap });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

const notDone: ReadonlySet<string> = new Set(['refused', 'key-refused', 'gone', 'unreachable']);

/** Whether a write certainly did nothing at the provider. */
export function isCertainlyNotDone(error: unknown): boolean {
  return error instanceof ProviderFailed && notDone.has(error.fault);
}

/**
 * What the caller receives of a failed call that nothing here was saved for: `payment-refused` with its fields, by the
 * provider's own names, or `payment-failed` with what may have come of it. `missing` is the field that named what the
 * provider does not have.
 */
export function answerFailure(missing?: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProviderFailed)) throw error;
    const { fault, words } = error;
    const fields = [...error.fields].map(([path, message]) => ({ path, message }));
    if (fault === 'gone' && missing)
      fields.push({ path: missing, message: 'names no customer of the provider' });
    const details = { fault, words, fields };
    if (fault === 'refused' || (fault === 'gone' && missing)) {
      throw new AppError('payment-refused', 'the payment provider refused it', details);
    }
    throw new AppError('payment-failed', `the payment provider: ${fault}`, details);
  };
}
