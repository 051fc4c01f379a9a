/** The provider's customers and ours beside each other: who has no other, and whose documents agree. */
import type { PaymentMismatch, PaymentPairs } from '@atalaia/contract/providers/payment-link';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { createKeyedLimiter } from '../../platform/limiter/limiter.ts';
import { writeAudits } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import { type Caller, mayChangeCustomer } from '../../visibility/caller.ts';
import {
  type AccountStateOf,
  answerFailure,
  type PaymentAccount,
  requireAccount,
} from './payment-account.ts';
import {
  linkedProviderIds,
  linkPairs,
  type PaymentPair,
  type UnlinkedCustomer,
  unlinkedCustomers,
} from './payments-queries.ts';
import type { Payments } from './provider/payments.ts';
import { bareText } from './provider-customer.ts';

export interface UnmatchedParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly payments: Payments;
  readonly accountStateOf: AccountStateOf;
}

export interface UnmatchedService {
  /** Reads all customers of the provider, one at a time for each account, until the caller disconnects. Throws `payments-not-set-up` and `payment-failed`. */
  read(caller: Caller, disconnected: AbortSignal): Promise<PaymentMismatch>;
  /** Links every one here to the one there of the same document, where both are the only ones. */
  linkPairs(caller: Caller, disconnected: AbortSignal): Promise<PaymentPairs>;
}

interface RemoteCustomer {
  readonly providerId: string;
  readonly name: string;
  readonly document: string;
  readonly email: string;
}

interface TheirSide {
  readonly there: readonly RemoteCustomer[];
  readonly linkedCount: number;
  readonly unreadableCount: number;
  readonly isCut: boolean;
}

interface Sides extends TheirSide {
  readonly here: readonly UnlinkedCustomer[];
}

/** Of each side so many are shown; pairs come first. */
const mostShown = 500;
const rowsAtOnce = 2_000;
const linksAtOnce = 500;

export function createUnmatchedService({
  kysely,
  commit,
  payments,
  accountStateOf,
}: UnmatchedParts): UnmatchedService {
  // a long reading is not worth doing twice at the same time
  const limiter = createKeyedLimiter();

  async function readRemote({ key, id }: PaymentAccount, disconnected: AbortSignal): Promise<TheirSide> {
    const linked = await linkedProviderIds(kysely, id);
    const there: RemoteCustomer[] = [];
    let linkedCount = 0;
    let unreadableCount = 0;
    let isLastCut = false;
    for await (const { customers, unreadable, isCut } of payments.customers(key, disconnected)) {
      unreadableCount += unreadable;
      isLastCut = isCut;
      for (const { id: providerId, full_name, cpf_cnpj, email } of customers) {
        const document = bareText(cpf_cnpj ?? '');
        if (linked.has(providerId)) linkedCount++;
        else there.push({ providerId, name: full_name ?? '', document, email: email ?? '' });
      }
    }
    return { there, linkedCount, unreadableCount, isCut: isLastCut };
  }

  async function readLocal(caller: Caller, account: string): Promise<UnlinkedCustomer[]> {
    const here: UnlinkedCustomer[] = [];
    let rows: readonly UnlinkedCustomer[] = [];
    do {
      rows = await unlinkedCustomers(kysely, caller, account, rows.at(-1)?.customerId ?? 0, rowsAtOnce);
      here.push(...rows.filter(({ customerId }) => mayChangeCustomer(caller, customerId)));
    } while (rows.length === rowsAtOnce);
    return here;
  }

  async function read(caller: Caller, account: PaymentAccount, disconnected: AbortSignal): Promise<Sides> {
    const theirs = await limiter
      .run(account.id, () => readRemote(account, disconnected), disconnected)
      .catch(answerFailure());
    return { ...theirs, here: await readLocal(caller, account.id) };
  }

  return {
    async read(caller, disconnected) {
      const account = requireAccount(await accountStateOf(caller.user, kysely));
      const { there, here, linkedCount, unreadableCount, isCut } = await read(caller, account, disconnected);
      const [remoteByDocument, localByDocument] = [byDocument(there), byDocument(here)];
      return {
        there: matchedFirst(there, localByDocument)
          .slice(0, mostShown)
          .map(({ one, matches }) => ({
            ...one,
            page: payments.pageOf(one.providerId),
            matches: matches.map(({ customerId, name }) => ({ customerId, name })),
          })),
        here: matchedFirst(here, remoteByDocument)
          .slice(0, mostShown)
          .map(({ one, matches }) => ({
            ...one,
            matches: matches.map(({ providerId, name }) => ({ providerId, name })),
          })),
        thereCount: there.length,
        hereCount: here.length,
        pairCount: pairsOf(remoteByDocument, localByDocument).pairs.length,
        linkedCount,
        unreadableCount,
        isCut,
      };
    },

    async linkPairs(caller, disconnected) {
      const account = requireAccount(await accountStateOf(caller.user, kysely));
      const { there, here } = await read(caller, account, disconnected);
      const { pairs, ambiguous } = pairsOf(byDocument(there), byDocument(here));
      for (const piece of piecesOf(linksAtOnce, pairs)) {
        await commit(async (transaction, publish) => {
          await linkPairs(transaction, account, caller.userId, piece);
          const customerIds = piece.map(({ customerId }) => customerId);
          publish('payments', { userId: caller.userId, account: account.id, customerIds });
          const entries = piece.map(({ customerId, providerId }) => ({
            action: 'link',
            noun: 'customer' as const,
            objectId: customerId,
            details: { paymentProvider: providerId },
          }));
          await writeAudits(transaction, caller, entries);
        });
      }
      return { linked: pairs.length, ambiguous };
    },
  };
}

function byDocument<Row extends { readonly document: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(
    rows.filter(({ document }) => document !== ''),
    ({ document }) => document,
  );
}

function matchedFirst<Row extends { readonly document: string; readonly name: string }, Other>(
  rows: readonly Row[],
  others: ReadonlyMap<string, readonly Other[]>,
) {
  return rows
    .map((one) => ({ one, matches: (others.get(one.document) ?? []).slice(0, 10) }))
    .toSorted((a, b) => Number(b.matches.length > 0) - Number(a.matches.length > 0) || compare(a.one, b.one));
}

const order = new Intl.Collator('pt-BR');
const compare = (a: { name: string }, b: { name: string }) => order.compare(a.name, b.name);

function pairsOf(
  there: ReadonlyMap<string, readonly RemoteCustomer[]>,
  here: ReadonlyMap<string, readonly UnlinkedCustomer[]>,
) {
  const pairs: PaymentPair[] = [];
  let ambiguous = 0;
  for (const [document, ours] of here) {
    const [one, ...more] = there.get(document) ?? [];
    const [mine, ...others] = ours;
    if (!one || !mine) continue;
    if (more.length + others.length > 0) ambiguous++;
    else pairs.push({ customerId: mine.customerId, providerId: one.providerId });
  }
  return { pairs, ambiguous };
}
