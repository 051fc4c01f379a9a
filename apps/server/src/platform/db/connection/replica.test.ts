/** Reports that are read from a replica: here another database, so that what it holds shows where a report was read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkDatabase } from '../../../ingest/testing/database-link.ts';
import { createReportDatabase } from '../../../modules/reports/rows/report-database-queries.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { createReplica, type Replica } from './replica.ts';

const log = pino({ level: 'silent' });
let primary: TestDatabase;
let standby: TestDatabase;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  [primary, standby] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await primary.drop();
  await standby.drop();
});

const nowMs = Date.parse('2026-03-01T12:00:00Z');
const seenAt = (agoMs: number) =>
  standby.pool.query(
    `INSERT INTO processes (epoch, version, host, pid, seen_at) VALUES (1, '1', 'here', 1, $1)
     ON CONFLICT (epoch) DO UPDATE SET seen_at = excluded.seen_at`,
    [new Date(nowMs - agoMs)],
  );

function open(connectionString: string, metrics = new Registry()): Replica {
  const replica = createReplica({ connectionString, mostLagMs: 10_000, nowMs: () => nowMs, metrics, log });
  stops.push(replica.stop);
  return replica;
}

test('[SCALE-06] a period that ended before the newest sign of life that the replica has is read there, a later one is not', async () => {
  const metrics = new Registry();
  const replica = open(standby.connectionString, metrics);
  expect(replica.asOfFor(0)).toBeUndefined();
  await seenAt(4_000);
  await replica.measure();
  expect(replica.asOfFor(nowMs - 5_000)).toBe(nowMs - 4_000);
  expect(replica.asOfFor(nowMs - 4_000)).toBeUndefined();
  expect(await metrics.getSingleMetricAsString('atalaia_replica_lag_seconds')).toMatch(/seconds 4$/m);
});

test('[SCALE-06] a replica that is further behind than was said is not read, nor one that is away or empty', async () => {
  const replica = open(standby.connectionString);
  await replica.measure();
  expect(replica.asOfFor(0)).toBeUndefined();
  await seenAt(10_001);
  await replica.measure();
  expect(replica.asOfFor(0)).toBeUndefined();
  await seenAt(10_000);
  await replica.measure();
  expect(replica.asOfFor(0)).toBe(nowMs - 10_000);
  const away = open('postgresql://127.0.0.1:9/nothing');
  await away.measure();
  expect(away.asOfFor(0)).toBeUndefined();
});

const pools = ({ pool }: TestDatabase) => ({ reading: pool, cancels: pool });
const signal = new AbortController().signal;
const conflict = () =>
  Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });

test('[SCALE-06] what the replica gives up is read from the primary, once; any other failure is one', async () => {
  await standby.pool.query("INSERT INTO groups (name) VALUES ('there')");
  await primary.pool.query("INSERT INTO groups (name) VALUES ('here')");
  const database = createReportDatabase(pools(primary), signal, pools(standby));
  const names = () =>
    database.read(async (client) =>
      (await client.query('SELECT name FROM groups')).rows.map(({ name }) => name),
    );
  expect(await names()).toEqual(['there']);
  let tries = 0;
  const where = await database.read(async (client) => {
    tries += 1;
    if (tries === 1) throw conflict();
    return (await client.query('SELECT name FROM groups')).rows;
  });
  expect([tries, where]).toEqual([2, [{ name: 'here' }]]);
  await expect(
    database.read(() => {
      tries += 1;
      throw conflict();
    }),
  ).rejects.toThrow('conflict with recovery');
  expect(tries).toBe(4);
  await expect(database.read((client) => client.query('SELECT FROM nowhere'))).rejects.toThrow('nowhere');
});

test('[SCALE-06] a replica that is lost in the middle of a report is read on from the primary', async () => {
  const link = await linkDatabase(standby);
  stops.push(link.close);
  await primary.pool.query("INSERT INTO groups (name) VALUES ('here')");
  const database = createReportDatabase(
    pools(primary),
    signal,
    pools({ ...standby, pool: link.database.pool }),
  );
  let tries = 0;
  const rows = await database.read(async (client) => {
    tries += 1;
    if (tries === 1) {
      link.cut();
      await sleep(20);
    }
    return (await client.query('SELECT name FROM groups')).rows;
  });
  expect([tries, rows]).toEqual([2, [{ name: 'here' }]]);
});
