/** Which partitions of `positions` there must be: by year long ago, by month from two years ago to three months ahead. */
import { earliestFixMs } from '../steps/normalise.ts';

export interface Partition {
  readonly name: string;
  /** First instant in it, and the first after it, ms since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
}

const monthsBack = 24;
const monthsAhead = 3;

const monthlyName = /^positions_(\d{4})_\d{2}$/;

/**
 * The partitions to add to those that exist, oldest first; none overlaps another and no month is left out. A year that
 * was begun in months goes on in months, so what exists decides where years end once there is anything.
 */
export function missingPartitions(existing: ReadonlySet<string>, nowMs: number): readonly Partition[] {
  const now = new Date(nowMs);
  const firstMonthlyYear = Math.min(
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack)).getUTCFullYear(),
    ...[...existing].flatMap((name) => monthlyName.exec(name)?.[1] ?? []).map(Number),
  );
  const wanted: Partition[] = [];
  for (let year = new Date(earliestFixMs).getUTCFullYear(); year < firstMonthlyYear; year++) {
    wanted.push({ name: `positions_${year}`, fromMs: Date.UTC(year, 0), toMs: Date.UTC(year + 1, 0) });
  }
  const lastMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead);
  for (let month = 0; Date.UTC(firstMonthlyYear, month) <= lastMonthMs; month++) {
    wanted.push(monthPartition(Date.UTC(firstMonthlyYear, month), Date.UTC(firstMonthlyYear, month + 1)));
  }
  return wanted.filter(({ name }) => !existing.has(name));
}

function monthPartition(fromMs: number, toMs: number): Partition {
  const [year, month] = new Date(fromMs).toISOString().split('-');
  return { name: `positions_${year}_${month}`, fromMs, toMs };
}
