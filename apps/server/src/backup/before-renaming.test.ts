import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { migrate, openEmbedded } from '../platform/db/database.ts';
import { throwAwaySettings } from '../platform/db/embedded/cluster.ts';
import { migrations } from '../platform/db/migrations.ts';
import { createPool } from '../platform/db/pool.ts';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { backUpBeforeRenaming } from './before-renaming.ts';
import { findBackup } from './place.ts';
import { backUp, quiet, restoreInto } from './testing/installation.ts';
import { runProgram, startProgram } from './testing/programs.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-renaming-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const renaming = '0025-names-of-the-field';
const before = '0024-makers';
const web = { PORT: '0', HOST: '127.0.0.1', PROTOCOLS: 'osmand' };

/** The tables of the release before, with a row in each that is renamed. */
async function fillOld(connectionString: string): Promise<void> {
  const pool = createPool({ connectionString, connections: 1, log: quiet });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
    const { error } = await migrator.migrateTo(before);
    if (error) throw error;
    await pool.query(`
      INSERT INTO users (name, email, password_hash, administrator) VALUES ('Ana', 'ana@example.com', 'x', true);
      INSERT INTO user_names VALUES ('ana@example.com', 1);
      INSERT INTO notices (event_id, device_id, user_id, notification_id, notificator, created_at, state)
        VALUES (7, 1, 1, 1, 'mail', '2026-01-01', 'sent');
      INSERT INTO fleet_control_things (user_id, kind, remote_id, key, data, run_id) VALUES (1, 'client', 5, 'k', '{}', 1);
      INSERT INTO geofences (name, area, made_by) VALUES ('Pátio', 'CIRCLE (-3.7 -38.5, 20)', 1);
      INSERT INTO travel_hours (device_id, hour, rules, positions, first_time, last_time, motion, distance, moving_ms,
        max_speed, engine_ms, untold_ms, untold_moving_ms) VALUES (3, now(), 1, 1, now(), now(), false, 0, 0, 0, 0, 9, 0);
      INSERT INTO devices (id, unique_id, name) OVERRIDING SYSTEM VALUE VALUES (9, '9', 'A'), (10, '10', 'B');
      INSERT INTO device_state (device_id, memory) VALUES (9, '{"told": [["sos", 5]], "tow": "told"}'), (10, '{"tow": "seen"}')
        ON CONFLICT (device_id) DO UPDATE SET memory = excluded.memory`);
  } finally {
    await db.destroy();
  }
}

async function renamedRows(pool: Pool) {
  const { rows } = await pool.query(`
    SELECT (SELECT array_agg(name ORDER BY name) FROM sign_in_names) AS names,
      (SELECT array_agg(event_id::int) FROM notification_deliveries) AS deliveries,
      (SELECT array_agg(key) FROM fleet_control_records) AS records,
      (SELECT array_agg(created_by) FROM geofences) AS makers,
      (SELECT array_agg(silent_ms::int) FROM travel_hours) AS silences,
      (SELECT array_agg(memory ORDER BY device_id) FROM device_state) AS memories`);
  return rows[0];
}

const retained = {
  names: ['ana@example.com'],
  deliveries: [7],
  records: ['k'],
  makers: [1],
  silences: [9],
  memories: [{ tow: 'raised', raised: [['sos', 5]] }, { tow: 'seen' }],
};

async function openOld(name: string) {
  const dataDir = join(folder, name);
  const database = await openEmbedded(dataDir, 2, quiet, throwAwaySettings);
  await fillOld(database.connectionString);
  return { dataDir, database };
}

