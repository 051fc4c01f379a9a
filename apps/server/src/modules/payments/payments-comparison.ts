/** The payment provider's customers beside those here, field by field, and either side of one field taken (DRIFT-01). */
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import {
  type PaymentCustomerInput,
  paymentCustomerInputSchema,
} from '@atalaia/contract/providers/payment-provider';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { ProviderFailed } from '../../errors/outbound-errors.ts';
import type { HeldLease, Leases } from '../../platform/db/leases/leases.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import {
  type Compared,
  type ComparedSystem,
  isAlike,
  type Pair,
  refused,
  type Side,
  type TakenDifference,
  type TakeOutcome,
} from '../../resources/compared-system.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { AccountStateOf, PaymentAccount } from './payment-account.ts';
import {
  beginReading,
  customersOfRecords,
  documentsHere,
  endReading,
  failReading,
  nextCustomers,
  nextPaymentRecords,
  type PaymentRecord,
  readReading,
  storePaymentRecords,
} from './payments-queries.ts';
import { type CustomerAnswer, differingFields } from './provider/payment-answers.ts';
import type { Payments } from './provider/payments.ts';
import { bareText, providerCustomer } from './provider-customer.ts';

type FieldName = keyof PaymentCustomerInput;
type Columns = Parameters<CustomersBulkService['changeWithin']>[3][number]['values'];

/** The column here of each field that can be taken from there; a document and its kind are who he is. */
const columns: Partial<Record<FieldName, keyof Columns>> = {
  cc_email: 'secondary_email',
  email: 'notification_email',
  full_name: 'name',
  phone_number: 'phone',
  postal_code: 'postal_code',
  number: 'number',
  neighborhood: 'neighborhood',
  complement: 'complement',
  street: 'street',
  city: 'city',
  state: 'state',
  notes: 'notes',
};
const fieldNames = Object.keys(paymentCustomerInputSchema.shape) as readonly FieldName[];
const rowsAtOnce = 500;
const both: readonly Side[] = ['here', 'there'];

interface PaymentsComparisonParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly payments: Payments;
  readonly accountStateOf: AccountStateOf;
  readonly customers: CustomersBulkService;
  readonly leases: Leases;
  readonly log: Pick<Logger, 'error'>;
  /** Has a customer sent whole; returns what stood in the way. */
  readonly send: (
    caller: Caller,
    customerId: number,
  ) => Promise<{ fault: string | null; words: string | null }>;
}

export type PaymentsComparison = ComparedSystem & { stop(): Promise<void> };

export function createPaymentsComparison(parts: PaymentsComparisonParts): PaymentsComparison {
  const { kysely, payments, leases, log } = parts;
  const stopping = new AbortController();
  const active = new Map<string, Promise<unknown>>();
  const accountOf = async (user: UserRow) => (await parts.accountStateOf(user, kysely)).account;

  async function readAll({ id, key }: PaymentAccount, lease: HeldLease): Promise<void> {
    const reading = await beginReading(kysely, id);
    const written = (work: (within: Kysely<Schema>) => Promise<void>) =>
      kysely.transaction().execute(async (transaction) => {
        await work(transaction);
        await lease.requireWithin(transaction);
      });
    try {
      for await (const { customers, isCut } of payments.customers(key, lease.signal)) {
        await written((within) => storePaymentRecords(within, id, reading, customers.map(recordOf)));
        if (isCut) return await failReading(kysely, id, 'cut');
      }
      await written((within) => endReading(within, id, reading));
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      await failReading(kysely, id, error.fault);
    }
  }

  return {
    hasAccount: ({ attributes }) =>
      payments.isSetUp && Boolean((attributes as Readonly<Record<string, unknown>> | null)?.payment_provider),
    async startReading(user) {
      const account = await accountOf(user);
      if (!account || active.has(account.id) || stopping.signal.aborted) return;
      const work = leases
        .run(`payments-reading ${account.id}`, stopping.signal, (lease) => readAll(account, lease))
        .catch((err: unknown) => {
          if (!stopping.signal.aborted) log.error({ err }, 'the payment provider could not be read');
        })
        .finally(() => active.delete(account.id));
      active.set(account.id, work);
    },
    async reading(user) {
      const account = await accountOf(user);
      const row = account && (await readReading(kysely, account.id));
      return {
        isReading: account !== undefined && active.has(account.id),
        readAt: row?.read_at ? new Date(row.read_at).toISOString() : null,
        failure: account ? (row?.failure ?? null) : 'noAccount',
      };
    },
    async *pairs(user) {
      const account = await accountOf(user);
      if (account) yield* paymentPairs(kysely, user, account.id);
    },
    leaseOf: async (user) => `payments-taking ${(await accountOf(user))?.id}`,
    async take(caller, difference, lease) {
      const account = await accountOf(caller.user);
      return account ? takeSide(parts, caller, account, difference, lease) : refused('noAccount');
    },
    async stop() {
      stopping.abort();
      await Promise.all(active.values());
    },
  };
}

