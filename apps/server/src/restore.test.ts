/** What the program itself decides before it restores into a database of one's own. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUp, contentsOf } from './backup/testing/installation.ts';
import { runProgram } from './backup/testing/programs.ts';
import { createTestDatabase } from './platform/db/test-database.ts';
import { createWorld } from './testing/world.ts';

// processes of their own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const place = mkdtempSync(join(tmpdir(), 'atalaia-restore-'));
afterAll(() => rmSync(place, { recursive: true }));
let folder: string;

beforeAll(async () => {
  const source = await createTestDatabase();
  await createWorld(source.kysely).group({ name: 'from the backup' });
  await source.pool.query('CREATE TABLE by_hand (n int); INSERT INTO by_hand VALUES (1)');
  ({ folder } = await backUp(source.connectionString, place));
  await source.drop();
});

/** Restores into an empty database of its own. */
async function restore(...words: readonly string[]) {
  const target = await createTestDatabase();
  await target.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const dataDir = mkdtempSync(join(place, 'data-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: target.connectionString };
  const { code, output } = await runProgram('restore', words, env);
  const contents = await contentsOf(target.pool);
  await target.drop();
  return { code, output, contents, hasKey: existsSync(join(dataDir, 'secret-key')) };
}

/** A copy of the backup to which this was done. */
function copyOf(damage: (copy: string) => void): string {
  const copy = mkdtempSync(join(place, 'copy-'));
  cpSync(folder, copy, { recursive: true });
  damage(copy);
  return copy;
}

test('[BACK-02] [OPS-05] what is to be left out is left out, and the key too where that is said', async () => {
  const whole = await restore(folder);
  expect([whole.code, whole.contents.groups, whole.contents.by_hand, whole.hasKey]).toEqual([
    ...[0, expect.stringMatching(/^1 /), expect.stringMatching(/^1 /), true],
  ]);
  const part = await restore(folder, '--leave-out=by_hand', '--without-key');
  expect([part.code, part.contents.groups, part.contents.by_hand, part.hasKey]).toEqual([
    ...[0, expect.stringMatching(/^1 /), undefined, false],
  ]);
});

test('[BACK-02] [OPS-05] a damaged backup, or one of a later release, is refused before anything is made in the database', async () => {
  const damaged = copyOf((copy) => {
    const path = join(copy, 'tables/public.groups.copy.zst');
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path, bytes);
  });
  const later = copyOf((copy) => {
    const path = join(copy, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const text = JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-later'] });
    writeFileSync(path, text);
    const digest = createHash('sha256').update(text).digest('hex');
    writeFileSync(join(copy, 'manifest.sha256'), `${digest}  manifest.json\n`);
  });
  for (const [copy, reason] of [
    [damaged, /public\.groups\.copy\.zst is damaged/],
    [later, /made by a later release .* it holds the migration 9999-later/],
  ] as const) {
    const { code, output, contents, hasKey } = await restore(copy);
    expect([code, output, hasKey]).toEqual([1, expect.stringMatching(reason), false]);
    expect(output).not.toMatch(/Loading|Making|The backup before it is/);
    expect(contents).toEqual({});
  }
});