test('[OPS-05] the embedded database of an earlier release is backed up before its tables are renamed, and keeps its rows', async () => {
  const { dataDir, database } = await openOld('embedded');
  await database.stop();

  const server = startProgram('main', [], { DATA_DIR: dataDir, ...web });
  await server.printed('Atalaia is ready');
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);

  const after = await openEmbedded(dataDir, 2, quiet, throwAwaySettings);
  expect(await renamedRows(after.pool)).toEqual(retained);
  await after.stop();

  const place = join(dataDir, `backup-before-${renaming}`);
  expect(readdirSync(place)).toHaveLength(1);
  const restored = join(folder, 'restored');
  await restoreInto(restored, findBackup(place).folder);
  const again = await openEmbedded(restored, 2, quiet, throwAwaySettings);
  expect(await renamedRows(again.pool)).toEqual(retained);
  await migrate(again, quiet, () => expect.unreachable('a restored backup is at the newest migration'));
  await again.stop();
});

test('[OPS-05] a backup that cannot be made changes nothing, and the sentence says how much room it needs', async () => {
  const { database } = await openOld('no-room');
  // a file system without room: nothing can be made there
  const config = {
    dataDir: '/proc',
    databaseUrl: undefined,
    secretKey: undefined,
    backedUpBefore: undefined,
  };
  const { connectionString } = database;
  const parts = { config, connectionString, release: 'test', say: () => undefined };
  await expect(
    migrate(database, quiet, (migration) => backUpBeforeRenaming(migration, parts)),
  ).rejects.toThrow(
    /^the backup before the migration 0025\S+ needs up to \d+ MB in \/proc\S+, where 0 MB are left: .*BACKED_UP_BEFORE=0025/,
  );
  expect((await database.pool.query('SELECT name FROM user_names')).rowCount).toBe(1);
  await database.stop();
});

test('[OPS-05] what an earlier start left as a backup gives way to the newer one', async () => {
  const { dataDir, database } = await openOld('twice');
  const place = join(dataDir, `backup-before-${renaming}`);
  const earlier = await backUp(database.connectionString, place);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await database.pool.query("UPDATE geofences SET name = 'since then'");
  const config = { dataDir, databaseUrl: undefined, secretKey: '07'.repeat(32), backedUpBefore: undefined };
  const { connectionString } = database;
  await backUpBeforeRenaming(renaming, { config, connectionString, release: 'test', say: () => undefined });
  await database.stop();
  expect(readdirSync(place)).toHaveLength(1);
  expect(existsSync(earlier.folder)).toBe(false);
});

test('[OPS-05] an external database is migrated only after a person has said that there is a backup', async () => {
  const external = await createTestDatabase();
  await external.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await fillOld(external.connectionString);
  const dataDir = join(folder, 'external');
  const env = { DATA_DIR: dataDir, DATABASE_URL: external.connectionString, ...web };

  for (const backedUp of ['', before]) {
    const { code, output } = await runProgram('main', [], { ...env, BACKED_UP_BEFORE: backedUp });
    expect(output).toMatch(
      /^the migration 0025-names-of-the-field renames tables .* run npm run backup -- PLACE, and start with BACKED_UP_BEFORE=0025-names-of-the-field$/m,
    );
    expect(code).toBe(2);
    expect((await external.pool.query('SELECT name FROM user_names')).rowCount).toBe(1);
  }
  expect(existsSync(join(dataDir, `backup-before-${renaming}`))).toBe(false);

  const server = startProgram('main', [], { ...env, BACKED_UP_BEFORE: renaming });
  await server.printed('Atalaia is ready');
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(await renamedRows(external.pool)).toEqual(retained);
  await external.drop();
});

test('[OPS-05] a database that no release has been at asks for no backup', async () => {
  const fresh = await createTestDatabase();
  await fresh.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(fresh, quiet, () => expect.unreachable('there is nothing to back up'));
  await fresh.drop();
});

test('renamed tables have no index, key or sequence with an old name, and none but this migration renames', async () => {
  const { pool, drop } = await createTestDatabase();
  const { rows } = await pool.query(`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped`);
  const old = /user_names|notices|fleet_control_things|made_by|(?<!un)told_|looked_until/;
  expect(rows.map(({ name }) => name).filter((name) => old.test(name))).toEqual([]);
  expect(
    Object.entries(migrations)
      .filter(([, { renames }]) => renames)
      .map(([name]) => name),
  ).toEqual([renaming]);
  await drop();
});
