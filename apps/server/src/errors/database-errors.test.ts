import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../platform/db/test-database.ts';
import {
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

test('a connection that the server ends under a query is a connection error', async () => {
  const error = await errorOf(database.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
  expect(isConnectionError(error)).toBe(true);
});

const errorWith = (code: string, message: string, severity = 'ERROR') =>
  Object.assign(new Error(message), { code, severity });

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
