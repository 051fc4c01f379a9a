import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { identify, postgresProcessesIn, stillRuns } from './processes.ts';

test('a running process is known again, and no other is taken for it', () => {
  const own = identify(process.pid);
  expect(own).toBeDefined();
  if (own) {
    expect(stillRuns(own)).toBe(true);
    expect(stillRuns({ ...own, started: '1' }), 'the same pid, started at another time').toBe(false);
    expect(stillRuns({ ...own, pid: process.ppid }), 'another pid').toBe(false);
  }
});

test('a pid that nobody has is not running', () => {
  expect(identify(2 ** 22 + 1)).toBeUndefined();
});

test.runIf(process.platform === 'linux')('a zombie does not run, though signal 0 reaches it', async () => {
  // the shell starts a child and, before that ends, becomes a sleep that never waits for it: the dead child stays a zombie
  const shell = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(shell.stdout, 'data');
  const pid = Number(output);
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
  expect(process.kill(pid, 0)).toBe(true);
  expect(identify(pid)).toBeUndefined();
  shell.kill();
  await once(shell, 'exit');
});

test('a process in a folder that is no postgres is left alone', () => {
  expect(postgresProcessesIn(process.cwd())).toEqual([]);
});
