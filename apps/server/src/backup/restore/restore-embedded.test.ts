import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { noteRestore } from '../../platform/db/backup-marks.ts';
import { migrate, openEmbedded } from '../../platform/db/database.ts';
import { throwAwaySettings } from '../../platform/db/embedded/cluster.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { createWorld } from '../../testing/world.ts';
import { backUp, loadOf, noteCutOff, quiet, restoreInto, testKey } from '../testing/installation.ts';
import { runProgram, startProgram } from '../testing/programs.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-restore-embedded-'));
afterAll(() => rmSync(folder, { recursive: true }));
let backup: string;

beforeAll(async () => {
  const source = await createTestDatabase();
  await createWorld(source.kysely).group({ name: 'from the backup' });
  backup = (await backUp(source.connectionString, join(folder, 'our backups'))).folder;
  await source.drop();
});

async function groupsIn(dataDir: string): Promise<readonly string[]> {
  const database = await openEmbedded(dataDir, 1, quiet, throwAwaySettings);
  try {
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM groups ORDER BY name');
    return rows.map(({ name }) => name);
  } finally {
    await database.stop();
  }
}

test('[OPS-05] an installation that is there is refused, and with --replace lies whole beside the restored one', async () => {
  const dataDir = join(folder, 'replaced');
  const old = await openEmbedded(dataDir, 2, quiet, throwAwaySettings);
  await migrate(old, quiet);
  await createWorld(old.kysely).group({ name: 'from before' });
  await expect(restoreInto(dataDir, backup), 'a server is at work').rejects.toThrow(
    /a server is at work in .*replaced: stop it first/,
  );
  await old.stop();
  writeFileSync(join(dataDir, 'secret-key'), `${'ab'.repeat(32)}\n`);
  writeFileSync(join(dataDir, 'first-password'), 'never shown\n');
  writeFileSync(join(dataDir, 'somebody else’s'), '');

  await expect(restoreInto(dataDir, backup)).rejects.toThrow(/holds an installation already. With --replace/);
  expect(await groupsIn(dataDir)).toEqual(['from before']);

  const { code, output } = await runProgram('restore', [backup, '--replace'], { DATA_DIR: dataDir });
  const aside = /^What was there before lies in (.*), whole: remove it when/m.exec(output)?.[1];
  expect([code, aside], output).toEqual([0, expect.stringContaining('replaced-')]);
  expect(await groupsIn(dataDir)).toEqual(['from the backup']);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(testKey.toString('hex'));
  expect(existsSync(join(dataDir, 'first-password'))).toBe(false);
  expect(existsSync(join(dataDir, 'somebody else’s'))).toBe(true);
  expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  expect(await groupsIn(aside!)).toEqual(['from before']);
  expect(readFileSync(join(aside!, 'secret-key'), 'utf8')).toMatch(/^abab/);
});

test('[OPS-05] what stands in the way is said before the backup is read', async () => {
  const dataDir = join(folder, 'in the way');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  const { code, output } = await runProgram('restore', [backup], { DATA_DIR: dataDir });
  expect(output).toMatch(/^\/.*in the way holds an installation already/);
  expect(code).toBe(1);
});

test.runIf(process.getuid?.() === 0)('[OPS-05] what another account owns is left alone', async () => {
  const dataDir = join(folder, 'of another');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  chownSync(join(dataDir, 'postgres'), 31_313, 31_313);
  await expect(restoreInto(dataDir, backup, { replace: true })).rejects.toThrow(
    /postgres belongs to another account \(uid 31313\): restore as that one/,
  );
  expect(readdirSync(dataDir)).toContain('postgres');
});

test('[OPS-05] while a restore is at work another one is refused, and takes nothing of it away', async () => {
  const dataDir = join(folder, 'at work');
  mkdirSync(join(dataDir, 'restoring-now'), { recursive: true });
  noteRestore(dataDir, backup, { staging: 'restoring-now', aside: 'replaced', isWhole: false });
  await expect(restoreInto(dataDir, backup)).rejects.toThrow(`process ${process.pid} is restoring ${backup}`);
  expect(readdirSync(dataDir)).toContain('restoring-now');
});

test('[OPS-05] a note of a cut-off restore has no other folder removed than one that a restore makes', async () => {
  const dataDir = join(folder, 'noted');
  for (const name of ['postgres', 'photos']) mkdirSync(join(dataDir, name), { recursive: true });
  noteCutOff(dataDir, backup, { staging: 'photos', aside: 'replaced', isWhole: false });
  await expect(restoreInto(dataDir, backup)).rejects.toThrow(/holds an installation already/);
  expect(readdirSync(dataDir)).toContain('photos');
});

