import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BackupRefused } from '../errors/backup-errors.ts';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { createWorld } from '../testing/world.ts';
import { checkBackup } from './check-backup.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { beginDraft, findBackup, removeLeftDrafts } from './place.ts';
import { backUp } from './testing/installation.ts';
import { runProgram } from './testing/programs.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const place = mkdtempSync(join(tmpdir(), 'atalaia-damage-'));
afterAll(() => rmSync(place, { recursive: true }));
let folder: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  await createWorld(database.kysely).administrator();
  ({ folder } = await backUp(database.connectionString, place));
  await database.drop();
});

async function check(path = folder): Promise<Manifest> {
  const manifest = readManifest(path);
  await checkBackup(path, manifest, new AbortController().signal);
  return manifest;
}
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));

/** What is reported of a copy of the backup to which this was done. */
async function outputOf(damage: (copy: string) => void): Promise<string> {
  const copy = join(place, 'copy');
  cpSync(folder, copy, { recursive: true });
  try {
    damage(copy);
    await check(copy);
    return 'nothing';
  } catch (error) {
    if (error instanceof BackupRefused) return error.message;
    throw error;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('[OPS-05] a whole backup is found whole', async () => {
  expect((await check()).tables.length).toBeGreaterThan(50);
});

test('[OPS-05] one changed bit in any file is found, and the file named', async () => {
  const files = filesOf(folder);
  const listed = files.filter((file) => !file.startsWith('manifest'));
  expect(files).toHaveLength(listed.length + 2);
  expect(listed).toEqual(expect.arrayContaining(['secret-key', 'tables/public.users.copy.zst']));
  const output = await outputOf((copy) => {
    for (const file of listed) flip(join(copy, file));
  });
  const words = 'is damaged: its SHA-256 is not the one in manifest.json';
  expect(output.split('\n').slice(1).toSorted()).toEqual(
    listed.map((file) => `  ${file} ${words}`).toSorted(),
  );
  for (const file of ['manifest.json', 'manifest.sha256']) {
    expect(await outputOf((copy) => flip(join(copy, file)))).toMatch(
      'manifest.json is damaged or was changed',
    );
  }
});

test('[OPS-05] all that is wrong is said at once', async () => {
  const users = 'tables/public.users.copy.zst';
  const output = await outputOf((copy) => {
    truncateSync(join(copy, users), 20);
    rmSync(join(copy, 'tables/public.groups.copy.zst'));
    writeFileSync(join(copy, 'tables/public.more.copy.zst'), '');
    writeFileSync(join(copy, 'notes.txt'), '');
  });
  const { bytes } = (await check()).tables.find(({ name }) => name === 'users')!.files[0]!;
  expect(output.split('\n').slice(1).toSorted()).toEqual([
    '  notes.txt does not belong to the backup',
    '  tables/public.groups.copy.zst is missing',
    '  tables/public.more.copy.zst does not belong to the backup',
    `  ${users} has 20 bytes instead of ${bytes}`,
  ]);
});

test('[OPS-05] files that changed places are found', async () => {
  const output = await outputOf((copy) => {
    const [one, other] = ['users', 'sign_in_names'].map((name) =>
      join(copy, `tables/public.${name}.copy.zst`),
    );
    renameSync(one!, `${one}.away`);
    renameSync(other!, one!);
    renameSync(`${one}.away`, other!);
  });
  expect(output).toMatch(/public\.users\.copy\.zst has \d+ bytes instead of/);
  expect(output).toMatch(/public\.sign_in_names\.copy\.zst has \d+ bytes instead of/);
});

test('[OPS-05] an edited manifest is found, and a missing part of it', async () => {
  const edit = (copy: string) => {
    const path = join(copy, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"release": "test"', '"release": "best"'));
  };
  expect(await outputOf(edit)).toMatch(/manifest\.json is damaged or was changed/);
  expect(await outputOf((copy) => rmSync(join(copy, 'manifest.json')))).toMatch(/manifest\.json is missing/);
  expect(await outputOf((copy) => rmSync(join(copy, 'manifest.sha256')))).toMatch(
    /manifest\.sha256 is missing/,
  );
  expect(await outputOf((copy) => rmSync(join(copy, 'secret-key')))).toMatch(/secret-key is missing/);
});

test('[OPS-05] a backup in a form that a later release made is refused, and the form named', async () => {
  const output = await outputOf((copy) => {
    const path = join(copy, 'manifest.json');
    const text = readFileSync(path, 'utf8').replace('"format": 1', '"format": 2');
    writeFileSync(path, text);
    writeFileSync(join(copy, 'manifest.sha256'), `${hash('sha256', text)}  manifest.json\n`);
  });
  expect(output).toMatch(
    /has the format 2, and this release reads 1: restore it with the release that made it/,
  );
});

test('[OPS-05] a manifest that names a file outside the backup is refused', async () => {
  const output = await outputOf((copy) => {
    const path = join(copy, 'manifest.json');
    const text = readFileSync(path, 'utf8').replace('"path": "tables/', '"path": "tables/../../');
    writeFileSync(path, text);
    writeFileSync(join(copy, 'manifest.sha256'), `${hash('sha256', text)}  manifest.json\n`);
  });
  expect(output).toMatch(/manifest\.json is not valid: tables\.\d+\.files\.0\.path/);
});

test('[OPS-05] a damaged backup is refused before anything is written', async () => {
  const copy = join(place, 'damaged');
  cpSync(folder, copy, { recursive: true });
  flip(join(copy, 'tables/public.users.copy.zst'));
  const dataDir = join(place, 'data');
  const { code, output } = await runProgram('restore', [copy], { DATA_DIR: dataDir });
  expect(output).toMatch(
    'tables/public.users.copy.zst is damaged: its SHA-256 is not the one in manifest.json',
  );
  expect(code).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
});

test('[OPS-05] --check says whether a backup is whole, and restores nothing', async () => {
  const dataDir = join(place, 'data');
  const { code, output } = await runProgram('restore', ['--check', place], { DATA_DIR: dataDir });
  expect(output).toMatch(/It is whole: \d+ rows as they were at .* with its key\n$/);
  expect(code).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test('[OPS-05] the backup before a damaged newest one is named, and not taken by itself', async () => {
  const newer = join(place, 'atalaia-2999-01-01T00-00-00Z');
  cpSync(folder, newer, { recursive: true });
  flip(join(newer, 'tables/public.users.copy.zst'));
  const restoring = () => runProgram('restore', [place], { DATA_DIR: join(place, 'data') });
  const damaged = await restoring();
  // copied in part
  rmSync(join(newer, 'manifest.sha256'));
  const partial = await restoring();
  rmSync(newer, { recursive: true });
  expect(partial.output).toMatch(/manifest\.sha256 is missing: the backup is not whole/);
  for (const { code, output } of [damaged, partial]) {
    expect(output).toMatch(`The backup before it is ${folder}: name that one to restore it`);
    expect(code).toBe(1);
  }
});

test('[OPS-05] wrong words end with 2 and say the right ones', async () => {
  const env = { DATA_DIR: join(place, 'data') };
  const wrongs = [
    runProgram('backup', [], env),
    runProgram('backup', [place, 'more'], env),
    runProgram('restore', ['--whatever', place], env),
    runProgram('restore', [place], { PORT: 'eighty' }),
  ];
  const ended = await Promise.all(wrongs);
  expect(ended.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  expect(ended[0]!.output).toMatch('npm run backup -- PLACE');
  expect(ended[2]!.output).toMatch(/--whatever.*npm run restore -- PLACE/s);
  expect(ended[3]!.output).toMatch('PORT=eighty');
});

test('[OPS-05] what a backup at work has written is not taken for what a killed one left', () => {
  const own = join(place, 'at work');
  const draft = beginDraft(own);
  expect(removeLeftDrafts(own)).toEqual([]);
  expect(existsSync(draft.folder)).toBe(true);
  draft.discard();
  expect(readdirSync(own)).toEqual([]);
});

test('[OPS-05] a place without a whole backup is refused', () => {
  expect(() => findBackup(join(folder, 'tables'))).toThrow('it holds no whole backup');
  expect(() => findBackup(join(place, 'nowhere'))).toThrow(/nowhere is no folder/);
  const cutOff = join(place, 'atalaia-unfinished-1-2-host');
  mkdirSync(cutOff);
  expect(() => findBackup(cutOff)).toThrow('was never finished: name another backup');
  expect(findBackup(place)).toEqual({ folder, before: undefined });
});
