/** What lies beside backups in their place is neither taken for one nor written over. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { beginDraft, findBackup, finishedBackups, removeLeftDrafts } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-place-'));
afterAll(() => rmSync(folder, { recursive: true }));

function placeOf(name: string, ...entries: readonly string[]): string {
  const place = join(folder, name);
  for (const entry of entries) mkdirSync(join(place, entry), { recursive: true });
  return place;
}

test('[OPS-05] only a folder that bears the name of a whole backup is one, and the newest is taken', () => {
  const [older, newest] = ['atalaia-2026-01-31T23-59-59Z', 'atalaia-2026-02-01T00-00-00Z'];
  const place = placeOf(
    'beside',
    ...[older, newest, 'zzz', 'lost+found', 'atalaia-unfinished-1-2-host', 'xatalaia-2999-01-01T00-00-00Z'],
    ...['atalaia-2999-01-01T00-00-00Z.part', 'atalaia-2999-01-01', 'atalaia-2999-01-01T00-00-00Z (copy)'],
  );
  expect(finishedBackups(place).map((path) => basename(path))).toEqual([newest, older]);
  expect(findBackup(place)).toEqual({ folder: join(place, newest), before: join(place, older) });
});

test('[OPS-05] a backup is never given the folder of another one', async () => {
  const whole = 'atalaia-2026-02-01T00-00-00Z';
  // empty, the system itself would let it be replaced
  const place = placeOf('taken', whole);
  const draft = beginDraft(place);
  writeFileSync(join(draft.folder, 'manifest.json'), '');
  const told: string[] = [];
  await expect(
    draft.finish('2026-02-01T00:00:00.123Z', async (path) => void told.push(path)),
  ).rejects.toThrow(/2026-02-01T00-00-00Z exists already: wait a second and try again/);
  expect(readdirSync(join(place, whole))).toEqual([]);
  expect(told).toEqual([]);
  await draft.finish('2026-02-01T00:00:01.123Z', async (path) => void told.push(path));
  expect(told.map((path) => basename(path))).toEqual(['atalaia-2026-02-01T00-00-01Z']);
  expect(readdirSync(place).toSorted()).toEqual([whole, 'atalaia-2026-02-01T00-00-01Z']);
});

test('[OPS-05] what a backup of another machine writes into the same place is not taken for what a killed one left', () => {
  // no process has this number
  const ended = 'atalaia-unfinished-4194305-1';
  const place = placeOf('of two', `${ended}-${hostname()}`, `${ended}-${hostname()}-of-another`);
  expect(removeLeftDrafts(place)).toEqual([join(place, `${ended}-${hostname()}`)]);
  expect(readdirSync(place)).toEqual([`${ended}-${hostname()}-of-another`]);
  expect(removeLeftDrafts(join(folder, 'nowhere'))).toEqual([]);
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

test('[OPS-05] a draft begins empty', () => {
  const place = placeOf('again');
  writeFileSync(join(beginDraft(place).folder, 'left'), '');
  expect(readdirSync(beginDraft(place).folder)).toEqual([]);
});
