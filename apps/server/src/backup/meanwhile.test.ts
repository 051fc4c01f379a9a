/** What somebody does between two statements of a backup: its answers are held back until that is done. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BackupUnnoted } from '../errors/backup-errors.ts';
import { ensurePartitions } from '../ingest/partitions/ensure-partitions.ts';
import { type DatabaseLink, linkDatabase } from '../ingest/testing/database-link.ts';
import { storeAddresses } from '../modules/addresses/address-queries.ts';
import { copyTo } from '../platform/db/copy/copy.ts';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { storePositions } from '../testing/stored-positions.ts';
import { createWorld } from '../testing/world.ts';
import { connect } from './connection.ts';
import { inWords } from './snapshot.ts';
import { copyColumns, nameOf } from './tables/catalog.ts';
import { sumOf } from './tables/row-digest.ts';
import { digestRows } from './tables/table-file.ts';
import { backUp, loadOf } from './testing/installation.ts';

// what hangs is waited for, on a machine that may be busy
vi.setConfig({ testTimeout: 60_000 });

const direct = await createTestDatabase();
const { pool, kysely } = direct;
const world = createWorld(kysely);
const folder = mkdtempSync(join(tmpdir(), 'atalaia-meanwhile-'));
const dayMs = 86_400_000;
const never = new AbortController().signal;
let link: DatabaseLink;
let deviceId: number;
let place: string;

beforeAll(async () => {
  await ensurePartitions(pool, Date.now());
  deviceId = await world.device();
  const [now, years] = [Math.floor(Date.now() / 1000) * 1000, 5 * 365 * dayMs];
  await storePositions(
    pool,
    [2 * dayMs, 3 * dayMs, years].map((ago) => ({ deviceId, timeMs: now - ago })),
  );
});
beforeEach(async () => {
  link = await linkDatabase(direct);
  place = mkdtempSync(join(folder, 'place-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await link.close();
});
afterAll(async () => {
  await direct.drop();
  rmSync(folder, { recursive: true });
});

/** Does `work` each time this statement is sent, from the `from`th time on, before its answer arrives. */
function during(statement: string, work: () => Promise<unknown>, { from = 1, times = 1 } = {}): void {
  const send = pg.Connection.prototype.query;
  let count = 0;
  vi.spyOn(pg.Connection.prototype, 'query').mockImplementation(function (this: pg.Connection, text) {
    const isIt = text.startsWith(statement) && ++count >= from && count < from + times;
    if (isIt) {
      const release = link.holdAnswers();
      void work().finally(release);
    }
    return send.call(this, text);
  });
}

/** Does `work` each time this statement with values is about to be sent. */
function before(statement: string, work: () => void): void {
  const { parse } = pg.Connection.prototype;
  vi.spyOn(pg.Connection.prototype, 'parse').mockImplementation(function (this: pg.Connection, ...given) {
    if (given[0].text === statement) work();
    return parse.apply(this, given);
  });
}

const next = 'SELECT pg_snapshot_xmax';
const noteOfName = 'UPDATE backup_runs SET folder = $2 WHERE id = $1';
const noteOfEnd =
  'UPDATE backup_runs SET ended_at = now(), taken_at = $2, folder = $3, rows = $4, bytes = $5, new_bytes = $6, last_position = $7 WHERE id = $1';
const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

test('[BACK-01] a position that is written to after its file was read is in the backup as it is at its instant', async () => {
  const { rows } = await pool.query<{ id: number; ms: number }>(
    'SELECT id::int AS id, extract(epoch FROM fix_time)::float8 * 1000 AS ms FROM positions ORDER BY fix_time DESC LIMIT 1',
  );
  const [position] = rows;
  during(begin, () =>
    storeAddresses(pool, [
      { positionId: position!.id, deviceId, fixTimeMs: position!.ms, address: 'Campinas, SP' },
    ]),
  );
  const { folder: made, manifest } = await backUp(link.connectionString, place);
  await loadOf(made);
  const client = await connect(direct.connectionString);
  const partitions = manifest.tables.filter(
    ({ partition, files }) => partition?.of.name === 'positions' && files.length > 0,
  );
  for (const table of partitions) {
    const rows = copyTo(client, `COPY ${nameOf(table)}${copyColumns(table)} TO STDOUT`);
    expect((await digestRows(rows, never)).digest, table.name).toBe(sumOf(table.files).digest);
  }
  await client.end();
});

test('[BACK-01] a partition that is dropped after its files were read leaves none of them in the backup', async () => {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM positions ORDER BY fix_time LIMIT 1',
  );
  const name = rows[0]!.name;
  during(next, () => pool.query(`DROP TABLE ${name}`), { from: 2 });
  const { folder: made, manifest } = await backUp(link.connectionString, place);
  expect(manifest.tables.map((table) => table.name)).not.toContain(name);
  expect(readdirSync(join(made, 'tables')).filter((file) => file.includes(name))).toEqual([]);
  await loadOf(made);
});

