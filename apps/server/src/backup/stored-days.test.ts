import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ensurePartitions } from '../ingest/partitions/ensure-partitions.ts';
import { storeAddresses } from '../modules/addresses/address-queries.ts';
import { deletePositions } from '../modules/positions/positions-queries.ts';
import { openEmbedded } from '../platform/db/database.ts';
import { throwAwaySettings } from '../platform/db/embedded/cluster.ts';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { storePositions } from '../testing/stored-positions.ts';
import { createWorld } from '../testing/world.ts';
import { connect } from './connection.ts';
import type { BackupDone } from './make-backup.ts';
import { writeManifest } from './manifest.ts';
import { beginRun, earlierBackup } from './runs.ts';
import { backUp, contentsOf, loadOf, quiet, restoreInto } from './testing/installation.ts';

// clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { pool, kysely, connectionString, drop } = await createTestDatabase();
const world = createWorld(kysely);
const place = mkdtempSync(join(tmpdir(), 'atalaia-stored-days-'));
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const today = Math.floor(Date.now() / dayMs) * dayMs;
/** At noon, so many days ago. */
const daysAgo = (days: number) => today - days * dayMs + 12 * hourMs;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
let deviceId: number;
let first: BackupDone;

beforeAll(async () => {
  await ensurePartitions(pool, Date.now());
  deviceId = await world.device();
  await storePositions(
    pool,
    [1, 2, 3, 40].flatMap((days) =>
      [0, 1].map((hour) => ({ deviceId, timeMs: daysAgo(days) + hour * hourMs })),
    ),
  );
  first = await backUp(connectionString, place);
  // the folders are named by the second
  await sleep(1_100);
});
afterEach(() => sleep(1_100));
afterAll(async () => {
  await drop();
  rmSync(place, { recursive: true });
});

/** Days of the files of positions that this backup read, and those that it took from an earlier one. */
function daysOf({ folder, manifest }: BackupDone) {
  const files = manifest.tables.flatMap((table) => table.files).filter(({ stored }) => stored);
  const isTaken = ({ path }: { readonly path: string }) => statSync(join(folder, path)).nlink > 1;
  const days = (of: typeof files) => of.map(({ stored }) => stored?.from?.slice(0, 10)).toSorted();
  return { taken: days(files.filter(isTaken)), read: days(files.filter((file) => !isTaken(file))) };
}

async function expectRestored({ folder }: BackupDone): Promise<void> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'atalaia-stored-days-restored-')), 'data');
  await restoreInto(dataDir, folder);
  const restored = await openEmbedded(dataDir, 4, quiet, throwAwaySettings);
  try {
    const [was, is] = [await contentsOf(pool), await contentsOf(restored.pool)];
    for (const own of ['stored_horizon', 'changed_hours', 'backup_runs', 'installation'])
      for (const of of [was, is]) delete (of as Record<string, string>)[own];
    expect(is).toEqual(was);
  } finally {
    await restored.stop();
    rmSync(dataDir, { recursive: true });
  }
}

test('[BACK-01] a backup has a file for each stored day, and the next one takes those that nobody wrote to', async () => {
  const stored = [1, 2, 3, 40].map((days) => dayOf(daysAgo(days))).toSorted();
  const next = await backUp(connectionString, place);
  expect(daysOf(next)).toEqual({ taken: stored, read: [] });
  expect(next.newBytes).toBeLessThan(first.newBytes);
  await storePositions(pool, [{ deviceId, timeMs: today - 1 }]);
  await sleep(1_100);
  await expectRestored(await backUp(connectionString, place));
});

test('[BACK-01] a file of many rows is read in many short transactions, and holds them all', async () => {
  const rows = 21_000;
  const timeMs = daysAgo(5);
  await storePositions(
    pool,
    Array.from({ length: rows }, (_, number) => ({ deviceId, timeMs: timeMs + number * 100 })),
  );
  const sent = vi.spyOn(pg.Connection.prototype, 'query');
  const next = await backUp(connectionString, place);
  const ofDay = sent.mock.calls
    .map(([text]) => text)
    .filter((text) => text.startsWith('COPY') && text.includes(dayOf(timeMs)));
  sent.mockRestore();
  expect(ofDay).toHaveLength(3);
  const files = next.manifest.tables.flatMap((table) => table.files);
  expect(files.filter(({ stored }) => stored?.from?.startsWith(dayOf(timeMs)))).toMatchObject([{ rows }]);
  await expectRestored(next);
});

