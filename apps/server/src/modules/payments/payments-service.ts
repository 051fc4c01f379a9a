import type { PaymentAccount as AccountShown, PaymentLink } from '@atalaia/contract/providers/payment-link';
import type { PaymentSellerInput } from '@atalaia/contract/providers/payment-provider';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, notFound, ownCustomerReadonly } from '../../errors/app-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Leases } from '../../platform/db/leases/leases.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { releaseKey } from '../../queries/idempotency.ts';
import { type Caller, mayChangeCustomer } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import {
  type AccountStateOf,
  answerFailure,
  createAccountStateOf,
  isCertainlyNotDone,
  type PaymentAccount,
  requireAccount,
} from './payment-account.ts';
import { createPaymentSending } from './payment-sending.ts';
import { createPaymentsComparison, type PaymentsComparison } from './payments-comparison.ts';
import {
  linkPairs,
  orderSending,
  type PaymentPair,
  type Place,
  readCustomer,
  readLink,
  removeLink,
} from './payments-queries.ts';
import type { Payments } from './provider/payments.ts';
import { bareText } from './provider-customer.ts';

export interface PaymentsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly bus: Bus;
  readonly payments: Payments;
  readonly secrets: Secrets;
  readonly leases: Leases;
  readonly customers: CustomersBulkService;
  readonly log: Pick<Logger, 'error'>;
}

export interface PaymentsService {
  /** Whether this person's customers go to a provider, and what is missing. */
  account(caller: Caller): Promise<AccountShown>;
  readonly accountStateOf: AccountStateOf;
  /** Its customers beside those here. */
  readonly compared: PaymentsComparison;
  /** Orders customers that were just saved to be sent after the commit; nothing where his account names no provider. */
  orderWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    customerIds: readonly number[],
  ): Promise<void>;
  /** The link of a visible customer; `waits` until what is under way has ended. */
  read(caller: Caller, customerId: number, waits: boolean): Promise<PaymentLink>;
  /** Sends a customer now, and returns how it ended. */
  send(caller: Caller, customerId: number): Promise<PaymentLink>;
  /** Links him to one there, whose document must be his, and sends him: throws `payment-document-differs`, `payment-customer-taken`. */
  link(caller: Caller, customerId: number, providerId: string): Promise<PaymentLink>;
  unlink(caller: Caller, customerId: number): Promise<PaymentLink>;
  createSeller(caller: Caller, input: PaymentSellerInput): Promise<{ id: string | null }>;
  /** Sends what a stopped server left behind. */
  sendForgotten(): Promise<void>;
  stop(): Promise<void>;
}

export function createPaymentsService(parts: PaymentsParts): PaymentsService {
  const { kysely, commit, visibility, payments } = parts;
  const accountStateOf = createAccountStateOf(payments, parts.secrets);
  const sending = createPaymentSending({ ...parts, accountStateOf });

  async function requireVisible(caller: Caller, customerId: number): Promise<void> {
    if (!(await visibility.isCustomerVisible(caller, customerId))) throw notFound('customer', customerId);
  }

  async function describe(place: Place): Promise<PaymentLink> {
    const row = await readLink(kysely, place);
    const { customerId } = place;
    if (!row) return noLink(customerId);
    const { state, providerId, fault, words, fields, changedAt } = row;
    const page = providerId === null ? null : payments.pageOf(providerId);
    return { customerId, state, providerId, page, fault, words, fields: [...fields], changedAt };
  }

  async function placeFor(caller: Caller, customerId: number) {
    await requireVisible(caller, customerId);
    if (!mayChangeCustomer(caller, customerId)) throw ownCustomerReadonly();
    const account = requireAccount(await accountStateOf(caller.user, kysely));
    return { account, place: { account: account.id, customerId } };
  }

  const service: PaymentsService = {
    accountStateOf,
    compared: createPaymentsComparison({
      ...{ ...parts, accountStateOf },
      send: (caller, customerId) => service.send(caller, customerId),
    }),
    async account(caller) {
      const { provider, gap } = await accountStateOf(caller.user, kysely);
      return { provider, gap };
    },

    async orderWithin(within, publish, caller, customerIds) {
      const { account } = await accountStateOf(caller.user, within);
      if (!account || customerIds.length === 0) return;
      await orderSending(within, account.id, caller.userId, customerIds);
      publish('payments', { userId: caller.userId, account: account.id, customerIds });
    },

    async read(caller, customerId, waits) {
      await requireVisible(caller, customerId);
      const { account } = await accountStateOf(caller.user, kysely);
      if (!account) return noLink(customerId);
      const place = { account: account.id, customerId };
      if (waits) await sending.settled(place);
      return describe(place);
    },

    async send(caller, customerId) {
      const { account, place } = await placeFor(caller, customerId);
      await commit((transaction) => orderSending(transaction, account.id, caller.userId, [customerId]));
      await sending.send(place, caller.userId);
      return describe(place);
    },

    async link(caller, customerId, providerId) {
      const { account, place } = await placeFor(caller, customerId);
      const { cpf_cnpj: document = '' } = await payments
        .read(account.key, providerId)
        .catch(answerFailure('providerId'));
      await commit((transaction) =>
        linkWithin(transaction, caller, account, { customerId, providerId, document }),
      );
      await sending.send(place, caller.userId);
      return describe(place);
    },

    async unlink(caller, customerId) {
      const { place } = await placeFor(caller, customerId);
      await commit(async (transaction) => {
        const row = await readLink(transaction, place);
        if (!row || !(await removeLink(transaction, place))) return;
        await auditLink(transaction, caller, 'unlink', { customerId, providerId: row.providerId });
      });
      return describe(place);
    },

    async createSeller(caller, input) {
      const account = requireAccount(await accountStateOf(caller.user, kysely));
      // its key is taken before anything leaves: nothing there distinguishes a second seller from the first
      await commit(async () => {});
      const id = await payments.createSeller(account.key, input).catch(async (error: unknown) => {
        if (isCertainlyNotDone(error)) await releaseKey(kysely);
        return answerFailure()(error);
      });
      await commit((transaction) =>
        writeAudit(transaction, caller, {
          action: 'create',
          noun: 'seller',
          details: { name: input.first_name },
        }),
      );
      return { id };
    },

    sendForgotten: sending.sendForgotten,
    async stop() {
      await service.compared.stop();
      await sending.stop();
    },
  };
  return service;
}

async function linkWithin(
  transaction: Kysely<Schema>,
  caller: Caller,
  account: PaymentAccount,
  { customerId, providerId, document }: PaymentPair & { readonly document: string },
): Promise<void> {
  const customer = await readCustomer(transaction, customerId);
  if (!customer) throw notFound('customer', customerId);
  if (bareText(document) !== customer.cpf_cnpj) {
    throw new AppError('payment-document-differs', 'the documents of the two differ');
  }
  await linkPairs(transaction, account, caller.userId, [{ customerId, providerId }]);
  await auditLink(transaction, caller, 'link', { customerId, providerId });
}

async function auditLink(
  transaction: Kysely<Schema>,
  caller: Caller,
  action: 'link' | 'unlink',
  { customerId, providerId }: { readonly customerId: number; readonly providerId: string | null },
): Promise<void> {
  const details = { paymentProvider: providerId };
  await writeAudit(transaction, caller, { action, noun: 'customer', objectId: customerId, details });
}

function noLink(customerId: number): PaymentLink {
  const nothing = { providerId: null, page: null, fault: null, words: null, changedAt: null };
  return { customerId, state: 'none', fields: [], ...nothing };
}