test('[BACK-01] a release that changes its tables in the middle of a backup ends it', async () => {
  during(next, () => pool.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')`), {
    from: 2,
  });
  try {
    await expect(backUp(link.connectionString, place)).rejects.toThrow(
      'another release was started meanwhile: make the backup again',
    );
  } finally {
    await pool.query(`DELETE FROM kysely_migration WHERE name = '9999-later'`);
  }
  expect(readdirSync(place)).toEqual([]);
});

test('[OPS-05] a table that goes before it is locked is looked for once more, and is not there', async () => {
  await pool.query('CREATE TABLE going (id int)');
  during(begin, () => pool.query('DROP TABLE going'));
  const { manifest } = await backUp(link.connectionString, place);
  expect(manifest.tables.map(({ name }) => name)).not.toContain('going');
});

test('[OPS-05] a table cannot be emptied between the instant of a backup and its reading', async () => {
  await pool.query('CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
  const emptied: unknown[] = [];
  const empty = async () => {
    const other = await pool.connect();
    await other.query("SET lock_timeout = '200ms'");
    await other.query('TRUNCATE kept').catch((error: Error) => emptied.push(error.message));
    other.release(true);
  };
  during('\n    SELECT to_char(statement_timestamp()', empty);
  const { manifest } = await backUp(link.connectionString, place);
  expect(emptied).toEqual([expect.stringContaining('lock timeout')]);
  expect(manifest.tables.find(({ name }) => name === 'kept')?.files[0]?.rows).toBe(1);
});

test('[OPS-05] what is committed while tables are read beside each other is in none of them', async () => {
  const tables = Array.from({ length: 8 }, (_, number) => `beside_${number}`);
  await pool.query(tables.map((table) => `CREATE TABLE ${table} (id int)`).join(';'));
  during('COPY "public"', () =>
    pool.query(tables.map((table) => `INSERT INTO ${table} VALUES (1)`).join(';')),
  );
  const { manifest } = await backUp(link.connectionString, place);
  const files = manifest.tables.filter(({ name }) => tables.includes(name)).flatMap((table) => table.files);
  expect(files.map(({ rows }) => rows)).toEqual(tables.map(() => 0));
});

test('[OPS-05] tables that come and go without an end end the backup with a sentence', async () => {
  let made = 0;
  during('LOCK TABLE ONLY', () => pool.query(`CREATE TABLE coming_${++made} (id int)`), { times: 100 });
  await expect(backUp(link.connectionString, place)).rejects.toThrow(
    'tables come and go all the time: try again later',
  );
  expect(made).toBe(5);
  for (let table = 1; table <= made; table += 1) await pool.query(`DROP TABLE coming_${table}`);
  expect(readdirSync(place)).toEqual([]);
});

test('[OPS-05] a table whose form is being changed for too long is said to be', () => {
  const waited = new pg.DatabaseError('canceling statement due to lock timeout', 1, 'error');
  waited.code = '55P03';
  expect(inWords(waited)).toMatchObject({
    message: expect.stringMatching(/another program changes the form of a table/),
  });
  const unforeseen = new Error('unforeseen');
  expect(inWords(unforeseen)).toBe(unforeseen);
});

test('[BACK-01] a transaction of another program that stays open for a minute ends the backup, and is named as the reason', async () => {
  const holder = await pool.connect();
  await holder.query('BEGIN; SELECT pg_current_xact_id()');
  vi.useFakeTimers({ toFake: ['performance'] });
  const making = backUp(link.connectionString, place).then(
    () => 'made',
    (error: Error) => error.message,
  );
  let reason: string | undefined;
  void making.then((said) => {
    reason = said;
  });
  // until it has begun to wait
  while (reason === undefined) {
    vi.advanceTimersByTime(20_000);
    await sleep(50);
  }
  vi.useRealTimers();
  await holder.query('ROLLBACK');
  holder.release();
  expect(reason).toMatch(/^a transaction of another program has been open for a minute: end it/);
  expect(readdirSync(place)).toEqual([]);
});

test('[BACK-02] a backup that is told to stop notes that as the reason', async () => {
  const stopping = new AbortController();
  const say = (text: string) => {
    if (text.startsWith('Backing up')) stopping.abort(new Error('stopped by a person'));
  };
  await expect(backUp(link.connectionString, place, { say, signal: stopping.signal })).rejects.toThrow();
  const { rows } = await pool.query('SELECT error FROM backup_runs WHERE place = $1', [place]);
  expect(rows).toEqual([{ error: 'stopped by a person' }]);
  expect(readdirSync(place)).toEqual([]);
});

test('[BACK-02] a backup that is told to stop while the database hangs stops', async () => {
  const stopping = new AbortController();
  const say = (text: string) => {
    if (!text.startsWith('Positions stored')) return;
    link.swallowAnswers(true);
    stopping.abort(new Error('stopped by a person'));
  };
  await expect(backUp(link.connectionString, place, { say, signal: stopping.signal })).rejects.toThrow(
    /Connection terminated/,
  );
  expect(readdirSync(place)).toEqual([]);
  const { rows } = await pool.query('SELECT error FROM backup_runs WHERE place = $1', [place]);
  expect(rows, 'not what it failed for').toEqual([{ error: 'stopped by a person' }]);
});

test('[BACK-02] a backup whose end cannot be noted is whole, is said to be, and is known by its folder', async () => {
  link.cutAt(noteOfEnd);
  const [, failure] = await Promise.allSettled([0, backUp(link.connectionString, place)]);
  const [name] = readdirSync(place);
  const whole = join(place, name!);
  expect(failure).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(`^${whole} is whole, but the database could not note it`) },
  });
  await loadOf(whole);
  const { rows } = await pool.query('SELECT folder, taken_at FROM backup_runs WHERE place = $1', [place]);
  expect(rows).toEqual([{ folder: whole, taken_at: null }]);
});

