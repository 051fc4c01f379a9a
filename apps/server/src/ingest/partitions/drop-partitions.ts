/**
 * Drops whole partitions of `positions` that are older than the retention setting (OPS-04). They are detached side by side with
 * readers and writers, which wait for nothing; `ensurePartitions` then makes empty ones in their place, coarser with age,
 * so that a tracker that sends what it stored long ago is still taken.
 */
import type { Pool, PoolClient } from 'pg';
import { unlessBackedUp } from '../../platform/db/backup-marks.ts';
import { ensurePartitions, partitionsLock } from './ensure-partitions.ts';

interface Row {
  readonly name: string;
  /** The first instant after it, as PostgreSQL writes it. */
  readonly until: string;
}

const ours = /^positions_\d{4}(?:_\d{2})?$/;

/** Partitions that end by then and hold anything; returns how many were dropped. None while a backup reads. */
export async function dropPartitionsBefore(pool: Pool, beforeMs: number, nowMs: number): Promise<number> {
  const dropped = await alone(pool, (client) => unlessBackedUp(client, () => dropAged(client, beforeMs)));
  if (dropped) await ensurePartitions(pool, nowMs);
  return dropped ?? 0;
}

async function dropAged(client: PoolClient, beforeMs: number): Promise<number> {
  await finish(client);
  let count = 0;
  for (const { name, until } of await partitions(client)) {
    if (Date.parse(until) > beforeMs || !(await holdsRows(client, name))) continue;
    await client.query(`ALTER TABLE positions DETACH PARTITION ${name} CONCURRENTLY`);
    await client.query(`DROP TABLE ${name}`);
    count += 1;
  }
  return count;
}

/** Ends what a stop in the middle left: a partition half detached, or detached and still there. */
export async function finishDrops(pool: Pool): Promise<void> {
  await alone(pool, finish);
}

async function finish(client: PoolClient): Promise<void> {
  const { rows: pending } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON oid = inhrelid
    WHERE inhparent = 'positions'::regclass AND inhdetachpending`);
  for (const { name } of pending) {
    if (ours.test(name)) await client.query(`ALTER TABLE positions DETACH PARTITION ${name} FINALIZE`);
  }
  // partitions are made and attached in one transaction: a detached one was being dropped
  const { rows: alone } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND NOT relispartition AND relname LIKE 'positions\\_%'
      AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'positions'::regclass)`);
  for (const { name } of alone) if (ours.test(name)) await client.query(`DROP TABLE ${name}`);
}

async function partitions(client: PoolClient): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(`
    SELECT relname AS name, substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''([^'']+)''\\)') AS until
    FROM pg_class JOIN pg_inherits ON oid = inhrelid
    WHERE inhparent = 'positions'::regclass ORDER BY relname`);
  return rows.filter(({ name }) => ours.test(name));
}

async function holdsRows(client: PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`);
  return rows.length > 0;
}

/** One server at a time; a partition cannot be detached side by side within a transaction, so the lock is the session's. */
async function alone<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('SELECT pg_advisory_lock($1)', [partitionsLock]);
    return await work(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // after a failure the session is given up, and the lock with it
    if (!failure) await client.query('SELECT pg_advisory_unlock($1)', [partitionsLock]);
    client.release(failure);
  }
}
