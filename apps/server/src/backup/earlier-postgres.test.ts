/** A cluster that an earlier major version of PostgreSQL made, with that version's own programs. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { ensurePartitions } from '../ingest/partitions/ensure-partitions.ts';
import { migrate, openEmbedded } from '../platform/db/database.ts';
import { linkLibraries, locateEarlierPrograms } from '../platform/db/embedded/binaries.ts';
import { ensureCluster, noteRelease, throwAwaySettings } from '../platform/db/embedded/cluster.ts';
import { placeCluster } from '../platform/db/embedded/placement.ts';
import { createWorld } from '../testing/world.ts';
import { contentsOf, quiet } from './testing/installation.ts';
import { runProgram } from './testing/programs.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-earlier-postgres-'));
afterAll(() => rmSync(folder, { recursive: true }));
const dataDir = join(folder, 'data');
const place = join(folder, 'backups');
const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', PROTOCOLS: 'osmand' };
const major = '17';

/** Of a restore's own: who works with it, and what was backed up when. */
const ownTables = ['installation', 'processes', 'backup_runs', 'changes'];

async function read(ofItsMajor: boolean) {
  const database = await openEmbedded(dataDir, 2, quiet, throwAwaySettings, ofItsMajor);
  try {
    const { rows } = await database.pool.query(
      `SELECT current_setting('server_version_num')::int / 10000 AS version`,
    );
    const contents = Object.entries(await contentsOf(database.pool));
    return {
      version: rows[0].version,
      contents: contents.filter(([table]) => !ownTables.includes(table)),
    };
  } finally {
    await database.stop();
  }
}

test('[BACK-03] a cluster of PostgreSQL 17 is refused with the two commands, backed up by its own programs, and is the same after the restore', async (context) => {
  const programs = locateEarlierPrograms(major);
  if (!programs) return context.skip(`the programs of PostgreSQL ${major} are not installed on this machine`);
  linkLibraries(programs);
  mkdirSync(dataDir);
  await ensureCluster(placeCluster(dataDir, programs), dataDir, quiet);
  const old = await openEmbedded(dataDir, 2, quiet, throwAwaySettings, true);
  await migrate(old, quiet);
  await ensurePartitions(old.pool, Date.now());
  const world = createWorld(old.kysely);
  await world.group({ name: 'Águas de São Pedro', attributes: { note: 'ção\t\\N\n"' } });
  await world.device();
  await old.pool.query(`
    INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated,
      latitude, longitude, altitude, speed, course, accuracy, attributes)
    SELECT 1, t, gen_random_uuid(), t, t, 'gt06', true, false, -3.7 - 1 / n::float8, 1e-300, 0, 0.1 + 0.2, 0, 0, '{"power": 12.1}'
    FROM generate_series(1, 3000) AS n, LATERAL (SELECT now() - n * interval '1 minute') AS x (t)`);
  await old.stop();
  noteRelease(dataDir, '0.0.9');
  const before = await read(true);
  expect(before.version).toBe(17);

  const refused = await runProgram('main', [], env);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.output.trim().split('\n')).toHaveLength(1);
  expect(refused.output).toMatch(
    /made by PostgreSQL 17, and release 0\.0\.9 worked with it; this release brings PostgreSQL 18\. Run here: npm run backup -- PLACE.*npm run restore -- PLACE --replace\. Nothing was changed/,
  );
  expect(await read(true)).toEqual(before);

  const backedUp = await runProgram('backup', [place], env);
  expect(backedUp, backedUp.output).toMatchObject({ code: 0 });
  const restored = await runProgram('restore', [place, '--replace'], env);
  expect(restored, restored.output).toMatchObject({ code: 0 });
  expect(restored.output).toContain('on PostgreSQL 17');
  const after = await read(false);
  expect(after.version).toBe(18);
  expect(after.contents).toEqual(before.contents);
  expect(
    before.contents.some(([table, rows]) => table.startsWith('positions') && rows.startsWith('3000')),
  ).toBe(true);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))).toHaveLength(1);
});
