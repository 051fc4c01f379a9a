/** Sending one customer to the provider: what is asked, in which order, and what is stored afterwards. */
import type { PaymentCustomerInput } from '@atalaia/contract/providers/payment-provider';
import { ProviderFailed } from '../../errors/outbound-errors.ts';
import type { PaymentAccount } from './payment-account.ts';
import type { LinkOutcome, LinkRow } from './payments-queries.ts';
import type { Payments } from './provider/payments.ts';
import { bareText, customerFaults } from './provider-customer.ts';

export interface DeliverParts {
  readonly payments: Payments;
  readonly account: Pick<PaymentAccount, 'key' | 'reader'>;
  readonly input: PaymentCustomerInput;
  readonly link: Pick<LinkRow, 'providerId' | 'mayExist' | 'readWith'>;
  /** Written before a creation goes out. */
  readonly noteMayExist: () => Promise<void>;
  /** The provider's numbers that others are linked to. */
  readonly linkedIds: () => Promise<ReadonlySet<string>>;
}

/** Throws what is no failure of the provider's. */
export async function deliver(parts: DeliverParts): Promise<LinkOutcome> {
  const { payments, input, link } = parts;
  const { key, reader } = parts.account;
  let { providerId, mayExist, readWith } = link;
  try {
    if (providerId !== null && readWith !== reader && !(await isSame(parts, providerId))) {
      providerId = null;
      mayExist = true;
    }
    readWith = reader;
    providerId ??= mayExist ? await found(parts) : null;
    if (providerId !== null) {
      await update(parts, providerId);
    } else {
      mayExist = true;
      await parts.noteMayExist();
      providerId = await payments.create(key, input).catch((error: unknown) => {
        mayExist = !(error instanceof ProviderFailed) || leavesOpen.has(error.fault);
        throw error;
      });
    }
    await payments.confirm(key, providerId, input);
    return { state: 'linked', providerId, readWith, mayExist: false, fault: null, words: null, fields: [] };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    const { fault } = error;
    const isAbsent = fault === 'gone' || (fault === 'not-kept' && error.fields.size === 0);
    return {
      state: 'failed',
      fault,
      providerId: isAbsent ? null : providerId,
      readWith,
      // a yes that is not found may turn up late
      mayExist: fault === 'gone' ? false : mayExist,
      ...customerFaults(error.fields, error.words),
    };
  }
}

/** After these a creation may have happened. */
const leavesOpen: ReadonlySet<string> = new Set(['uncertain', 'not-kept', 'unreadable']);

/** Whether what was linked with another key, or at another address, is the same customer with this one. */
async function isSame({ payments, account, input }: DeliverParts, providerId: string): Promise<boolean> {
  const remote = await payments.read(account.key, providerId).catch((error: unknown) => {
    if (error instanceof ProviderFailed && error.fault === 'gone') return undefined;
    throw error;
  });
  return remote !== undefined && bareText(remote.cpf_cnpj ?? '') === bareText(input.cpf_cnpj);
}

/** Throws `gone` only when a read confirms it: an update may have gone astray. */
async function update({ payments, account, input }: DeliverParts, providerId: string): Promise<void> {
  await payments.update(account.key, providerId, input).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailed) || error.fault !== 'gone') throw error;
    await payments.read(account.key, providerId);
    throw new ProviderFailed('unreadable');
  });
}

/** The one that an earlier attempt may have made, by its document. */
async function found({ payments, account, input, linkedIds }: DeliverParts): Promise<string | null> {
  const taken = await linkedIds();
  for await (const { customers, isCut } of payments.customers(account.key)) {
    const one = customers.find(
      ({ id, cpf_cnpj }) => !taken.has(id) && bareText(cpf_cnpj ?? '') === bareText(input.cpf_cnpj),
    );
    if (one) return one.id;
    // it may be among those that were not read: another would be a second one
    if (isCut) throw new ProviderFailed('uncertain');
  }
  return null;
}
