import type { PaymentAccount as AccountShown, PaymentLink } from '@atalaia/contract/payment-link';
import type { PaymentSellerInput } from '@atalaia/contract/payment-provider';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, notFound } from '../../app-error.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { Payments } from '../../integrations/payments/payments.ts';
import type { Secrets } from '../../integrations/secrets/secrets.ts';
import { type AuditActor, writeAudit } from '../../writing/audit.ts';
import type { Commit, Tell } from '../../writing/commit.ts';
import type { Sight } from '../sight/sight.ts';
import { deliver } from './deliver.ts';
import { createStandingOf, requireAccount, type StandingOf } from './payment-account.ts';
import { answerFailure } from './payment-refusals.ts';
import {
  beginAttempt,
  forgottenOrders,
  type LinkOutcome,
  linkedProviderIds,
  linkPairs,
  noteMayExist,
  orderSending,
  type Place,
  readCustomer,
  readLink,
  readUser,
  removeLink,
  writeOutcome,
} from './payments-queries.ts';
import { bareText, providerCustomer } from './provider-customer.ts';
import { createSendQueue } from './send-queue.ts';

export interface PaymentsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Sight;
  readonly bus: Bus;
  readonly payments: Payments;
  readonly secrets: Secrets;
  readonly log: Pick<Logger, 'error'>;
}

export interface PaymentsService {
  /** Whether this person's customers go to a provider, and what is missing. */
  account(caller: Caller): Promise<AccountShown>;
  readonly standingOf: StandingOf;
  /** Orders customers that were just saved to be sent after the commit; nothing where his account names no provider. */
  orderWithin(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    customerIds: readonly number[],
  ): Promise<void>;
  /** How a visible customer stands there; `waits` until what is under way has ended. */
  read(caller: Caller, customerId: number, waits: boolean): Promise<PaymentLink>;
  /** Sends a customer now, and tells how it ended. */
  send(caller: Caller, customerId: number): Promise<PaymentLink>;
  /** Links him to one there, whose document must be his, and sends him: throws `payment-document-differs`, `payment-customer-taken`. */
  link(caller: Caller, customerId: number, providerId: string): Promise<PaymentLink>;
  unlink(caller: Caller, customerId: number): Promise<PaymentLink>;
  createSeller(caller: Caller, input: PaymentSellerInput): Promise<{ id: string | null }>;
  /** Sends what a stopped server left behind. */
  sendForgotten(): Promise<void>;
  stop(): Promise<void>;
}

const mostAtOnce = 4;
/** Longer than sending takes: what is pending then waits for nobody. */
const forgottenMs = 120_000;
/** Of one order; after them nothing is sent until a person asks for it. */
const mostAttempts = 5;

