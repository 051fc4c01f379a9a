/** Backed up while trackers send: an external PostgreSQL over TCP with a password, as a role without any special right. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gt06Answer, gt06Location, gt06LocationType, gt06Login } from '../ingest/testing/gt06-packets.ts';
import { startIngest, type TestIngest } from '../ingest/testing/start-ingest.ts';
import { connectTracker } from '../ingest/testing/tracker-client.ts';
import { migrate } from '../platform/db/database.ts';
import { throwAwaySettings } from '../platform/db/embedded/cluster.ts';
import { createEmbeddedPostgres, type EmbeddedPostgres } from '../platform/db/embedded/supervisor.ts';
import { createKysely, createPool } from '../platform/db/pool.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { createWorld } from '../testing/world.ts';
import { contentsOf, quiet } from './testing/installation.ts';
import { runProgram, startProgram } from './testing/programs.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-load-'));
const place = join(folder, 'backups');
const secretKey = 'cd'.repeat(32);
let postgres: EmbeddedPostgres;
let port: number;

beforeAll(async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  ({ port } = listener.address() as { port: number });
  await new Promise((resolve) => listener.close(resolve));
  const rules = join(folder, 'hba.conf');
  writeFileSync(rules, 'local all atalaia trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  postgres = createEmbeddedPostgres({
    dataDir: join(folder, 'external'),
    settings: { ...throwAwaySettings, listen_addresses: '127.0.0.1', port, hba_file: rules },
    log: quiet,
  });
  await postgres.start();
  const address = postgres.connectionString('postgres').replace(':5432/', `:${port}/`);
  const maintenance = createPool({ connectionString: address, connections: 1, log: quiet });
  await maintenance.query("CREATE ROLE central LOGIN PASSWORD 'segredo' NOSUPERUSER NOCREATEDB NOCREATEROLE");
  await maintenance.query('CREATE DATABASE source OWNER central');
  await maintenance.query('CREATE DATABASE small OWNER central');
  await maintenance.query('CREATE DATABASE target OWNER central');
  await maintenance.end();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const addressOf = (database: string) => `postgresql://central:segredo@127.0.0.1:${port}/${database}`;

function open(database: string): TestDatabase {
  const connectionString = addressOf(database);
  const pool = createPool({ connectionString, connections: 8, log: quiet });
  return { pool, kysely: createKysely(pool), connectionString, drop: () => pool.end() };
}

/** A tracker that sends its next position when the last one is acknowledged; counts from 1. */
async function drive(server: TestIngest, imei: string, startMs: number, signal: AbortSignal) {
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  let bytes = gt06Answer(0x01, 1).length;
  await tracker.read(bytes);
  let acknowledged = 0;
  const run = async () => {
    while (!signal.aborted) {
      const serial = acknowledged + 2;
      const timeMs = startMs + acknowledged * 1_000;
      tracker.send(gt06Location({ timeMs, latitude: -23 - acknowledged / 10_000 }, serial & 0xffff));
      bytes += gt06Answer(gt06LocationType, serial & 0xffff).length;
      await tracker.read(bytes);
      acknowledged += 1;
    }
    tracker.end();
  };
  return { count: () => acknowledged, running: run() };
}

