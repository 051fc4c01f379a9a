import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { DatabaseRefused } from '../../../errors/database-errors.ts';
import { takeLock } from './directory-lock.ts';
import { identify } from './processes.ts';

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

test.each(['', '{"pid":', '{}', '5', JSON.stringify({ pid: process.pid, started: 'another time' })])(
  'a lock file of an older release that no living process holds is taken over: %s',
  async (text) => {
    writeFileSync(path, text);
    (await takeLock(path, 0)).release();
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a lock file of an older release that still runs is respected', async () => {
  writeFileSync(path, JSON.stringify({ ...identify(process.pid), since: 'yesterday' }));
  await expect(takeLock(path, 0)).rejects.toThrow(`held by process ${process.pid} since yesterday`);
  rmSync(path);
});

test('a lock of a process whose pid another one has now is taken over', async () => {
  mkdirSync(path);
  writeFileSync(join(path, `${process.pid}-1`), '');
  (await takeLock(path, 0)).release();
  expect(readdirSync(folder)).toEqual([]);
});

/** Every change of a file takes a while, so that others come between a look at the lock and its change. */
const slowChanges = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  for (const name of ['linkSync', 'renameSync', 'rmSync', 'rmdirSync', 'unlinkSync']) {
    const change = fs[name];
    fs[name] = (...given) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 300);
      return change(...given);
    };
  }
  syncBuiltinESMExports();`;

test.each(['folder', 'file'])(
  'of many that start at once after a kill one holds it: a lock that is a %s',
  async (kind) => {
    const ended = spawn('sleep', ['60']);
    const { pid, started } = identify(ended.pid!)!;
    if (kind === 'folder') mkdirSync(path);
    if (kind === 'folder') writeFileSync(join(path, `${pid}-${started}`), '');
    else writeFileSync(path, JSON.stringify({ pid, started, since: 'then' }));
    const module = JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'));
    const script = `
    ${slowChanges}
    const { takeLock } = await import(${module});
    process.stdout.write('ready ');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    try { await takeLock(${JSON.stringify(path)}, 0); process.stdout.write('held'); await new Promise((r) => setTimeout(r, 3000)); }
    catch (error) { process.stdout.write(error.name) }
    process.exit();`;
    const starts = Array.from({ length: 8 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const outputs = starts.map(({ stdout }) => text(stdout));
    await Promise.all(starts.map(({ stdout }) => once(stdout, 'data')));
    ended.kill('SIGKILL');
    await once(ended, 'exit');
    for (const { stdin } of starts) stdin.write('go');
    const response = await Promise.all(outputs);
    expect(response.map((words) => words.replace('ready ', '')).sort()).toEqual([
      ...Array<string>(7).fill('DatabaseRefused'),
      'held',
    ]);
    rmSync(path, { recursive: true });
  },
  30_000,
);