test('[BACK-01] files of a backup of another database are not taken, though its own rows know that backup', async () => {
  const other = await createTestDatabase();
  const copy =
    'INSERT INTO backup_runs (id, place, by_clock, taken_at, ended_at) VALUES ($1, $2, false, now(), now())';
  await other.pool.query(copy, [first.manifest.id, place]);
  const found: boolean[] = [];
  for (const address of [connectionString, other.connectionString]) {
    const client = await connect(address);
    found.push((await earlierBackup(client, place)) !== undefined);
    await client.end();
  }
  await other.drop();
  expect(found).toEqual([true, false]);
  // nor of this one, once a release has changed its tables
  await pool.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')`);
  const client = await connect(connectionString);
  const later = await earlierBackup(client, place);
  await client.end();
  await pool.query(`DELETE FROM kysely_migration WHERE name = '9999-later'`);
  expect(later).toBeUndefined();
});

test('[BACK-01] an earlier backup is gone on with for 60 days, where its row says that it is whole; what rows say of others is forgotten later', async () => {
  const client = await connect(connectionString);
  const inPlace = join(place, 'linkable');
  const { manifest } = first;
  const written = async (name: string, of: typeof manifest) => {
    mkdirSync(join(inPlace, name), { recursive: true });
    await writeManifest(join(inPlace, name), of);
  };
  await written('atalaia-2026-01-01T00-00-00Z', manifest);
  // of a release that read all positions at once
  await written('atalaia-2026-01-02T00-00-00Z', { ...manifest, stored: undefined });
  const isTaken = async (statement: string) => {
    await client.query('BEGIN');
    await client.query(`UPDATE backup_runs SET ${statement} WHERE id = '${manifest.id}'`);
    const earlier = await earlierBackup(client, inPlace);
    await client.query('ROLLBACK');
    return earlier && basename(earlier.folder).slice(8, 18);
  };
  expect(await isTaken(`taken_at = now() - interval '59 days'`)).toBe('2026-01-01');
  expect(await isTaken(`taken_at = now() - interval '61 days'`)).toBe(undefined);
  expect(await isTaken(`taken_at = NULL, ended_at = NULL`)).toBe(undefined);
  expect(await isTaken(`taken_at = NULL, error = 'the disk was away'`)).toBe(undefined);

  await client.query('BEGIN');
  await client.query(`
    INSERT INTO changed_hours (hour, at) VALUES (now() - interval '89 days', now() - interval '89 days'),
      (now() - interval '91 days', now() - interval '91 days')`);
  await client.query(`
    INSERT INTO backup_runs (id, place, by_clock, started_at)
    SELECT gen_random_uuid(), 'long ago', true, '2001-01-01'::timestamptz + day * interval '1 day'
    FROM generate_series(1, 300) AS given (day)`);
  await beginRun({ connectionString, place: inPlace }).begin(client);
  const kept = await client.query(`
    SELECT (SELECT count(*)::int FROM backup_runs) AS runs, (SELECT count(*)::int FROM backup_runs WHERE place = 'long ago' AND started_at < '2001-03-01') AS oldest,
      ARRAY(SELECT round(extract(epoch FROM now() - at) / 86400)::int FROM changed_hours WHERE at < now() - interval '80 days') AS hours`);
  await client.query('ROLLBACK');
  await client.end();
  expect(kept.rows).toEqual([{ runs: 202, oldest: 0, hours: [89] }]);
});

test('[BACK-01] a row that comes for a day of an earlier backup has its day read again, also where there was none', async () => {
  await storePositions(pool, [
    { deviceId, timeMs: daysAgo(2) + 5 },
    { deviceId, timeMs: daysAgo(20) },
  ]);
  const next = await backUp(connectionString, place);
  const { read } = daysOf(next);
  expect(read).toEqual([20, 2].map((days) => dayOf(daysAgo(days))));
  await expectRestored(next);
});