function recordOf(answer: CustomerAnswer): PaymentRecord {
  const given = Object.entries(answer).filter(([, value]) => value !== undefined);
  const data = Object.fromEntries(given) as Record<string, string>;
  return { providerId: answer.id, document: bareText(answer.cpf_cnpj ?? ''), data };
}

/** Only where the provider says so. */
function isInactive({ active = '', is_active = '', status = '' }: Readonly<Record<string, string>>): boolean {
  const saysNo = [active, is_active].some((flag) => /^(false|0|no|nao|não)$/i.test(flag));
  return saysNo || /^((in|des)ativ|inactive|disabled|cancel|block|bloque|suspen)/i.test(status);
}

async function* paymentPairs(
  kysely: Kysely<Schema>,
  user: UserRow,
  account: string,
): AsyncGenerator<readonly Pair[]> {
  const viewer = { userId: user.id, administrator: user.administrator };
  const seen = new Set<number>();
  for (let after = ''; ; ) {
    const records = await nextPaymentRecords(kysely, account, after, rowsAtOnce);
    const last = records.at(-1);
    if (!last) break;
    after = last.providerId;
    const customers = await customersOfRecords(kysely, viewer, account, records);
    const known = await documentsHere(
      kysely,
      records.map(({ document }) => document),
    );
    const linked = new Map(customers.map((one) => [one.providerId, one]));
    yield records.flatMap((record): Pair[] => {
      const { providerId, document, data } = record;
      const about = { noun: 'customer', remoteKey: providerId } as const;
      const match =
        linked.get(providerId) ??
        customers.find((one) => one.providerId === null && one.cpf_cnpj === document && !seen.has(one.id));
      if (!match) {
        if (known.has(document) || isInactive(data)) return [];
        const sides: readonly Side[] = document === '' ? [] : ['there'];
        return [
          {
            ...about,
            localId: null,
            name: data.full_name || document,
            here: null,
            there: {},
            sidesOf: () => sides,
          },
        ];
      }
      seen.add(match.id);
      const ours = providerCustomer(match);
      const fields = differingFields(ours, { ...data, id: providerId } as CustomerAnswer);
      const standing = isInactive(data) ? 'inactive' : 'active';
      return [
        {
          ...{ ...about, localId: match.id, name: match.name, standing },
          here: picked(ours, fields),
          there: picked(data, fields),
          sidesOf: (field) =>
            both.filter((side) =>
              side === 'here'
                ? Boolean(ours[field as FieldName])
                : Boolean(data[field]) && columns[field as FieldName] !== undefined,
            ),
        },
      ];
    });
  }
  for (let after = 0; ; ) {
    const rows = await nextCustomers(kysely, viewer, after, rowsAtOnce * 4);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows
      .filter(({ id }) => !seen.has(id))
      .map(({ id, name, isInForce }) => ({
        ...{
          noun: 'customer' as const,
          localId: id,
          remoteKey: null,
          name,
          there: null,
          standing: 'absent' as const,
        },
        here: isInForce ? {} : null,
        sidesOf: () => both,
      }));
  }
}

const picked = (values: Readonly<Record<string, string | null>>, fields: readonly string[]): Compared =>
  Object.fromEntries(fields.map((field) => [field, values[field] || null]));

