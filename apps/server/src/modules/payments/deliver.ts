/** Sending one customer to the provider: what is asked, in which order, and what stands afterwards. */
import type { PaymentCustomerInput } from '@atalaia/contract/payment-provider';
import type { Payments } from '../../integrations/payments/payments.ts';
import { PaymentFailed } from '../../payment-failed.ts';
import type { LinkOutcome, LinkRow } from './payments-queries.ts';
import { bareText, customerFaults } from './provider-customer.ts';

export interface DeliverParts {
  readonly payments: Payments;
  readonly key: string;
  readonly input: PaymentCustomerInput;
  readonly link: Pick<LinkRow, 'providerId' | 'mayExist'>;
  /** Written before a creation goes out. */
  readonly noteMayExist: () => Promise<void>;
  /** The provider's numbers that others are linked to. */
  readonly linkedIds: () => Promise<ReadonlySet<string>>;
}

/** Throws what is no failure of the provider's. */
export async function deliver(parts: DeliverParts): Promise<LinkOutcome> {
  const { payments, key, input, link } = parts;
  let { providerId, mayExist } = link;
  try {
    providerId ??= mayExist ? await found(parts) : null;
    if (providerId !== null) {
      await payments.update(key, providerId, input);
    } else {
      mayExist = true;
      await parts.noteMayExist();
      providerId = await payments.create(key, input).catch((error: unknown) => {
        mayExist = !(error instanceof PaymentFailed) || leavesOpen.has(error.fault);
        throw error;
      });
    }
    await payments.confirm(key, providerId, input);
    return { state: 'linked', providerId, mayExist: false, fault: null, words: null, fields: [] };
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error;
    const { fault } = error;
    const isAbsent = fault === 'gone' || (fault === 'not-kept' && error.fields.size === 0);
    return {
      state: 'failed',
      fault,
      providerId: isAbsent ? null : providerId,
      // a yes that is not found may turn up late
      mayExist: fault === 'gone' ? false : mayExist,
      ...customerFaults(error.fields, error.words),
    };
  }
}

/** After these a creation may have happened. */
const leavesOpen: ReadonlySet<string> = new Set(['uncertain', 'not-kept', 'unreadable']);

/** The one that an earlier attempt may have made, by its document. */
async function found({ payments, key, input, linkedIds }: DeliverParts): Promise<string | null> {
  const taken = await linkedIds();
  for await (const page of payments.customers(key)) {
    const one = page.find(
      ({ id, cpf_cnpj }) => !taken.has(id) && bareText(cpf_cnpj) === bareText(input.cpf_cnpj),
    );
    if (one) return one.id;
  }
  return null;
}
