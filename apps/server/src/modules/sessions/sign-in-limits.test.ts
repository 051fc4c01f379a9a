/** Two processes on one database: each has limits of its own over connections of its own. */
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createKysely, createPool } from '../../platform/db/pool.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { deleteOldAttempts } from './sign-in-attempts-queries.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const { pool, kysely, connectionString, drop } = await createTestDatabase();
const otherPool = createPool({ connectionString, connections: 8, log: pino({ level: 'silent' }) });
const one = createSignInLimits(kysely);
const other = createSignInLimits(createKysely(otherPool));
afterAll(async () => {
  await otherPool.end();
  await drop();
});
beforeEach(() => pool.query('TRUNCATE sign_in_attempts'));

/** As if so much time had passed. */
const pass = (ms: number) =>
  pool.query(
    `UPDATE sign_in_attempts SET last_at = last_at - $1 * interval '1 ms', forget_at = forget_at - $1 * interval '1 ms'`,
    [ms],
  );
const rowCount = async () => (await pool.query('SELECT FROM sign_in_attempts')).rowCount;

async function allowed(attempts: readonly Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;
}

test('[SEC-01] two processes together allow no more guesses than one, also side by side', async () => {
  const attempts = Array.from({ length: 40 }, (_, guess) =>
    (guess % 2 ? one : other).attempt('a@x', '10.0.0.1'),
  );
  expect(await allowed(attempts)).toBe(5);
  await expect(one.attempt('a@x', '10.0.0.1')).rejects.toThrow('too many attempts');
  await expect(other.attempt('a@x', '10.0.0.1')).rejects.toThrow('too many attempts');
});

test('[SEC-01] waits begin after the free failures, double with each one more, and have an end', async () => {
  for (let guess = 0; guess < 5; guess += 1) await one.attempt('a@x', '10.0.0.1');
  const waits: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    await pool.query('UPDATE sign_in_attempts SET last_at = now()');
    const refusal = await other.attempt('a@x', '10.0.0.1').catch((error) => error);
    waits.push(refusal.details.retryAfterSeconds);
    await pass(refusal.details.retryAfterSeconds * 1000);
    await one.attempt('a@x', '10.0.0.1');
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('[SEC-01] success forgets what was counted of its pair, and so does time', async () => {
  for (let guess = 0; guess < 4; guess += 1) await one.attempt('a@x', '10.0.0.1');
  await (await one.attempt('a@x', '10.0.0.1')).succeeded();
  expect(await allowed(Array.from({ length: 9 }, () => other.attempt('a@x', '10.0.0.1')))).toBe(5);
  await pass(60 * 60_000);
  expect(await allowed(Array.from({ length: 9 }, () => other.attempt('a@x', '10.0.0.1')))).toBe(5);
});

test('[SEC-01] the addresses of one IPv6 network count as one, and an account is slowed down over all addresses', async () => {
  for (let host = 1; host <= 5; host += 1) await one.attempt('a@x', `2001:db8:1:2::${host}`);
  await expect(other.attempt('a@x', '2001:db8:1:2:9::')).rejects.toThrow('too many attempts');
  await other.attempt('a@x', '2001:db8:1:3::1');
  for (let host = 0; host < 19; host += 1) await (host % 2 ? one : other).attempt('a@x', `10.0.0.${host}`);
  await expect(one.attempt('a@x', '10.0.1.1')).rejects.toThrow('too many attempts');
});

test('[SEC-01] where an owner signed in before, at any process, strangers do not keep him out', async () => {
  await (await one.attempt('a@x', '192.0.2.1')).succeeded();
  for (let host = 0; host < 25; host += 1) await one.attempt('a@x', `10.0.0.${host}`);
  await expect(other.attempt('a@x', '10.0.1.1')).rejects.toThrow('too many attempts');
  await (await other.attempt('a@x', '192.0.2.1')).succeeded();
  await expect(other.attempt('a@x', '10.0.1.2')).rejects.toThrow('too many attempts');
});

test('[SEC-01] an attempt that came to no judgement does not count, and leaves no row', async () => {
  for (let attempt = 0; attempt < 30; attempt += 1) await (await one.attempt('a@x', '10.0.0.1')).withdraw();
  expect(await rowCount()).toBe(0);
  await one.attempt('a@x', '10.0.0.1');
});

test('[SEC-01] an attempt that must wait counts by none of its keys', async () => {
  for (let guess = 0; guess < 40; guess += 1) await one.attempt('a@x', '10.0.0.1').catch(() => undefined);
  const { rows } = await pool.query('SELECT failures FROM sign_in_attempts ORDER BY failures');
  expect(rows).toEqual([{ failures: 5 }, { failures: 5 }, { failures: 5 }]);
});

test('[SEC-01] what is remembered of failures is bounded, in time and in number', async () => {
  for (let account = 0; account < 10; account += 1) await one.attempt(`${account}@x`, '10.0.0.1');
  await deleteOldAttempts(kysely, 8);
  expect(await rowCount()).toBe(8);
  await pass(60 * 60_000);
  await one.clean();
  expect(await rowCount()).toBe(0);
});