async function takeSide(
  parts: PaymentsComparisonParts,
  caller: Caller,
  account: PaymentAccount,
  difference: TakenDifference,
  lease: HeldLease,
): Promise<TakeOutcome> {
  const { kysely, commit, payments, customers } = parts;
  const { kind, side, localId, remoteKey, field, here, there } = difference;
  const localOf = async (within: Kysely<Schema>) =>
    localId === null
      ? undefined
      : (await customers.match(within, caller, { ids: [localId], documents: [] }))[0];
  try {
    if (kind === 'onlyHere' && side === 'here') {
      if (localId === null) return refused('goneHere');
      const { fault, words } = await parts.send(caller, localId);
      return fault === null ? { state: 'taken' } : refused(fault, words);
    }
    if (kind === 'onlyThere') return side === 'there' ? await createHere() : refused('notPossible');
    return kind === 'field' && side === 'here' ? await takeOurs() : await takeTheirs();
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return refused(error.fault, error.words);
  }

  /** A field's value of there; or, where he is not there, that he is inactive. */
  async function takeTheirs(): Promise<TakeOutcome> {
    return commit(async (transaction, publish): Promise<TakeOutcome> => {
      const customer = await localOf(transaction);
      if (!customer) return refused('goneHere');
      const column = columns[field as FieldName];
      if (kind === 'field') {
        const now = providerCustomer(customer)[field as FieldName] || null;
        if (!column || there === null) return refused('notPossible');
        if (!isAlike(now, here))
          return isAlike(now, there) ? { state: 'taken' } : { state: 'changed', here: now, there };
      }
      const values: Columns = kind === 'field' && column ? { [column]: there } : { status: 'inactive' };
      await customers.changeWithin(transaction, publish, caller, [{ id: customer.id, values }]);
      await lease.requireWithin(transaction);
      return { state: 'taken' };
    });
  }

  /** What he is there is read before, so that of all his fields only this one changes. */
  async function takeOurs(): Promise<TakeOutcome> {
    const customer = await localOf(kysely);
    const name = field as FieldName;
    if (!customer || remoteKey === null) return refused('goneHere');
    const ours = providerCustomer(customer);
    const stored = await payments.read(account.key, remoteKey);
    const now = stored[name] || null;
    if (!differingFields(ours, stored).includes(name)) return { state: 'taken' };
    if (!isAlike(now, there) || !isAlike(ours[name], here)) {
      return { state: 'changed', here: ours[name] || null, there: now };
    }
    const theirs = fieldNames.flatMap((one) => (stored[one] === undefined ? [] : [[one, stored[one]]]));
    const input: PaymentCustomerInput = { ...ours, ...Object.fromEntries(theirs), [name]: ours[name] };
    lease.requireFresh();
    await payments.update(account.key, remoteKey, input);
    await payments.confirm(account.key, remoteKey, input);
    const record = recordOf({ ...stored, [name]: ours[name] ?? '' });
    await commit(async (transaction) => {
      const reading = (await readReading(transaction, account.id))?.reading ?? 0;
      await storePaymentRecords(transaction, account.id, reading, [record]);
      const details = { paymentProvider: remoteKey, changed: [name] };
      await writeAudit(transaction, caller, {
        action: 'send',
        noun: 'customer',
        objectId: customer.id,
        details,
      });
    });
    return { state: 'taken' };
  }

  async function createHere(): Promise<TakeOutcome> {
    if (remoteKey === null) return refused('goneThere');
    const stored = await payments.read(account.key, remoteKey);
    const document = bareText(stored.cpf_cnpj ?? '');
    if (document === '') return refused('noDocument');
    if (!caller.administrator) return refused('groupNeeded');
    return commit(async (transaction, publish): Promise<TakeOutcome> => {
      if ((await documentsHere(transaction, [document])).size > 0) return { state: 'taken' };
      const text = (name: FieldName) => stored[name] ?? '';
      const input: CustomerInput = {
        ...{ cpfCnpj: document, type: document.length > 11 ? 'J' : 'F', name: text('full_name') || document },
        ...{ street: text('street'), number: text('number'), complement: text('complement') || null },
        ...{
          neighborhood: text('neighborhood'),
          city: text('city'),
          state: text('state').slice(0, 2).toUpperCase(),
        },
        ...{ postalCode: text('postal_code'), phone: text('phone_number'), notificationEmail: text('email') },
        ...{ secondaryEmail: text('cc_email') || null, notes: text('notes') || null },
        ...{ groupId: null, category: 'client', status: 'active' },
      };
      await customers.createWithin(transaction, publish, caller, [input]);
      await lease.requireWithin(transaction);
      return { state: 'taken' };
    });
  }
}
