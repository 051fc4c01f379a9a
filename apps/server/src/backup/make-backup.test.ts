import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { createWorld } from '../testing/world.ts';
import { connect } from './connection.ts';
import { backUp } from './testing/installation.ts';

// a backup takes seconds on a machine that is busy
vi.setConfig({ testTimeout: 60_000 });

const place = mkdtempSync(join(tmpdir(), 'atalaia-make-backup-'));
const { pool, kysely, connectionString, drop } = await createTestDatabase();
afterAll(async () => {
  await drop();
  rmSync(place, { recursive: true });
});

test('[OPS-05] a table that is emptied while a backup begins is read as it was, or as it is, with all others', async () => {
  await pool.query(
    `CREATE TABLE emptied (id int); INSERT INTO emptied VALUES (1); CREATE TABLE filled (id int)`,
  );
  const other = await pool.connect();
  await other.query('BEGIN; TRUNCATE emptied; INSERT INTO filled VALUES (1)');
  const backingUp = backUp(connectionString, place);
  await sleep(500);
  await other.query('COMMIT');
  other.release();
  const { manifest } = await backingUp;
  const rowsOf = (table: string) => manifest.tables.find(({ name }) => name === table)?.files[0]?.rows;
  // it waited for that change, which is in it as a whole
  expect([rowsOf('emptied'), rowsOf('filled')]).toEqual([0, 1]);
});

test('[OPS-05] a table that comes while a backup begins is in it, or came after it', async () => {
  const other = await pool.connect();
  await other.query('BEGIN; TRUNCATE emptied; CREATE TABLE newest (id int); INSERT INTO newest VALUES (1)');
  const backingUp = backUp(connectionString, join(place, 'newest'));
  await sleep(500);
  await other.query('COMMIT');
  other.release();
  const { manifest } = await backingUp;
  expect(manifest.tables.find(({ name }) => name === 'newest')?.files[0]?.rows).toBe(1);
});

test('[OPS-05] tables that are read beside each other are read as they were at one instant', async () => {
  const places = Array.from({ length: 8 }, (_, number) => `moving_${number}`);
  for (const table of places) await pool.query(`CREATE TABLE ${table} (id int)`);
  await pool.query('INSERT INTO moving_0 SELECT generate_series(1, 50)');
  const other = await pool.connect();
  let isOver = false;
  const moving = (async () => {
    for (let at = 0; !isOver; at = (at + 1) % places.length) {
      const [from, to] = [places[at], places[(at + 1) % places.length]];
      await other.query(
        `WITH moved AS (DELETE FROM ${from} RETURNING id) INSERT INTO ${to} SELECT id FROM moved`,
      );
    }
  })();
  const { manifest } = await backUp(connectionString, join(place, 'moving')).finally(() => {
    isOver = true;
  });
  await moving;
  other.release();
  const files = manifest.tables.filter(({ name }) => places.includes(name)).flatMap((table) => table.files);
  expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(50);
});

test('[OPS-05] a file that does not read back as it was written ends the backup, of which nothing is left', async () => {
  await createWorld(kysely).group({ name: 'Frota' });
  const own = join(place, 'faulty');
  const damage = (text: string) => {
    if (!text.startsWith('Reading every file back')) return;
    const path = join(own, readdirSync(own)[0]!, 'tables/public.groups.copy.zst');
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
  };
  await expect(backUp(connectionString, own, { say: damage })).rejects.toThrow(
    /tables\/public\.groups\.copy\.zst does not read as it was written/,
  );
  expect(readdirSync(own)).toEqual([]);
});

test('[OPS-05] tables whose names no file system would tell apart have a file each', async () => {
  await pool.query(`CREATE TABLE "Á" (id int); INSERT INTO "Á" VALUES (1); CREATE TABLE "É" (id int)`);
  const { manifest } = await backUp(connectionString, join(place, 'named'));
  const files = manifest.tables.filter(({ name }) => 'ÁÉ'.includes(name)).flatMap((table) => table.files);
  expect(files.map(({ rows }) => rows).toSorted()).toEqual([0, 1]);
  expect(new Set(files.map(({ path }) => path)).size).toBe(2);
});

