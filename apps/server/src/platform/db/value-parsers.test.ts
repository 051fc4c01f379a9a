import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseBigint, parseTimestamp } from './pool.ts';
import { createTestDatabase } from './test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

test('a time comes back exactly as Date.toISOString writes it', async () => {
  const times = fc.sample(date, 300).map((time) => time.toISOString());
  const { rows } = await database.pool.query('SELECT unnest($1::timestamptz[]) AS time', [times]);
  expect(rows.map((row) => row.time)).toEqual(times);
});

test('a time in another zone than UTC is brought to UTC', () => {
  expect(parseTimestamp('2026-11-21 06:01:50.5-03')).toBe('2026-11-21T09:01:50.500Z');
});

test('microseconds are cut to milliseconds, and whole seconds get them', () => {
  expect(parseTimestamp('2026-11-21 09:01:50.123456+00')).toBe('2026-11-21T09:01:50.123Z');
  expect(parseTimestamp('2026-11-21 09:01:50+00')).toBe('2026-11-21T09:01:50.000Z');
  expect(parseTimestamp('infinity')).toBe('infinity');
});

test('a bigint is a number up to 2^53, and an error beyond', async () => {
  const { rows } = await database.pool.query('SELECT 9007199254740991 AS largest, count(*) AS one');
  expect(rows).toEqual([{ largest: 9007199254740991, one: 1 }]);
  expect(() => parseBigint('9007199254740993')).toThrow(RangeError);
  await expect(database.pool.query('SELECT 9007199254740993 AS beyond')).rejects.toThrow(/beyond/);
  // the connection that carried it is still good
  await expect(database.pool.query('SELECT 1')).resolves.toBeTruthy();
});

test('arrays hold what their elements would be', async () => {
  const { rows } = await database.pool.query(
    `SELECT ARRAY[1, NULL, 3]::bigint[] AS ids, '{}'::bigint[] AS none,
            ARRAY['2026-11-21T09:01:50Z']::timestamptz[] AS times`,
  );
  expect(rows).toEqual([{ ids: [1, null, 3], none: [], times: ['2026-11-21T09:01:50.000Z'] }]);
});

test('a date has no zone and stays text', async () => {
  const { rows } = await database.pool.query("SELECT '2026-11-21'::date AS day");
  expect(rows).toEqual([{ day: '2026-11-21' }]);
});