/** A clock that goes on by so much each time that it is called. */
function jumpingClock(): (ms: number) => void {
  const { now } = Date;
  let ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  return (ms) => {
    ahead += ms;
  };
}

test('[BACK-02] a database that is away as a backup gets its name is waited for, and knows it then', async () => {
  const jump = jumpingClock();
  let tries = 0;
  before(noteOfName, () => {
    tries += 1;
    link.cutAt(tries === 1 ? noteOfName : 'nothing');
    if (tries === 1) jump(100_000);
  });
  const { folder: whole } = await backUp(link.connectionString, place);
  expect(tries).toBe(2);
  const { rows } = await pool.query(
    'SELECT folder, taken_at IS NOT NULL AS taken, error FROM backup_runs WHERE place = $1',
    [place],
  );
  expect(rows).toEqual([{ folder: whole, taken: true, error: null }]);
});

test('[BACK-02] a database that stays away for two minutes costs no backup that was read back', async () => {
  const jump = jumpingClock();
  before(noteOfName, () => {
    link.cut();
    jump(121_000);
  });
  const failure = await backUp(link.connectionString, place).catch((error: unknown) => error);
  const [name] = readdirSync(place);
  const whole = join(place, name!);
  expect(failure).toBeInstanceOf(BackupUnnoted);
  expect((failure as Error).message).toMatch(`${whole} is whole, but the database could not note it`);
  await loadOf(whole);
});

test('[BACK-02] a backup that is told to stop while it waits for its name to be noted leaves nothing', async () => {
  const stopping = new AbortController();
  before(noteOfName, () => {
    link.cut();
    stopping.abort(new Error('stopped by a person'));
  });
  const failure = await backUp(link.connectionString, place, { signal: stopping.signal }).catch(
    (error: unknown) => error,
  );
  expect(failure).not.toBeInstanceOf(BackupUnnoted);
  expect(readdirSync(place)).toEqual([]);
});

test('[BACK-02] a backup that is told to stop while the database hangs at its note is whole, and its row says nothing else', async () => {
  let stopping: AbortController;
  before(noteOfEnd, () => stopping.abort(new Error('stopped by a person: nothing was changed')));
  const toldToStop = async () => {
    stopping = new AbortController();
    const own = mkdtempSync(join(folder, 'place-'));
    const failure = await backUp(link.connectionString, own, { signal: stopping.signal }).catch(
      (error: unknown) => error,
    );
    const whole = join(own, readdirSync(own)[0]!);
    expect(failure).toBeInstanceOf(BackupUnnoted);
    const { message } = failure as Error;
    expect(message).toMatch(`${whole} is whole, but the database could not note it`);
    const { rows } = await pool.query(
      'SELECT folder, taken_at IS NOT NULL AS taken, error FROM backup_runs WHERE place = $1',
      [own],
    );
    return { whole, message, rows };
  };
  link.swallowAnswersTo(noteOfEnd);
  const arrived = await toldToStop();
  expect(arrived.rows).toEqual([{ folder: arrived.whole, taken: true, error: null }]);
  link.cutAt(noteOfEnd);
  const lost = await toldToStop();
  expect(lost.rows).toEqual([{ folder: lost.whole, taken: false, error: lost.message }]);
});

test('[BACK-01] a file of an earlier backup that is being read when the backup is told to stop is not called damaged', async () => {
  await backUp(direct.connectionString, place);
  await sleep(1_100);
  const stopping = new AbortController();
  const said: string[] = [];
  const isTurn = () => {
    stopping.abort(new Error('stopped by a person'));
    return true;
  };
  const parts = { isTurn, signal: stopping.signal, say: (text: string) => void said.push(text) };
  await expect(backUp(direct.connectionString, place, parts)).rejects.toThrow('stopped by a person');
  expect(said.join()).not.toContain('is damaged');
});
