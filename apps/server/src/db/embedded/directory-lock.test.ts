import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { DatabaseRefused } from '../database-refused.ts';
import { takeLock } from './directory-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'postgres.lock');

test('a second holder is refused and told who the first is', async () => {
  const lock = await takeLock(path, 0);
  await expect(takeLock(path, 0)).rejects.toThrow(DatabaseRefused);
  await expect(takeLock(path, 0)).rejects.toThrow(`held by process ${process.pid} since`);
  lock.release();
  (await takeLock(path, 0)).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a holder that is just ending is waited for', async () => {
  const lock = await takeLock(path, 0);
  setTimeout(() => lock.release(), 200);
  (await takeLock(path, 5_000)).release();
});

test('a lock whose holder was killed is taken over', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'));
  const script = `import { takeLock } from ${module}; await takeLock(${JSON.stringify(path)}, 0); process.kill(process.pid, 'SIGKILL')`;
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL');
  expect(readdirSync(folder)).toEqual(['postgres.lock']);
  (await takeLock(path, 0)).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock file of a start that a full disk cut short is nobody’s', async () => {
  writeFileSync(path, '{"pid":');
  (await takeLock(path, 0)).release();
});

test('of many that start at once after a kill one holds it', async () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'another time', since: 'then' }));
  const module = JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'));
  const script = `
    import { takeLock } from ${module};
    try { await takeLock(${JSON.stringify(path)}, 0); process.stdout.write('held'); await new Promise((r) => setTimeout(r, 1500)); }
    catch (error) { process.stdout.write(error.name) }`;
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () =>
      text(spawn(process.execPath, ['--input-type=module', '-e', script]).stdout),
    ),
  );
  expect(outputs.sort()).toEqual(['DatabaseRefused', 'DatabaseRefused', 'DatabaseRefused', 'held']);
  rmSync(path);
});