test('[BACK-01] an address and a removed period have their days read again', async () => {
  await storeAddresses(pool, [
    { positionId: await numberAt(daysAgo(3)), deviceId, fixTimeMs: daysAgo(3), address: 'Campinas, SP' },
  ]);
  const from = new Date(daysAgo(40)).toISOString();
  expect(await deletePositions(kysely, { deviceId, from, to: from }, 10)).toBe(1);
  const next = await backUp(connectionString, place);
  expect(daysOf(next).read).toEqual([40, 3].map((days) => dayOf(daysAgo(days))));
  await expectRestored(next);
});

async function numberAt(fixTimeMs: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM positions WHERE fix_time = $1', [
    new Date(fixTimeMs),
  ]);
  return rows[0]!.id;
}

test('[BACK-01] a writer that began before the backup and commits while it waits is in it', async () => {
  const writer = await pool.connect();
  // it looked before the horizon was moved: it marks nothing
  await writer.query(`BEGIN; CREATE TEMP TABLE late ON COMMIT DROP AS SELECT * FROM positions LIMIT 1`);
  await writer.query(`UPDATE late SET id = 7, digest = gen_random_uuid(), server_time = $1`, [
    new Date(daysAgo(3)),
  ]);
  await writer.query('INSERT INTO positions SELECT * FROM late');
  const making = backUp(connectionString, join(place, 'first'));
  await sleep(1_500);
  await writer.query('COMMIT');
  writer.release();
  await expectRestored(await making);
  await pool.query('INSERT INTO changed_hours (hour) VALUES ($1)', [new Date(daysAgo(3))]);
});

test('[BACK-01] what a removed device had sent is in linked files, and is cleared after the restore', async () => {
  const removed = await world.device();
  await storePositions(pool, [{ deviceId: removed, timeMs: daysAgo(5) }]);
  await backUp(connectionString, place);
  await pool.query('DELETE FROM devices WHERE id = $1', [removed]);
  await pool.query('DELETE FROM positions WHERE device_id = $1', [removed]);
  await sleep(1_100);
  const { folder } = await backUp(connectionString, place);
  const dataDir = join(mkdtempSync(join(tmpdir(), 'atalaia-stored-days-removed-')), 'data');
  await restoreInto(dataDir, folder);
  const restored = await openEmbedded(dataDir, 2, quiet, throwAwaySettings);
  try {
    const { rows } = await restored.pool.query('SELECT device_id FROM removed_devices');
    expect(rows).toEqual([{ device_id: removed }]);
  } finally {
    await restored.stop();
    rmSync(dataDir, { recursive: true });
  }
});

test('[BACK-01] files of then are not taken once their table has another column', async () => {
  expect(daysOf(await backUp(connectionString, place)).taken).not.toEqual([]);
  await sleep(1_100);
  await pool.query('ALTER TABLE positions ADD COLUMN by_hand int');
  const next = await backUp(connectionString, place);
  await pool.query('ALTER TABLE positions DROP COLUMN by_hand');
  expect(daysOf(next).taken).toEqual([]);
});

test('[BACK-01] a file of an earlier backup that the disk has damaged is read anew when its turn comes', async () => {
  const earlier = await backUp(connectionString, place);
  for (const file of earlier.manifest.tables.flatMap((table) => table.files)) {
    if (!file.stored) continue;
    const path = join(earlier.folder, file.path);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
  }
  const said: string[] = [];
  const parts = { say: (text: string) => void said.push(text) };
  await sleep(1_100);
  const trusting = await backUp(connectionString, place, { ...parts, isTurn: () => false });
  expect(said.join()).not.toContain('is damaged');
  await expect(loadOf(trusting.folder)).rejects.toThrow(/positions_\S+\.copy\.zst is damaged/);
  await sleep(1_100);
  const looking = await backUp(connectionString, place, { ...parts, isTurn: () => true });
  expect(said.filter((text) => text.includes('is damaged')).length).toBeGreaterThanOrEqual(4);
  await expectRestored(looking);
});