test('[OPS-05] what was acknowledged before a backup began is in it, and it is the whole of one instant', async () => {
  const source = open('source');
  await migrate(source, quiet);
  const server = await startIngest({}, source);
  const stop = new AbortController();
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 86_400_000;
  const imeis = Array.from({ length: 8 }, (_, index) => String(861_000_000_000_000 + index));
  for (const imei of imeis) await server.addDevice(imei);
  const trackers = await Promise.all(imeis.map((imei) => drive(server, imei, startMs, stop.signal)));
  while (trackers.some(({ count }) => count() < 20)) await new Promise((resolve) => setTimeout(resolve, 20));

  const env = { DATA_DIR: join(folder, 'data'), SECRET_KEY: secretKey };
  const backup = startProgram('backup', [place], { ...env, DATABASE_URL: source.connectionString });
  await backup.printed('Backing up the database');
  const before = trackers.map(({ count }) => count());
  await backup.printed('Reading every file back');
  const after = trackers.map(({ count }) => count());
  const { code, output } = await backup.ended;
  expect([code, output]).toEqual([0, expect.stringContaining('every new file read back and found right')]);
  expect(output).not.toContain('segredo');
  stop.abort();
  await Promise.all(trackers.map(({ running }) => running));
  await server.stop();

  const target = open('target');
  const restored = await runProgram('restore', [place], { ...env, DATABASE_URL: target.connectionString });
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('every table was read back')]);
  expect(restored.output).not.toContain('segredo');

  const { rows } = await target.pool.query<{
    imei: string;
    stored: number;
    distinct: number;
    newest: boolean;
  }>(`
    SELECT unique_id AS imei, count(*) AS stored, count(DISTINCT p.fix_time) AS distinct,
      bool_and(s.fix_time >= p.fix_time) AND bool_or(s.position_id = p.id) AS newest
    FROM devices d JOIN device_state s ON s.device_id = d.id JOIN positions p ON p.device_id = d.id
    GROUP BY 1 ORDER BY 1`);
  expect(rows.map(({ imei }) => imei)).toEqual(imeis);
  for (const [index, { stored, distinct, newest }] of rows.entries()) {
    expect(stored, 'acknowledged before it began').toBeGreaterThanOrEqual(before[index]!);
    expect(distinct).toBe(stored);
    expect(newest, 'the state of a device is that of its newest position').toBe(true);
  }
  const grown = after.reduce((sum, count, index) => sum + count - before[index]!, 0);
  expect(grown, 'trackers were answered meanwhile').toBeGreaterThan(0);

  // nothing in it that the source does not hold, row for row
  const reported = async ({ pool }: TestDatabase, upTo: readonly { imei: string; stored: number }[]) => {
    const found = await pool.query(
      `SELECT d.unique_id, md5(string_agg(p::text, E'\\n' ORDER BY p.fix_time)) FROM devices d
       JOIN unnest($1::text[], $2::int[]) AS held (imei, stored) ON held.imei = d.unique_id,
       LATERAL (SELECT * FROM positions WHERE device_id = d.id ORDER BY fix_time LIMIT held.stored) AS p
       GROUP BY 1 ORDER BY 1`,
      [upTo.map(({ imei }) => imei), upTo.map(({ stored }) => stored)],
    );
    return found.rows;
  };
  expect(await reported(target, rows)).toEqual(await reported(source, rows));
  const [was, is] = [await contentsOf(source.pool), await contentsOf(target.pool)];
  expect(Object.keys(is)).toEqual(Object.keys(was));
  for (const name of ['devices', 'kysely_migration', 'server_settings']) expect(is[name]).toBe(was[name]);

  // and it continues
  const again = await startIngest({}, target);
  const goOn = new AbortController();
  const [imei = ''] = imeis;
  const tracker = await drive(again, imei, Date.now() - 60_000, goOn.signal);
  while (tracker.count() < 3) await new Promise((resolve) => setTimeout(resolve, 20));
  goOn.abort();
  await tracker.running;
  await again.stop();
  const { rows: numbers } = await target.pool.query(
    'SELECT count(*) - count(DISTINCT id) AS doubled, count(*) AS stored FROM positions',
  );
  const restoredRows = rows.reduce((sum, { stored }) => sum + stored, 0);
  expect(numbers[0]).toEqual({ doubled: 0, stored: restoredRows + tracker.count() });
  await Promise.all([source.drop(), target.drop()]);
});

test('[OPS-05] a backup that is killed leaves no backup, and the next one removes what it left', async () => {
  const small = open('small');
  await migrate(small, quiet);
  const own = join(folder, 'own');
  const env = { DATA_DIR: join(folder, 'data'), SECRET_KEY: secretKey, DATABASE_URL: small.connectionString };
  expect((await runProgram('backup', [own], env)).code).toBe(0);
  const whole = readdirSync(own);
  expect(whole).toHaveLength(1);

  const killed = startProgram('backup', [own], env);
  await killed.printed('tables as they are at');
  killed.child.kill('SIGKILL');
  await killed.ended;
  const [left] = readdirSync(own).filter((name) => !whole.includes(name));
  expect(left).toMatch(/^atalaia-unfinished-/);
  const check = await runProgram('restore', ['--check', own], env);
  expect(check.output).toMatch(whole[0]!);

  const stopped = startProgram('backup', [own], env);
  await stopped.printed(`Removed what a backup left that was cut off: ${join(own, left!)}`);
  await stopped.printed('tables as they are at');
  stopped.child.kill('SIGTERM');
  const { code, output } = await stopped.ended;
  expect([code, output]).toEqual([1, expect.stringContaining('stopped by SIGTERM: nothing was changed')]);
  expect(readdirSync(own)).toEqual(whole);
  await small.drop();
});

test('[OPS-05] a backup by the command tries its key on the stored secrets first', async () => {
  const small = open('small');
  await migrate(small, quiet);
  const sealed = createSecrets(Buffer.alloc(32, 1)).seal('of the payment provider');
  await createWorld(small.kysely).person({ attributes: JSON.stringify({ apiKeySeller: sealed }) });
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: addressOf('small') };
  const tries = async (key: string) =>
    runProgram('backup', [join(folder, 'tried')], { ...env, SECRET_KEY: key });
  const wrong = await tries('02'.repeat(32));
  expect([wrong.code, wrong.output]).toEqual([
    1,
    expect.stringContaining('none of the 1 stored secrets opens'),
  ]);
  expect((await tries('01'.repeat(32))).code).toBe(0);
  await small.drop();
});

test('[OPS-05] a table that the role may not read is named, and no smaller backup made', async () => {
  const address = postgres.connectionString('small').replace(':5432/', `:${port}/`);
  const owner = createPool({ connectionString: address, connections: 1, log: quiet });
  await owner.query('CREATE TABLE hidden_from_central (id int)');
  const env = { DATA_DIR: join(folder, 'data'), SECRET_KEY: secretKey, DATABASE_URL: addressOf('small') };
  const { code, output } = await runProgram('backup', [join(folder, 'other')], env);
  expect(output).toMatch(
    /permission denied for table hidden_from_central: give the role .* right to read every table/,
  );
  expect(code).toBe(1);
  expect(readdirSync(join(folder, 'other'))).toEqual([]);
  await owner.end();
});
