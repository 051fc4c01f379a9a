import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/db/pool.ts';
import { earliestFixMs } from '../steps/normalise.ts';

/** Which partitions of `positions` there must be: by year long ago, by month from two years ago to three months ahead. */
interface Partition {
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
 * was started in months continues in months, so what exists decides where years end once there is anything.
 */
export function missingPartitions(existing: ReadonlySet<string>, nowMs: number): readonly Partition[] {
  const now = new Date(nowMs);
  const firstMonthlyYear = Math.min(
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack)).getUTCFullYear(),
    ...[...existing].flatMap((name) => monthlyName.exec(name)?.[1] ?? []).map(Number),
  );
  const needed: Partition[] = [];
  for (let year = new Date(earliestFixMs).getUTCFullYear(); year < firstMonthlyYear; year++) {
    needed.push({ name: `positions_${year}`, fromMs: Date.UTC(year, 0), toMs: Date.UTC(year + 1, 0) });
  }
  const lastMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead);
  for (let month = 0; Date.UTC(firstMonthlyYear, month) <= lastMonthMs; month++) {
    needed.push(monthPartition(Date.UTC(firstMonthlyYear, month), Date.UTC(firstMonthlyYear, month + 1)));
  }
  return needed.filter(({ name }) => !existing.has(name));
}

function monthPartition(fromMs: number, toMs: number): Partition {
  const [year, month] = new Date(fromMs).toISOString().split('-');
  return { name: `positions_${year}_${month}`, fromMs, toMs };
}

/** Two servers on one database make and drop them one after the other. */
export const partitionsLock = 5_023_001;

/**
 * Makes the partitions of `positions` that are missing, in one transaction; returns how many. They are made apart and
 * then attached, which waits for no report that reads positions and makes no tracker wait.
 */
export async function ensurePartitions(pool: Pool, nowMs: number): Promise<number> {
  const known = await existingPartitions(pool);
  if (missingPartitions(known, nowMs).length === 0) return 0;
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [partitionsLock]);
    const missing = missingPartitions(await existingPartitions(client), nowMs);
    const content = await contentOfPartitions(client);
    await client.query(missing.map((partition) => partitionSql(partition, content)).join('\n'));
    return missing.length;
  });
}

async function existingPartitions(db: Pick<Pool, 'query'>): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON oid = inhrelid
    WHERE inhparent = 'positions'::regclass`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * The table's columns, those of a fixed width first and the widest of them before the others: in the order of the table
 * some fifteen bytes of each row only fill gaps. A table to which somebody added what is more than a name and a type (a
 * collation, what is computed, a check) takes no partition without it: it is copied then, in the order of the table.
 */
async function contentOfPartitions(db: Pick<PoolClient, 'query'>): Promise<string> {
  const { rows } = await db.query<{ columns: string; isPlain: boolean }>(`
    SELECT string_agg(
      format('%I %s', attname, format_type(atttypid, atttypmod)) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END,
      ', ' ORDER BY attlen < 0, array_position('{d,i,s,c}', attalign::text), attlen DESC, attnum
    ) AS columns,
    bool_and(attgenerated = '' AND attcollation = (SELECT typcollation FROM pg_type WHERE oid = atttypid))
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'positions'::regclass AND contype = 'c') AS "isPlain"
    FROM pg_attribute WHERE attrelid = 'positions'::regclass AND attnum > 0 AND NOT attisdropped`);
  // an identity column counts in the table, and no partition is taken that has its own
  return rows[0]?.isPlain
    ? rows[0].columns
    : 'LIKE positions INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES';
}

/** The table's indexes are made as it is attached. */
function partitionSql({ name, fromMs, toMs }: Partition, content: string): string {
  const [from, to] = [fromMs, toMs].map((timeMs) => `'${new Date(timeMs).toISOString()}'`);
  return `
    CREATE TABLE ${name} (${content});
    ALTER TABLE positions ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to});`;
}
