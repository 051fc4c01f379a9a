import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isConnectionError } from '../../../errors/database-errors.ts';
import { type DatabaseLink, linkDatabase } from '../../../ingest/testing/database-link.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { watchSilentStatements } from './silent-statements.ts';

const lookEveryMs = 50;

let direct: TestDatabase;
let link: DatabaseLink;
beforeEach(async () => {
  direct = await createTestDatabase();
  link = await linkDatabase(direct, lookEveryMs);
});
afterEach(async () => {
  await link.close();
  await direct.drop();
});

test('[SCALE-06] a statement whose answer never comes fails as for a database that is away', async () => {
  const { pool } = link.database;
  await pool.query('SELECT 1');
  link.swallowAnswers(true);
  const error = await pool.query('SELECT 1').then(
    () => expect.unreachable('nothing can have answered'),
    (reason: unknown) => reason,
  );
  expect(isConnectionError(error)).toBe(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('[SCALE-06] a statement that waits for a lock, or computes, is left alone', async () => {
  const { pool } = link.database;
  const holder = await direct.pool.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const waiting = pool.query('SELECT pg_advisory_lock(1)');
  const computing = pool.query('SELECT pg_sleep(0.5)');
  await computing;
  await sleep(4 * lookEveryMs);
  await holder.query('SELECT pg_advisory_unlock(1)');
  holder.release();
  await expect(waiting).resolves.toMatchObject({ rowCount: 1 });
});

test('[SCALE-06] an answer that is on its way while its statement is looked up arrives', async () => {
  const slow = await linkDatabase(direct, 400);
  try {
    const { pool } = slow.database;
    await pool.query('SELECT 1');
    const release = slow.holdAnswers();
    const answered = pool.query('SELECT 7 AS seven').then(({ rows }) => rows);
    const refused = answered.catch((error: unknown) => error);
    // the connection of the look
    await expect.poll(slow.ended, { timeout: 5_000, interval: 10 }).toBe(1);
    release();
    expect(await refused).toEqual([{ seven: 7 }]);
  } finally {
    await slow.close();
  }
});

test('[SCALE-06] a connection that is held without a statement is left alone', async () => {
  const client = await link.database.pool.connect();
  await client.query('SELECT 1');
  await sleep(6 * lookEveryMs);
  await expect(client.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
  client.release();
});

test('[SCALE-06] a connection whose server process is not known yet is left alone', async () => {
  const { connectionString } = direct;
  const pool = new pg.Pool({ connectionString, max: 1 });
  const log = pino({ level: 'silent' });
  watchSilentStatements({ pool, connectionString, log, lookEveryMs, backendOf: () => undefined });
  await expect(pool.query('SELECT pg_sleep(0.5)')).resolves.toMatchObject({ rowCount: 1 });
  await pool.end();
});
