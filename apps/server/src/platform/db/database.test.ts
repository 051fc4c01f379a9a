import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { isConnectionError } from '../../errors/database-errors.ts';
import { retryWhileAway } from './connection/retry-while-away.ts';
import { migrate, openDatabase } from './database.ts';
import { createTestDatabase } from './test-database.ts';

const log = pino({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'atalaia-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

const embedded = { dataDir: join(folder, 'data'), databaseUrl: undefined, databaseConnections: 4 };

function external(databaseUrl: string) {
  return { dataDir: folder, databaseUrl, databaseConnections: 4 };
}

test('the embedded database keeps what was committed from one start to the next', async () => {
  const first = await openDatabase(embedded, log);
  await migrate(first, log);
  await first.kysely.insertInto('groups').values({ name: 'kept' }).execute();
  await first.stop();
  const second = await openDatabase(embedded, log);
  await migrate(second, log);
  expect(await second.kysely.selectFrom('groups').select('name').execute()).toEqual([{ name: 'kept' }]);
  await second.stop();
});

test('[OPS-01] making the database leaves room in the first file of the log for the tables', async () => {
  const database = await openDatabase({ ...embedded, dataDir: join(folder, 'first') }, log);
  // since the cluster was made; 4.2 MiB where pages go there as they are
  const { rows } = await database.pool.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int AS written FROM pg_control_checkpoint()`,
  );
  expect(rows[0].written).toBeLessThan(3 * 2 ** 20);
  await database.stop();
});

test('an acknowledged commit waits for the disk', async () => {
  const database = await openDatabase(embedded, log);
  const { rows } = await database.pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS "synchronousCommit",
            current_setting('full_page_writes') AS "fullPageWrites"`,
  );
  expect(rows).toEqual([{ fsync: 'on', synchronousCommit: 'on', fullPageWrites: 'on' }]);
  await database.stop();
});

test('[OPS-02] work goes on by itself when PostgreSQL was killed, and nothing acknowledged is lost', async () => {
  const dataDir = join(folder, 'killed');
  const database = await openDatabase({ ...embedded, dataDir }, log);
  await database.pool.query('CREATE TABLE written (id int PRIMARY KEY)');
  let away = 0;
  let id = 0;
  const until = Date.now() + 1_500;
  const killer = sleep(200).then(() => {
    process.kill(
      Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
  });
  while (Date.now() < until) {
    id += 1;
    await retryWhileAway(
      () => database.pool.query('INSERT INTO written VALUES ($1) ON CONFLICT DO NOTHING', [id]),
      { onWait: () => (away += 1) },
    );
  }
  await killer;
  expect(away).toBeGreaterThan(0);
  expect((await database.pool.query('SELECT count(*) AS rows FROM written')).rows).toEqual([{ rows: id }]);
  await database.stop();
});

test('a wait for the database ends when it is told to, with the error that stands', async () => {
  const away = Object.assign(new Error('no server'), { code: 'ECONNREFUSED' });
  const work = () => Promise.reject(away);
  await expect(retryWhileAway(work, { signal: AbortSignal.timeout(60) })).rejects.toBe(away);
  await expect(retryWhileAway(work, { forMs: 60 })).rejects.toBe(away);
});

test('any other error than an absent database is thrown at once', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new Error('wrong');
  };
  await expect(retryWhileAway(work)).rejects.toThrow('wrong');
  expect(tries).toBe(1);
});

test('[OPS-01] DATABASE_URL opens a database that somebody else runs, and a stop leaves it running', async () => {
  const theirs = await createTestDatabase();
  const database = await openDatabase(external(theirs.connectionString), log);
  await migrate(database, log);
  expect(await database.kysely.selectFrom('users').selectAll().execute()).toEqual([]);
  await database.stop();
  await expect(theirs.pool.query('SELECT 1')).resolves.toBeTruthy();
  await theirs.drop();
});

test('an external database in another encoding is refused with what to do', async () => {
  const theirs = await createTestDatabase();
  const name = `latin_${Date.now()}`;
  await theirs.pool.query(
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  );
  const url = new URL(theirs.connectionString);
  url.pathname = `/${name}`;
  await expect(openDatabase(external(url.href), log)).rejects.toThrow(
    /LATIN1: make one with ENCODING 'UTF8'/,
  );
  await theirs.pool.query(`DROP DATABASE ${name}`);
  await theirs.drop();
});

test('a statement that takes too long is cut off, and that is no connection error', async () => {
  const theirs = await createTestDatabase();
  const { rows } = await theirs.pool.query('SHOW statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
  const cut = theirs.pool.query('SET statement_timeout = 20; SELECT pg_sleep(5)');
  const error = await cut.catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/statement timeout/);
  expect(isConnectionError(error)).toBe(false);
  await theirs.drop();
});
