import type { IgnoreRisks, MonthlyPrices, RiskQuery } from '@atalaia/contract/providers/reconciliation';
import { categories } from '@atalaia/domain/catalog/categories';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { jsonList } from '../../queries/page.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  describeRisks,
  findRisks,
  readPrices,
  sumCustomerPrices,
  sumRisks,
  writeIgnored,
  writePrices,
} from './money-at-risk-queries.ts';

export type MoneyAtRiskService = ReturnType<typeof createMoneyAtRisk>;

export function createMoneyAtRisk({
  kysely,
  commit,
}: {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}) {
  return {
    async list(caller: Caller, query: RiskQuery) {
      const page = await findRisks(kysely, caller, query);
      return jsonList(page, (ids) => describeRisks(kysely, caller.userId, ids));
    },
    totals: (caller: Caller) => sumRisks(kysely, caller),
    ignore: (caller: Caller, input: IgnoreRisks): Promise<number> =>
      commit(async (transaction) => {
        const ids = await writeIgnored(transaction, caller, caller.user.name, input);
        const details = { moneyAtRisk: input.reason === null ? 'shown' : 'ignored' };
        const entries = ids.map(
          (objectId) => ({ action: 'update', noun: 'device', objectId, details }) as const,
        );
        await writeAudits(transaction, caller, entries);
        return ids.length;
      }),
    async ofCustomer(caller: Caller, customerId: number) {
      const sums = await sumCustomerPrices(kysely, caller, customerId);
      if (!sums) throw notFound('customer', customerId);
      return sums;
    },
    prices: () => readPrices(kysely),
    setPrices: (caller: Caller, prices: MonthlyPrices) =>
      commit(async (transaction) => {
        const seen = new Set<string>();
        for (const [at, { category }] of prices.entries()) {
          const isKnown = category === '' || known.has(category);
          if (!isKnown || seen.has(category)) {
            const message = isKnown ? 'is there twice' : 'is no category of devices';
            throw fieldRefusal('invalid-input', { path: `${at}.category`, message });
          }
          seen.add(category);
        }
        await writePrices(transaction, prices);
        const details = { changed: ['monthlyPrices'] };
        await writeAudit(transaction, caller, { action: 'update', noun: 'server', details });
        return readPrices(transaction);
      }),
  };
}

const known: ReadonlySet<string> = new Set(categories);
