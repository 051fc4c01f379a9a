/** The wire to an external database is cut at the end of a restore, where nobody knows what became of it. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CommitUnsure } from '../../errors/backup-errors.ts';
import { type DatabaseLink, linkDatabase } from '../../ingest/testing/database-link.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { createWorld } from '../../testing/world.ts';
import { backUp, contentsOf, loadOf, noteCutOff, quiet } from '../testing/installation.ts';
import { runProgram, startProgram } from '../testing/programs.ts';
import { restoreExternal } from './restore-external.ts';

// processes of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-commit-lost-'));
afterAll(() => rmSync(folder, { recursive: true }));
let backup: string;
let target: TestDatabase;
let link: DatabaseLink;

beforeAll(async () => {
  const source = await createTestDatabase();
  await createWorld(source.kysely).group({ name: 'from the backup' });
  backup = (await backUp(source.connectionString, join(folder, 'backups'))).folder;
  await source.drop();
});
beforeEach(async () => {
  target = await createTestDatabase();
  await target.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  link = await linkDatabase(target);
});
afterEach(async () => {
  await link.close();
  await target.drop();
});

const restoring = async (dataDir: string, say: (text: string) => void = () => undefined) =>
  restoreExternal({
    databaseUrl: link.connectionString,
    config: { dataDir, secretKey: undefined },
    load: { ...(await loadOf(backup)), say },
    withKey: true,
    log: quiet,
  });

test('[BACK-03] a commit that arrived and whose answer is lost keeps key and note, and the next run ends it', async () => {
  const dataDir = join(folder, 'arrived');
  const env = { DATA_DIR: dataDir, DATABASE_URL: link.connectionString };
  link.swallowAnswersTo('COMMIT');
  const hearing = "data:text/javascript,process.on('SIGINT',()=>console.log('heard'))";
  const first = startProgram('restore', [backup], { ...env, NODE_OPTIONS: `--import=${encodeURI(hearing)}` });
  await first.printed('Comparing every table');
  const isThere = async () => 'groups' in (await contentsOf(target.pool));
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  first.child.kill('SIGINT');
  await first.printed('heard');
  link.cut();
  const { code, output } = await first.ended;
  expect(output).toMatch(/went away while the restore was committed .*Run the same restore again/);
  expect(output).not.toContain('nothing was changed');
  expect(code).toBe(1);
  expect(readdirSync(dataDir).toSorted()).toEqual(['restore-unfinished', 'secret-key']);

  await link.mend();
  const again = await runProgram('restore', [backup], env);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('has been brought to its end')]);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
});

test('[BACK-03] a commit that never arrived keeps key and note, and the next run restores everything', async () => {
  const dataDir = join(folder, 'never arrived');
  link.cutAt('COMMIT');
  await expect(restoring(dataDir)).rejects.toThrow(CommitUnsure);
  expect(readdirSync(dataDir).toSorted()).toEqual(['restore-unfinished', 'secret-key']);
  expect(await contentsOf(target.pool)).toEqual({});
  // of this process, which goes on
  noteCutOff(dataDir, backup, { installation: 'of then' });
  link.cutAt('none');
  expect((await restoring(dataDir)).settled).toBeDefined();
  expect((await contentsOf(target.pool)).groups).toMatch(/^1 /);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
});

test('[BACK-03] a restore that is told to stop while the database hangs stops, and leaves nothing', async () => {
  const dataDir = join(folder, 'hangs');
  const stopping = new AbortController();
  link.swallowAnswersTo('SELECT current_schema() AS schema');
  const load = { ...(await loadOf(backup)), signal: stopping.signal };
  const order = { databaseUrl: link.connectionString, config: { dataDir, secretKey: undefined } };
  const restored = restoreExternal({ ...order, load, withKey: true, log: quiet });
  await expect.poll(() => existsSync(join(dataDir, 'secret-key'))).toBe(true);
  stopping.abort(new Error('stopped by a person'));
  await expect(restored).rejects.toThrow('Connection terminated');
  expect(readdirSync(dataDir)).toEqual([]);
  // the server notices a little later
  await expect.poll(() => contentsOf(target.pool)).toEqual({});
});

test('[BACK-03] a server that starts while a restore is at work waits for its end, and finds everything done', async () => {
  const waits = async () => {
    const { rows } = await target.pool.query(`
      SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    return rows.length;
  };
  let started: Promise<number> | undefined;
  let waiting: Promise<void> | undefined;
  await restoring(join(folder, 'beside'), (text) => {
    if (!text.startsWith('Making indexes')) return;
    const release = link.holdAnswers();
    started = startedServer();
    waiting = expect.poll(waits).toBe(1).finally(release);
  });
  await waiting;
  expect(await started).toBeGreaterThan(50);
});

/** What a server does before it looks for migrations, and how many it finds. */
async function startedServer(): Promise<number> {
  const lock = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' } as const;
  return target.kysely.transaction().execute(async (within) => {
    await within.getExecutor().adapter.acquireMigrationLock(within, lock);
    const { rows } = await sql<{ done: number }>`SELECT count(*)::int AS done FROM kysely_migration`.execute(
      within,
    );
    return rows[0]?.done ?? 0;
  });
}

test('[BACK-03] statistics that cannot be made are told, and the restore is done', async () => {
  const dataDir = join(folder, 'no statistics');
  const said: string[] = [];
  link.cutAt('ANALYZE');
  const { settled } = await restoring(dataDir, (text) => said.push(text));
  expect(settled).toBeDefined();
  expect(said.at(-1)).toMatch(/^Everything was restored, but the statistics .* ANALYZE/);
  expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false);
});