test('[OPS-05] a restore that fails leaves nothing, and the next start is not told of it', async () => {
  const dataDir = join(folder, 'failed');
  const load = await loadOf(backup);
  const tables = load.manifest.tables.map((table) => ({
    ...table,
    files: table.files.map((file) => (table.name === 'groups' ? { ...file, digest: '0'.repeat(32) } : file)),
  }));
  const wrong = { ...load, manifest: { ...load.manifest, tables } };
  await expect(restoreInto(dataDir, backup, { load: wrong })).rejects.toThrow(
    /groups differs from the backup/,
  );
  expect(readdirSync(dataDir).filter((name) => /restor|^postgres$/.test(name))).toEqual([]);
});

/** Files, with the folders that they are in. */
function made(path: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}

/** An installation, and beside it a whole one of a restore that was cut off before it was put in place. */
function cutOffBeside(name: string, key: string, of = backup): string {
  const dataDir = join(folder, name);
  made(dataDir, { 'postgres/is': 'old', 'secret-key': key, 'restoring-then/postgres/is': 'new' });
  noteCutOff(dataDir, of, { staging: 'restoring-then', aside: 'replaced', isWhole: true });
  return dataDir;
}

test('[OPS-05] a key that opens the secrets of both stays, and lies with the installation that is moved aside, too', async () => {
  const dataDir = cutOffBeside('both', 'of both');
  await restoreInto(dataDir, backup);
  for (const path of ['secret-key', 'replaced/secret-key']) {
    expect(readFileSync(join(dataDir, path), 'utf8'), path).toBe('of both');
  }
  expect(readFileSync(join(dataDir, 'replaced/postgres/is'), 'utf8')).toBe('old');
});

test('[OPS-05] a key of another installation that is alone in DATA_DIR is never written over', async () => {
  const dataDir = join(folder, 'key alone');
  made(dataDir, { 'secret-key': `${'ab'.repeat(32)}\n` });
  await expect(restoreInto(dataDir, backup)).rejects.toThrow(/holds another key.*move that file away/);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
});

test('[BACK-03] a cut-off restore of another backup is put in place, and is not taken for the one that is asked for', async () => {
  const dataDir = cutOffBeside('of another backup', 'k', '/of/then');
  await expect(restoreInto(dataDir, backup)).rejects.toThrow(/holds an installation already/);
  expect(readFileSync(join(dataDir, 'postgres/is'), 'utf8')).toBe('new');
  expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false);
});

test('[BACK-03] what cannot be put in place is said to be half done, and the next restore goes on from there', async () => {
  const dataDir = cutOffBeside('half done', 'k');
  made(dataDir, { replaced: 'somebody’s file' });
  const env = { DATA_DIR: dataDir };
  const { code, output } = await runProgram('restore', [backup], env);
  expect(output).toMatch(
    /^everything was restored, but could not be put in place \(EEXIST.*run the same restore again, .*no server starts/m,
  );
  expect(output).not.toContain('nothing was changed');
  expect(code).toBe(1);
  const refused = await runProgram('main', [], { ...env, PORT: '0', HOST: '127.0.0.1' });
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('was cut off: run it again')]);
  rmSync(join(dataDir, 'replaced'));
  expect((await restoreInto(dataDir, backup)).aside).toBe(join(dataDir, 'replaced'));
  expect(readFileSync(join(dataDir, 'postgres/is'), 'utf8')).toBe('new');
});

test.runIf(existsSync('/proc/self'))(
  '[BACK-03] a PostgreSQL that a killed server or restore left is ended before its folder is moved or removed',
  async () => {
    const program = join(folder, 'postgres');
    copyFileSync('/bin/sleep', program);
    for (const isWhole of [true, false]) {
      const dataDir = join(folder, `left ${isWhole}`);
      made(dataDir, { 'postgres/is': 'old', 'restoring-then/postgres/is': 'new' });
      noteCutOff(dataDir, backup, { staging: 'restoring-then', aside: 'replaced', isWhole });
      const cwd = join(dataDir, isWhole ? 'postgres' : 'restoring-then/postgres');
      const left = spawn(program, ['300'], { cwd });
      onTestFinished(() => void left.kill('SIGKILL'));
      const ended = once(left, 'exit');
      await once(left, 'spawn');
      await restoreInto(dataDir, backup).catch(() => undefined);
      expect(await Promise.race([ended, sleep(5_000, 'runs')])).toEqual([null, 'SIGQUIT']);
    }
  },
);

