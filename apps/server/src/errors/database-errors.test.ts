import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../platform/db/test-database.ts';
import {
  isConflict,
  isConnectionError,
  isDataError,
  isOutOfSpace,
  mayBeDataError,
  passingCode,
  violatedConstraint,
} from './database-errors.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  );
}

test('a value out of range and a broken constraint are data errors', async () => {
  const range = await errorOf(database.pool.query("SELECT '1e300'::real"));
  const constraint = await errorOf(database.pool.query('INSERT INTO server_settings (id) VALUES (1)'));
  expect([isDataError(range), isConnectionError(range)]).toEqual([true, false]);
  expect([isDataError(constraint), isConnectionError(constraint)]).toEqual([true, false]);
  expect(violatedConstraint(range)).toBeUndefined();
  expect(violatedConstraint(constraint)).toBe('server_settings_pkey');
});

test('a wrong statement is neither', async () => {
  const error = await errorOf(database.pool.query('SELECT nonsense'));
  expect([isDataError(error), isConnectionError(error)]).toEqual([false, false]);
});

test.each([
  ['no server on the port', 'postgresql://nobody@127.0.0.1:1/none'],
  ['no socket in the folder', 'postgresql://nobody@%2Fnowhere/none'],
])('%s is a connection error', async (_title, connectionString) => {
  const client = new pg.Client({ connectionString });
  const error = await errorOf(client.connect());
  expect([isDataError(error), isConnectionError(error)]).toEqual([false, true]);
});

test('a server that takes a connection and never says a word is a connection error', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
  const error = await errorOf(client.connect());
  expect([isDataError(error), isConnectionError(error)]).toEqual([false, true]);
  silent.close();
});

test('a connection that the server ends under a query is a connection error', async () => {
  const error = await errorOf(database.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
  expect(isConnectionError(error)).toBe(true);
});

const errorWith = (code: string, message: string, severity = 'ERROR') =>
  Object.assign(new Error(message), { code, severity });

const classOf = (error: unknown) => {
  const classes = {
    away: isConnectionError(error),
    conflict: isConflict(error),
    data: isDataError(error),
    perhapsData: mayBeDataError(error),
  };
  return Object.entries(classes).flatMap(([name, holds]) => (holds ? name : []));
};

test.each([
  ['a table that is not there', '42P01', 'SELECT FROM nothing', []],
  ['a column that is not there', '42703', 'SELECT nothing FROM devices', []],
  ['a statement that is not supported', '0A000', 'SELECT count(*) FROM devices FOR UPDATE', []],
  ['a right that is missing', '42501', 'SET ROLE pg_monitor; SELECT FROM devices', []],
  ['a statement that took too long', '57014', 'SET statement_timeout = 1; SELECT pg_sleep(9)', []],
  ['a server that only reads', '25006', 'BEGIN READ ONLY; DELETE FROM devices', ['away']],
  ['two rows where one is asked for', '21000', 'SELECT (SELECT generate_series(1, 2))', ['perhapsData']],
  [
    'a word too many',
    '54000',
    `SELECT to_tsvector(string_agg('a' || n, ' ')) FROM generate_series(1, 300000) AS n`,
    ['perhapsData'],
  ],
  ['what a function raised', 'P0001', `DO $$ BEGIN RAISE 'no'; END $$`, ['perhapsData']],
  ['a wrong time', '22007', `SELECT 'no'::timestamptz`, ['data']],
  ['a repeated key', '23505', 'INSERT INTO server_settings (id) VALUES (1)', ['data']],
])('[SCALE-06] PostgreSQL’s error for %s (%s) is of its class alone', async (_what, code, text, classes) => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const error = await errorOf(client.query(text));
  await client.end();
  expect(error).toMatchObject({ code });
  expect(classOf(error)).toEqual(classes);
});

test.each([
  [['57P01', '57P02', '57P03', '57P05', '53300', '08000', '08006', '25006'], ['away']],
  [['40001', '40P01'], ['conflict']],
  [['22001', '22003', '23502', '23503', '23514'], ['data']],
  [['21000', '44000', '54000', 'P0001', 'XX000', 'XX001'], ['perhapsData']],
  [['0A000', '42P01', '42703', '42883', '42501', '3D000', '57014', '55P03', '25P02'], []],
])('[SCALE-06] of %s each is of the class %s alone', (codes, classes) => {
  expect(codes.map((code) => classOf(errorWith(code, 'no')))).toEqual(codes.map(() => classes));
});

test.each([
  ['a table that cannot grow', errorWith('53100', 'could not extend file "base/1/2"'), false],
  ['a log that cannot, which ends the server', errorWith('53100', 'could not write', 'PANIC'), true],
  [
    'a new connection on a full disk',
    errorWith('XX000', 'could not write init file: No space left on device'),
    false,
  ],
  ['a quota', errorWith('58030', 'could not write to file: Disk quota exceeded'), false],
  ['a file of our own', errorWith('ENOSPC', 'ENOSPC: no space left on device, write'), false],
])('[OPS-03] %s is no space, and never the fault of the rows', (_what, error, isAway) => {
  expect([isOutOfSpace(error), passingCode(error)]).toEqual([true, 'no-space']);
  expect([isConnectionError(error), mayBeDataError(error), isDataError(error)]).toEqual([
    isAway,
    false,
    false,
  ]);
});

test('what a value says is no full disk', () => {
  expect(isOutOfSpace(errorWith('22P02', 'invalid input: "No space left on device"'))).toBe(false);
  expect(passingCode(new Error('no'))).toBeUndefined();
});
