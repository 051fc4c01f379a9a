import type { Pool } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { missingPartitions, type Partition } from './partition-plan.ts';

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
    await client.query(missing.map(partitionSql).join('\n'));
    return missing.length;
  });
}

async function existingPartitions(db: Pick<Pool, 'query'>): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON oid = inhrelid
    WHERE inhparent = 'positions'::regclass`);
  return new Set(rows.map(({ name }) => name));
}

function partitionSql({ name, fromMs, toMs }: Partition): string {
  const [from, to] = [fromMs, toMs].map((timeMs) => `'${new Date(timeMs).toISOString()}'`);
  return `
    CREATE TABLE ${name} (LIKE positions INCLUDING ALL);
    ALTER TABLE positions ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to});`;
}