test('[OPS-05] what the settings of a database would write otherwise is written as everywhere', async () => {
  await pool.query(`
    CREATE TABLE stated (at timestamptz, day date, long interval, bytes bytea, number double precision);
    INSERT INTO stated VALUES ('2026-11-22 10:00:00.123456+00', '2026-11-02', '-1 mon +2 days -03:00', '\\x00ff5c', 0.1::float8 + 0.2)`);
  const digest = async () => {
    const { manifest } = await backUp(connectionString, mkdtempSync(join(place, 'stated-')));
    return manifest.tables.find(({ name }) => name === 'stated')?.files[0]?.digest;
  };
  const usual = await digest();
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  const name = rows[0]?.name;
  for (const setting of [
    ...["TimeZone = 'America/Sao_Paulo'", "DateStyle = 'SQL, DMY'", "IntervalStyle = 'sql_standard'"],
    ...["bytea_output = 'escape'", 'extra_float_digits = -3'],
  ]) {
    await pool.query(`ALTER DATABASE ${name} SET ${setting}`);
  }
  expect(await digest()).toBe(usual);
  const bounds = ['idle_in_transaction_session_timeout', 'statement_timeout', 'transaction_timeout'];
  for (const bound of bounds) await pool.query(`ALTER DATABASE ${name} SET ${bound} = '5s'`);
  const client = await connect(connectionString);
  const found = await client.query(
    'SELECT name FROM pg_settings WHERE name = ANY($1) AND setting <> $2 ORDER BY name',
    [bounds, '0'],
  );
  await client.end();
  await pool.query(`ALTER DATABASE ${name} RESET ALL`);
  expect(found.rows, 'it may take hours').toEqual([]);
});

test('[OPS-05] rows that hide behind a policy are an error, not a smaller backup', async () => {
  await pool.query(`
    CREATE ROLE unable LOGIN; GRANT USAGE ON SCHEMA public TO unable; GRANT SELECT ON ALL TABLES IN SCHEMA public TO unable;
    CREATE TABLE veiled (id int); INSERT INTO veiled VALUES (1); GRANT SELECT ON veiled TO unable;
    ALTER TABLE veiled ENABLE ROW LEVEL SECURITY`);
  const url = new URL(connectionString);
  const asUnable = connectionString.replace(`//${url.username}@`, '//unable@');
  try {
    await expect(backUp(asUnable, join(place, 'veiled'))).rejects.toThrow(
      /row-level security policy for table "veiled"/,
    );
  } finally {
    await pool.query('DROP OWNED BY unable; DROP ROLE unable');
  }
});

test('[OPS-05] a key that opens no stored secret is refused, an earlier one among them is not', async () => {
  const own = join(place, 'keys');
  const world = createWorld(kysely);
  const store = (attributes: object) => world.person({ attributes: JSON.stringify(attributes) });
  const parts = { opens: (sealed: string) => sealed === 'sealed:v1:00000008:bbb-_' };
  await store({ apiKeySeller: 'sealed:v1:00000007:aaa', note: 'of an earlier key' });
  await expect(backUp(connectionString, own, parts)).rejects.toThrow(
    /none of the 1 stored secrets opens with this key: set SECRET_KEY or DATA_DIR/,
  );
  expect(readdirSync(own)).toEqual([]);
  const bare = await backUp(connectionString, own, { ...parts, withKey: false });
  expect(bare.manifest.key.file).toBeNull();
  await store({ apiKeySeller: 'sealed:v1:00000008:bbb-_' });
  const whole = await backUp(connectionString, join(place, 'right key'), parts);
  expect(whole.manifest.key.file).not.toBeNull();
});

test('[OPS-05] a place that is a file is refused in a sentence', async () => {
  const file = join(place, 'a file');
  writeFileSync(file, '');
  await expect(backUp(connectionString, file)).rejects.toThrow(/a file is no folder: name one/);
});
