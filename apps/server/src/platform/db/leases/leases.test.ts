/** Real processes on one database, one of which is stopped or killed in the middle of a job. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LeaseLost } from '../../../errors/job-errors.ts';
import { linkDatabase } from '../../../ingest/testing/database-link.ts';
import { createKysely } from '../pool.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { createLeases, endLease, extendLease, isLeaseHeld, revokeLease, takeLease } from './leases.ts';

vi.setConfig({ testTimeout: 60_000 });
const holdMs = 1_000;
const patient = { timeout: 30_000 };
const log = pino({ level: 'silent' });
const never = new AbortController().signal;

let database: TestDatabase;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    'CREATE TABLE written (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, worker text NOT NULL)',
  );
});
beforeEach(() => database.pool.query('TRUNCATE written, job_leases RESTART IDENTITY'));
afterEach(async () => {
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => database.drop());

function startWorker(worker: string) {
  const program = join(import.meta.dirname, 'testing/leased-process.ts');
  const child = spawn(process.execPath, [program, database.connectionString, worker, String(holdMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  return { child, said: () => said, rows: () => rowsOf(worker) };
}

const rowsOf = async (worker: string) =>
  (await database.pool.query('SELECT FROM written WHERE worker = $1', [worker])).rowCount ?? 0;

test('[SCALE-04] of two processes one does the job; the other takes over when it is stopped, and its next write is refused', async () => {
  const one = startWorker('one');
  await vi.waitFor(async () => expect(await one.rows()).toBeGreaterThan(0), patient);
  const other = startWorker('other');
  await sleep(2 * holdMs);
  expect(await other.rows()).toBe(0);
  // just behind a commit, and so not in the middle of the next one
  await once(one.child.stdout as Readable, 'data');
  one.child.kill('SIGSTOP');
  await vi.waitFor(async () => expect(await other.rows()).toBeGreaterThan(0), patient);
  const before = await one.rows();
  one.child.kill('SIGCONT');
  await vi.waitFor(() => expect(one.said()).toContain('refused'), patient);
  const inMiddle = await other.rows();
  await vi.waitFor(async () => expect(await other.rows()).toBeGreaterThan(inMiddle), patient);
  expect(await one.rows()).toBe(before);
});

test('[SCALE-04] of three processes one is killed in the middle: another one goes on, one at a time', async () => {
  const workers = ['one', 'two', 'three'].map((name) => ({ name, ...startWorker(name) }));
  const working = async () => {
    const rows = await Promise.all(workers.map((one) => one.rows()));
    return workers.filter((_, index) => (rows[index] ?? 0) > 0);
  };
  await vi.waitFor(async () => expect(await working()).toHaveLength(1), patient);
  const [first] = await working();
  first?.child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await working()).toHaveLength(2), patient);
  const { rows } = await database.pool.query(
    'SELECT count(DISTINCT worker) AS workers, count(*) FILTER (WHERE worker <> before) AS changes FROM (SELECT worker, lag(worker) OVER (ORDER BY id) AS before FROM written) AS one',
  );
  expect(rows).toEqual([{ workers: 2, changes: 1 }]);
});

test('[SCALE-04] what was open in a transaction of the last holder is committed before the next one begins', async () => {
  const leases = createLeases({ kysely: database.kysely, log, holdMs: 50 });
  const order: string[] = [];
  const hasBegun = Promise.withResolvers<void>();
  const last = leases.run('job', never, async (lease) => {
    await database.kysely.transaction().execute(async (transaction) => {
      await lease.requireWithin(transaction);
      hasBegun.resolve();
      await sleep(300);
      order.push('last');
    });
  });
  await hasBegun.promise;
  await sleep(60);
  await leases.run('job', never, async () => void order.push('next'));
  await last;
  expect(order[0]).toBe('last');
});

test('[SCALE-04] who cannot reach the database for as long as his lease lasts sends nothing more', async () => {
  const link = await linkDatabase(database);
  const leases = createLeases({ kysely: createKysely(link.database.pool), log, holdMs: 300 });
  let refusal: unknown;
  await leases.run('job', never, async (lease) => {
    lease.requireFresh();
    link.cut();
    await vi.waitFor(() => expect(lease.signal.aborted).toBe(true), patient);
    try {
      lease.requireFresh();
    } catch (error) {
      refusal = error;
    }
  });
  expect(refusal).toBeInstanceOf(LeaseLost);
  await link.close();
});

test('[SCALE-04] a lease that is taken away ends the work; one that is done is free at once', async () => {
  const leases = createLeases({ kysely: database.kysely, log, holdMs: 300 });
  await leases.run('job', never, async (lease) => {
    expect(await isLeaseHeld(database.kysely, 'job')).toBe(true);
    expect(await leases.run('job', never, async () => undefined)).toBe(false);
    await revokeLease(database.kysely, 'job');
    await vi.waitFor(() => expect(lease.signal.aborted).toBe(true), patient);
  });
  expect(await isLeaseHeld(database.kysely, 'job')).toBe(false);
  expect(await leases.run('job', never, async () => undefined)).toBe(true);
});

test('[SCALE-04] who lost his lease neither extends nor ends that of the next holder', async () => {
  const { kysely } = database;
  const first = (await takeLease(kysely, 'job', 0)) ?? expect.fail('the lease is free');
  const second = (await takeLease(kysely, 'job', 60_000)) ?? expect.fail('the lease of the first is over');
  expect(second.fence).toBeGreaterThan(first.fence);
  expect(await extendLease(kysely, first, 60_000)).toBe(false);
  await endLease(kysely, first);
  expect(await isLeaseHeld(kysely, 'job')).toBe(true);
  expect(await takeLease(kysely, 'job', 60_000)).toBeUndefined();
  expect(await extendLease(kysely, second, 60_000)).toBe(true);
});

test('[SCALE-04] who stood still for as long as his lease lasts sends nothing more, before he has heard that it is lost', async () => {
  const holdMs = 60_000;
  const leases = createLeases({ kysely: database.kysely, log, holdMs });
  const clock = vi.spyOn(performance, 'now');
  try {
    await leases.run('job', never, async (lease) => {
      expect(() => lease.requireFresh()).not.toThrow();
      clock.mockReturnValue(performance.now() + holdMs + 1);
      expect(() => lease.requireFresh()).toThrow(LeaseLost);
      expect(lease.signal.aborted).toBe(false);
    });
  } finally {
    clock.mockRestore();
  }
});
