/** Sends customers that were ordered to be sent: one after another for each customer, and few at a time for all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentCustomerInput } from '@atalaia/contract/providers/payment-provider';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';
import { LeaseLost } from '../../errors/job-errors.ts';
import { ProviderFailed } from '../../errors/outbound-errors.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { HeldLease, Leases } from '../../platform/db/leases/leases.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createKeyedLimiter } from '../../platform/limiter/limiter.ts';
import { type AuditActor, writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { AccountStateOf, PaymentAccount } from './payment-account.ts';
import {
  beginAttempt,
  forgottenOrders,
  type LinkOutcome,
  type LinkRow,
  linkedProviderIds,
  noteMayExist,
  type Place,
  readCustomer,
  readLink,
  readUser,
  writeOutcome,
} from './payments-queries.ts';
import type { Payments } from './provider/payments.ts';
import { bareText, customerFaults, providerCustomer } from './provider-customer.ts';

// Sending one customer to the provider: what is asked, in which order, and what is stored afterwards.

interface DeliverParts {
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
async function deliver(parts: DeliverParts): Promise<LinkOutcome> {
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

export interface PaymentSendingParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly bus: Bus;
  readonly payments: Payments;
  readonly log: Pick<Logger, 'error'>;
  readonly accountStateOf: AccountStateOf;
  readonly leases: Leases;
}

export interface PaymentSending {
  /** Sends what is ordered of a customer with this person's key; resolves when it has ended. */
  send(place: Place, userId: number | null): Promise<void>;
  /** Resolves when what is being sent of a customer has ended. */
  settled(place: Place): Promise<void>;
  /** Sends what a stopped server left behind. */
  sendForgotten(): Promise<void>;
  /** Starts nothing more, and waits for what has started. */
  stop(): Promise<void>;
}

const mostAtOnce = 4;
/** A customer whom another process sends is looked at again after this, ms. */
const againAfterMs = 250;
/** Longer than sending takes: what is pending then waits for nobody. */
const forgottenMs = 120_000;
/** Of one order; after them nothing is sent until a person requests it. */
const mostAttempts = 5;

/** Sends what is published as ordered, too. */
export function createPaymentSending(parts: PaymentSendingParts): PaymentSending {
  const { kysely, bus, payments, leases, log } = parts;
  const limiter = createKeyedLimiter(mostAtOnce);
  const stopping = new AbortController();
  let isStopped = false;

  const send = (place: Place, userId: number | null) =>
    limiter
      .run(keyOf(place), async () => {
        const work = (lease: HeldLease) => sendOrdered(parts, place, userId, lease);
        // while another process is at it; what it has sent by then is not ordered any more
        while (!isStopped && !(await leases.run(`payment ${keyOf(place)}`, stopping.signal, work)))
          await sleep(againAfterMs);
      })
      .catch((err: unknown) => log.error({ err }, 'a customer was not sent'));

  const unsubscribe = bus.subscribe('payments', ({ userId, account, customerIds }) => {
    for (const customerId of customerIds) void send({ account, customerId }, userId);
  });

  return {
    send,
    settled: (place) => limiter.settled(keyOf(place)),
    async sendForgotten() {
      const orders = await forgottenOrders(kysely, forgottenMs, mostAttempts);
      await Promise.all(orders.map((one) => send(one, one.userId)));
    },
    async stop() {
      unsubscribe();
      payments.stop();
      isStopped = true;
      await limiter.idle();
    },
  };
}

const keyOf = ({ account, customerId }: Place) => `${account} ${customerId}`;

/** Does nothing where nothing is ordered any more. */
async function sendOrdered(
  parts: PaymentSendingParts,
  place: Place,
  userId: number | null,
  lease: HeldLease,
): Promise<void> {
  const { kysely, payments, log, accountStateOf } = parts;
  const written = (work: (within: Kysely<Schema>) => Promise<void>) =>
    kysely.transaction().execute(async (transaction) => {
      await work(transaction);
      await lease.requireWithin(transaction);
    });
  const link = await readLink(kysely, place);
  const customer = await readCustomer(kysely, place.customerId);
  if (link?.state !== 'pending' || !customer) return;
  const user = userId === null ? undefined : await readUser(kysely, userId);
  const account = user && (await accountStateOf(user, kysely)).account;
  const end = (outcome: LinkOutcome) =>
    storeOutcome(
      parts.commit,
      { user, address: null, through: 'sync' },
      place,
      { version: link.version, outcome },
      lease,
    );
  const failed = { ...link, state: 'failed', words: null, fields: [] } as const;
  if (account?.id !== place.account) return end({ ...failed, fault: 'key-refused' });
  await written((within) => beginAttempt(within, place));
  try {
    const outcome = await deliver({
      payments,
      account,
      input: providerCustomer(customer),
      link,
      async noteMayExist() {
        await written((within) => noteMayExist(within, place));
        lease.requireFresh();
      },
      linkedIds: () => linkedProviderIds(kysely, place.account),
    });
    await end(outcome);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof AppError && error.code === 'payment-customer-taken') {
      return end({ ...failed, providerId: null, readWith: null, fault: 'taken' });
    }
    log.error({ err: error }, 'how sending a customer ended could not be written');
    // whatever it was, the order ends, and the next attempt looks before it makes one
    await end({ ...failed, mayExist: link.providerId === null, fault: 'uncertain' });
  }
}

async function storeOutcome(
  commit: Commit,
  actor: AuditActor,
  place: Place,
  { version, outcome }: { readonly version: number; readonly outcome: LinkOutcome },
  lease: HeldLease,
): Promise<void> {
  await commit(async (transaction) => {
    const isWritten = await writeOutcome(transaction, place, version, outcome);
    await lease.requireWithin(transaction);
    if (!isWritten) return;
    const details = { paymentProvider: outcome.providerId, paymentFault: outcome.fault };
    const objectId = place.customerId;
    await writeAudit(transaction, actor, { action: 'send', noun: 'customer', objectId, details });
  });
}
