/** The provider's customers and ours beside each other: who has no other, and whose documents agree. */
import type { PaymentMismatch, PaymentPairs } from '@atalaia/contract/payment-link';
import type { Kysely } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { Payments } from '../../integrations/payments/payments.ts';
import { piecesOf } from '../../reading/pieces-of.ts';
import { writeAudits } from '../../writing/audit.ts';
import type { Commit } from '../../writing/commit.ts';
import { type PaymentAccount, requireAccount, type StandingOf } from './payment-account.ts';
import { answerFailure } from './payment-refusals.ts';
import {
  linkedProviderIds,
  linkPairs,
  type UnlinkedCustomer,
  unlinkedCustomers,
} from './payments-queries.ts';
import { bareText } from './provider-customer.ts';
import { createTurns } from './turns.ts';

export interface UnmatchedParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly payments: Payments;
  readonly standingOf: StandingOf;
}

export interface UnmatchedService {
  /** Reads all customers of the provider, one at a time for each account, until its asker is gone. Throws `payments-not-set-up` and `payment-failed`. */
  read(caller: Caller, gone: AbortSignal): Promise<PaymentMismatch>;
  /** Links every one here to the one there of the same document, where both are the only ones. */
  linkPairs(caller: Caller, gone: AbortSignal): Promise<PaymentPairs>;
}

interface There {
  readonly providerId: string;
  readonly name: string;
  readonly document: string;
  readonly email: string;
}

interface TheirSide {
  readonly there: readonly There[];
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
  standingOf,
}: UnmatchedParts): UnmatchedService {
  const inTurn = createTurns();

  async function readThere({ key, id }: PaymentAccount, gone: AbortSignal): Promise<TheirSide> {
    const linked = await linkedProviderIds(kysely, id);
    const there: There[] = [];
    let linkedCount = 0;
    let unreadableCount = 0;
    let isLastCut = false;
    for await (const { customers, unreadable, isCut } of payments.customers(key, gone)) {
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

  async function readHere(caller: Caller, account: string): Promise<UnlinkedCustomer[]> {
    const here: UnlinkedCustomer[] = [];
    let rows: readonly UnlinkedCustomer[];
    do {
      rows = await unlinkedCustomers(kysely, caller, account, here.at(-1)?.customerId ?? 0, rowsAtOnce);
      here.push(...rows);
    } while (rows.length === rowsAtOnce);
    return here;
  }

  async function read(caller: Caller, account: PaymentAccount, gone: AbortSignal): Promise<Sides> {
    const theirs = await inTurn(account.id, gone, () => readThere(account, gone)).catch(answerFailure());
    return { ...theirs, here: await readHere(caller, account.id) };
  }

  return {
    async read(caller, gone) {
      const account = requireAccount(await standingOf(caller.user, kysely));
      const { there, here, linkedCount, unreadableCount, isCut } = await read(caller, account, gone);
      const [thereBy, hereBy] = [byDocument(there), byDocument(here)];
      return {
        there: matchedFirst(there, hereBy)
          .slice(0, mostShown)
          .map(({ one, matches }) => ({
            ...one,
            page: payments.pageOf(one.providerId),
            matches: matches.map(({ customerId, name }) => ({ customerId, name })),
          })),
        here: matchedFirst(here, thereBy)
          .slice(0, mostShown)
          .map(({ one, matches }) => ({
            ...one,
            matches: matches.map(({ providerId, name }) => ({ providerId, name })),
          })),
        thereCount: there.length,
        hereCount: here.length,
        pairCount: pairsOf(thereBy, hereBy).pairs.length,
        linkedCount,
        unreadableCount,
        isCut,
      };
    },

    async linkPairs(caller, gone) {
      const account = requireAccount(await standingOf(caller.user, kysely));
      const { there, here } = await read(caller, account, gone);
      const { pairs, ambiguous } = pairsOf(byDocument(there), byDocument(here));
      for (const piece of piecesOf(linksAtOnce, pairs)) {
        await commit(async (transaction, tell) => {
          await linkPairs(transaction, account, caller.userId, piece);
          const customerIds = piece.map(({ customerId }) => customerId);
          tell('payments', { userId: caller.userId, account: account.id, customerIds });
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
  there: ReadonlyMap<string, readonly There[]>,
  here: ReadonlyMap<string, readonly UnlinkedCustomer[]>,
) {
  const pairs: { customerId: number; providerId: string }[] = [];
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
