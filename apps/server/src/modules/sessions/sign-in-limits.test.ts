/** Two processes on one database: each has limits of its own over connections of its own. */
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createKysely, createPool } from '../../platform/db/pool.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { attemptDigest, deleteOldAttempts } from './sign-in-attempts-queries.ts';
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

const from = (address: string, device?: string) => ({ address, device });

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
    (guess % 2 ? one : other).attempt('a@x', from('10.0.0.1')),
  );
  expect(await allowed(attempts)).toBe(5);
  await expect(one.attempt('a@x', from('10.0.0.1'))).rejects.toThrow('too many attempts');
  await expect(other.attempt('a@x', from('10.0.0.1'))).rejects.toThrow('too many attempts');
});

test('[SEC-01] waits begin after the free failures, double with each one more, and have an end', async () => {
  for (let guess = 0; guess < 5; guess += 1) await one.attempt('a@x', from('10.0.0.1'));
  const waits: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    await pool.query('UPDATE sign_in_attempts SET last_at = now()');
    const refusal = await other.attempt('a@x', from('10.0.0.1')).catch((error) => error);
    waits.push(refusal.details.retryAfterSeconds);
    await pass(refusal.details.retryAfterSeconds * 1000);
    await one.attempt('a@x', from('10.0.0.1'));
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('[SEC-01] success forgets what was counted of its pair, and so does time', async () => {
  for (let guess = 0; guess < 4; guess += 1) await one.attempt('a@x', from('10.0.0.1'));
  await (await one.attempt('a@x', from('10.0.0.1'))).succeeded();
  expect(await allowed(Array.from({ length: 9 }, () => other.attempt('a@x', from('10.0.0.1'))))).toBe(5);
  await pass(60 * 60_000);
  expect(await allowed(Array.from({ length: 9 }, () => other.attempt('a@x', from('10.0.0.1'))))).toBe(5);
});

test('[SEC-01] the addresses of one IPv6 site count as one', async () => {
  for (let net = 1; net <= 5; net += 1) await one.attempt('a@x', from(`2001:db8:1:20${net}::1`));
  await expect(other.attempt('a@x', from('2001:db8:1:2ff:9::'))).rejects.toThrow('too many attempts');
  await other.attempt('a@x', from('2001:db8:1:300::1'));
});

test('[SEC-01] resets and ways back from a provider are counted by such a site too', async () => {
  const inSite = (net: number) => `2001:db8:7:2${net.toString(16).padStart(2, '0')}::1`;
  const wait = () => pool.query(`UPDATE sign_in_attempts SET last_at = now() + interval '1 hour'`);
  for (let net = 0; net < 10; net += 1) await one.countReset(inSite(net));
  await wait();
  await expect(other.countReset(inSite(10))).rejects.toThrow('too many attempts');
  for (let net = 0; net < 60; net += 1) await one.countReturn(inSite(net));
  await wait();
  await expect(other.countReturn(inSite(60))).rejects.toThrow('too many attempts');
});

/** So many clients guess until each has to wait. */
async function guessFrom(clients: number, account: string): Promise<number> {
  let tries = 0;
  for (let client = 0; client < clients; client += 1) {
    for (let guess = 0; guess < 5; guess += 1) {
      const attempt = one.attempt(account, from(`10.0.${client}.1`));
      tries += await attempt.then(
        () => 1,
        () => 0,
      );
      // a slow machine does not wait the time out by itself
      await pool.query(`UPDATE sign_in_attempts SET last_at = now() + interval '1 hour'`);
    }
  }
  return tries;
}

test('[SEC-01] an account is slowed down over all addresses, and few who guess do not keep out who comes from a new one', async () => {
  // two tries of each, and 25 of all together beyond them
  expect(await guessFrom(13, 'a@x')).toBe(13 * 2 + 25);
  await expect(other.attempt('a@x', from('10.0.12.1'))).rejects.toThrow('too many attempts');
  await (await other.attempt('a@x', from('192.0.2.1'))).succeeded();
});

test('[SEC-01] newcomers without end are slowed down too', async () => {
  expect(await guessFrom(70, 'a@x')).toBe(60 + 25);
  await expect(other.attempt('a@x', from('192.0.2.1'))).rejects.toThrow('too many attempts');
});

test('[SEC-01] where an owner signed in before, at any process, strangers do not keep him out', async () => {
  await (await one.attempt('a@x', from('192.0.2.1'))).succeeded();
  await guessFrom(70, 'a@x');
  await expect(other.attempt('a@x', from('192.0.2.9'))).rejects.toThrow('too many attempts');
  const known = await other.attempt('a@x', from('192.0.2.1'));
  expect(known.turn).toEqual({ isFirst: true, key: 'a@x' });
  await known.succeeded();
  await expect(other.attempt('a@x', from('192.0.2.9'))).rejects.toThrow('too many attempts');
});

test('[SEC-01] a place is known for ninety days after the last sign-in from there', async () => {
  const dayMs = 86_400_000;
  const isKnown = async () => {
    await one.clean();
    const attempt = await one.attempt('a@x', from('192.0.2.1'));
    await attempt.withdraw();
    return attempt.turn.isFirst;
  };
  await (await one.attempt('a@x', from('192.0.2.1'))).succeeded();
  await pass(89 * dayMs);
  expect(await isKnown()).toBe(true);
  await pass(dayMs);
  expect(await isKnown()).toBe(false);
});

test('[SEC-01] who guesses other accounts beside an owner, behind one address, does not keep him out', async () => {
  await (await one.attempt('a@x', from('192.0.2.1'))).succeeded();
  for (let account = 0; account < 60; account += 1) await one.attempt(`b${account}@x`, from('192.0.2.1'));
  await expect(one.attempt('b60@x', from('192.0.2.1'))).rejects.toThrow('too many attempts');
  await (await one.attempt('a@x', from('192.0.2.1'))).succeeded();
});

test('[SEC-01] a browser that signed in before is let in from anywhere, also where somebody guesses beside it', async () => {
  await (await one.attempt('a@x', from('192.0.2.1'))).succeeded('browser');
  for (let guess = 0; guess < 5; guess += 1) await one.attempt('a@x', from('192.0.2.1'));
  await expect(one.attempt('a@x', from('192.0.2.1'))).rejects.toThrow('too many attempts');
  await (await other.attempt('a@x', from('192.0.2.1', 'browser'))).succeeded();
  await guessFrom(70, 'a@x');
  await (await other.attempt('a@x', from('198.51.100.1', 'browser'))).succeeded();
  // its cookie is for this account alone, and guesses with it count
  await expect(other.attempt('a@x', from('10.0.0.1', 'another'))).rejects.toThrow('too many attempts');
  await guessFrom(70, 'b@x');
  await expect(other.attempt('b@x', from('198.51.100.1', 'browser'))).rejects.toThrow('too many attempts');
  for (let guess = 0; guess < 5; guess += 1) await one.attempt('a@x', from('198.51.100.1', 'browser'));
  await expect(one.attempt('a@x', from('198.51.100.1', 'browser'))).rejects.toThrow('too many attempts');
});

test('[SEC-01] who is known waits for no row of the account that an attempt of a stranger holds', async () => {
  await (await one.attempt('a@x', from('192.0.2.1'))).succeeded('browser');
  await one.attempt('a@x', from('203.0.113.1'));
  const stranger = await pool.connect();
  try {
    await stranger.query('BEGIN');
    const held = [attemptDigest('newcomer', 'a@x'), attemptDigest('account', 'a@x')];
    await stranger.query('SELECT FROM sign_in_attempts WHERE key = ANY($1) FOR UPDATE', [held]);
    await (await other.attempt('a@x', from('192.0.2.1'))).succeeded();
    await (await other.attempt('a@x', from('192.0.2.7', 'browser'))).withdraw();
  } finally {
    await stranger.query('ROLLBACK');
    stranger.release();
  }
});

test('[SEC-01] an attempt that came to no judgement does not count, and leaves no row', async () => {
  for (let attempt = 0; attempt < 30; attempt += 1)
    await (await one.attempt('a@x', from('10.0.0.1'))).withdraw();
  expect(await rowCount()).toBe(0);
  await one.attempt('a@x', from('10.0.0.1'));
});

test('[SEC-01] an attempt that must wait counts by none of its keys', async () => {
  for (let guess = 0; guess < 40; guess += 1)
    await one.attempt('a@x', from('10.0.0.1')).catch(() => undefined);
  const { rows } = await pool.query('SELECT failures FROM sign_in_attempts ORDER BY failures');
  // the account apart from the first two tries, which are the newcomer's
  expect(rows.map(({ failures }) => failures)).toEqual([2, 3, 5, 5]);
});

test('[SEC-01] what is remembered of failures is bounded, in time and in number', async () => {
  for (let account = 0; account < 10; account += 1) await one.attempt(`${account}@x`, from('10.0.0.1'));
  await deleteOldAttempts(kysely, 8);
  expect(await rowCount()).toBe(8);
  await pass(60 * 60_000);
  await one.clean();
  expect(await rowCount()).toBe(0);
});