/** Loaded before a program: the disk is full when the new cluster is whole. */
const fullAtTheEnd = `data:text/javascript,
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const write = fs.writeFileSync;
  fs.writeFileSync = (path, text, ...more) => {
    if (String(text).includes('"isWhole":true')) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    write(path, text, ...more);
  };
  syncBuiltinESMExports();`;

test('[BACK-03] a disk that is full at the very end leaves what was there, and no note that keeps it from starting', async () => {
  const dataDir = join(folder, 'full');
  made(dataDir, { 'postgres/is': 'old' });
  const { code, output } = await runProgram('restore', [backup, '--replace'], {
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${encodeURI(fullAtTheEnd)}`,
  });
  expect(output).toMatch(/there is no space left on the disk \(ENOSPC.*: nothing was changed/);
  expect(code).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['is']);
});

/** Loaded before a program: it is killed in the middle of its `last`th renaming, before that is done. */
const killAtRename = (last: number) => `data:text/javascript,
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const rename = fs.renameSync;
  let count = 0;
  fs.renameSync = (from, to) => {
    if (++count === ${last}) process.kill(process.pid, 'SIGKILL');
    rename(from, to);
  };
  syncBuiltinESMExports();`;

test('[OPS-05] a restore that is killed at any step of putting folders in place goes on from there', async () => {
  for (let step = 1, isOver = false; !isOver; step += 1) {
    const dataDir = join(folder, `killed-at-${step}`);
    made(dataDir, { 'postgres/is': 'old', 'secret-key': '01'.repeat(32), 'first-password': 'old' });
    made(join(dataDir, 'restoring-then'), { 'postgres/is': 'new', 'secret-key': '02'.repeat(32) });
    noteCutOff(dataDir, backup, { staging: 'restoring-then', aside: 'replaced', isWhole: true });
    const env = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${encodeURI(killAtRename(step))}` };
    const { signal, code } = await runProgram('restore', [backup], env);
    isOver = code === 0;
    expect(signal).toBe(isOver ? null : 'SIGKILL');
    expect(step, 'the lock is taken twice, three go aside, two come').toBeLessThan(9);

    if (!isOver) {
      const { settled, aside } = await restoreInto(dataDir, backup);
      expect([settled, aside]).toEqual([undefined, join(dataDir, 'replaced')]);
    }
    const found = (...names: string[]) => names.map((name) => readFileSync(join(dataDir, name), 'utf8'));
    expect(found('postgres/is', 'secret-key'), `killed at ${step}`).toEqual(['new', '02'.repeat(32)]);
    expect(found('replaced/postgres/is', 'replaced/secret-key', 'replaced/first-password')).toEqual([
      'old',
      '01'.repeat(32),
      'old',
    ]);
    const left = readdirSync(dataDir).filter((name) => !name.startsWith('postgres.lock.'));
    expect(left.toSorted()).toEqual(['postgres', 'replaced', 'secret-key']);
  }
});

test('[OPS-05] a restore that is killed leaves no half database: a start is refused, and the next restore succeeds', async () => {
  const dataDir = join(folder, 'killed');
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  const restoring = startProgram('restore', [backup], env);
  await restoring.printed('Making indexes and keys');
  restoring.child.kill('SIGKILL');
  await restoring.ended;

  const { code, output } = await runProgram('main', [], env);
  expect(output).toMatch(
    /a restore of .* was cut off: run it again \(npm run restore -- '.*our backups.*'\), then start/,
  );
  expect(code).toBe(2);
  await expect(openEmbedded(dataDir, 1, quiet)).rejects.toThrow('was cut off');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(existsSync(join(dataDir, 'secret-key')), 'a refused start makes no key').toBe(false);

  const again = await runProgram('restore', [backup], env);
  expect(again.output).toMatch(/every table was read back/);
  expect(again.output, 'nothing was there before').not.toContain('lies in');
  expect(again.code).toBe(0);
  expect(await groupsIn(dataDir)).toEqual(['from the backup']);
  expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
});

test('[OPS-05] a disk that cannot hold the backup is refused before anything is made', async () => {
  const dataDir = join(folder, 'small');
  const load = await loadOf(backup);
  load.manifest.tables.find(({ name }) => name === 'groups')!.files[0]!.textBytes = 2 ** 52;
  await expect(restoreInto(dataDir, backup, { load })).rejects.toThrow(
    /small has [\d,]+ MB left, and this backup takes 4,503,599,627 MB at the very least/,
  );
  expect(readdirSync(dataDir)).toEqual([]);
});