export function createPaymentsService(parts: PaymentsParts): PaymentsService {
  const { kysely, commit, sight, bus, payments, log } = parts;
  const standingOf = createStandingOf(payments, parts.secrets);
  const queue = createSendQueue(mostAtOnce, (err) => log.error({ err }, 'a customer was not sent'));
  const laneOf = ({ account, customerId }: Place) => `${account} ${customerId}`;

  async function conclude(
    actor: AuditActor,
    place: Place,
    version: number,
    outcome: LinkOutcome,
  ): Promise<void> {
    await commit(async (transaction) => {
      if (!(await writeOutcome(transaction, place, version, outcome))) return;
      const { providerId, fault } = outcome;
      const details = { paymentProvider: providerId, paymentFault: fault };
      await writeAudit(transaction, actor, {
        action: 'send',
        noun: 'customer',
        objectId: place.customerId,
        details,
      });
    });
  }

  /** Does nothing where nothing is ordered any more. */
  async function sendOrdered(place: Place, userId: number | null): Promise<void> {
    const link = await readLink(kysely, place);
    const customer = await readCustomer(kysely, place.customerId);
    if (link?.state !== 'pending' || !customer) return;
    const user = userId === null ? undefined : await readUser(kysely, userId);
    const account = user && (await standingOf(user, kysely)).account;
    const end = (outcome: LinkOutcome) => conclude({ user, address: null }, place, link.version, outcome);
    const failed = { ...link, state: 'failed', words: null, fields: [] } as const;
    if (account?.id !== place.account) return end({ ...failed, fault: 'key-refused' });
    await beginAttempt(kysely, place);
    try {
      const outcome = await deliver({
        payments,
        account,
        input: providerCustomer(customer),
        link,
        noteMayExist: () => noteMayExist(kysely, place),
        linkedIds: () => linkedProviderIds(kysely, place.account),
      });
      await end(outcome);
    } catch (error) {
      if (error instanceof AppError && error.code === 'payment-customer-taken') {
        return end({ ...failed, providerId: null, readWith: null, fault: 'taken' });
      }
      log.error({ err: error }, 'how sending a customer ended could not be written');
      // whatever it was, the order ends, and the next attempt looks before it makes one
      await end({ ...failed, mayExist: link.providerId === null, fault: 'uncertain' });
    }
  }

  const order = (place: Place, userId: number | null) =>
    queue.order(laneOf(place), () => sendOrdered(place, userId));

  const ends = bus.subscribe('payments', ({ userId, account, customerIds }) => {
    for (const customerId of customerIds) void order({ account, customerId }, userId);
  });

  async function requireVisible(caller: Caller, customerId: number): Promise<void> {
    if (!(await sight.isCustomerVisible(caller, customerId))) throw notFound('customer', customerId);
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
    const account = requireAccount(await standingOf(caller.user, kysely));
    return { account, place: { account: account.id, customerId } };
  }

  return {
    standingOf,
    async account(caller) {
      const { provider, gap } = await standingOf(caller.user, kysely);
      return { provider, gap };
    },

    async orderWithin(within, tell, caller, customerIds) {
      const { account } = await standingOf(caller.user, within);
      if (!account || customerIds.length === 0) return;
      await orderSending(within, account.id, caller.userId, customerIds);
      tell('payments', { userId: caller.userId, account: account.id, customerIds });
    },

    async read(caller, customerId, waits) {
      await requireVisible(caller, customerId);
      const { account } = await standingOf(caller.user, kysely);
      if (!account) return noLink(customerId);
      const place = { account: account.id, customerId };
      if (waits) await queue.settled(laneOf(place));
      return describe(place);
    },

    async send(caller, customerId) {
      const { account, place } = await placeFor(caller, customerId);
      await orderSending(kysely, account.id, caller.userId, [customerId]);
      await order(place, caller.userId);
      return describe(place);
    },

    async link(caller, customerId, providerId) {
      const { account, place } = await placeFor(caller, customerId);
      const there = await payments.read(account.key, providerId).catch(answerFailure('providerId'));
      await commit(async (transaction) => {
        const here = await readCustomer(transaction, customerId);
        if (!here) throw notFound('customer', customerId);
        if (bareText(there.cpf_cnpj ?? '') !== here.cpf_cnpj) {
          throw new AppError('payment-document-differs', 'the documents of the two differ');
        }
        await linkPairs(transaction, account, caller.userId, [{ customerId, providerId }]);
        const details = { paymentProvider: providerId };
        await writeAudit(transaction, caller, {
          action: 'link',
          noun: 'customer',
          objectId: customerId,
          details,
        });
      });
      await order(place, caller.userId);
      return describe(place);
    },

    async unlink(caller, customerId) {
      const { place } = await placeFor(caller, customerId);
      await commit(async (transaction) => {
        const row = await readLink(transaction, place);
        if (!row || !(await removeLink(transaction, place))) return;
        const details = { paymentProvider: row.providerId };
        await writeAudit(transaction, caller, {
          action: 'unlink',
          noun: 'customer',
          objectId: customerId,
          details,
        });
      });
      return describe(place);
    },

    async createSeller(caller, input) {
      const account = requireAccount(await standingOf(caller.user, kysely));
      const id = await payments.createSeller(account.key, input).catch(answerFailure());
      await commit((transaction) =>
        writeAudit(transaction, caller, {
          action: 'create',
          noun: 'seller',
          details: { name: input.first_name },
        }),
      );
      return { id };
    },

    async sendForgotten() {
      const orders = await forgottenOrders(kysely, forgottenMs, mostAttempts);
      await Promise.all(orders.map((one) => order(one, one.userId)));
    },

    async stop() {
      ends();
      payments.stop();
      await queue.stop();
    },
  };
}

function noLink(customerId: number): PaymentLink {
  const nothing = { providerId: null, page: null, fault: null, words: null, changedAt: null };
  return { customerId, state: 'none', fields: [], ...nothing };
}
