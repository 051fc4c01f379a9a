/** The server as a process of its own: how it starts, refuses to, loses its database, and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

// a first start makes a database cluster, beside whatever else this machine does
vi.setConfig({ testTimeout: 90_000 });

const started: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function start(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atalaia-main-'));
  folders.push(dataDir);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      PROTOCOLS: 'osmand',
      PORT_OFFSET: String(20_000 + Math.floor(Math.random() * 10_000)),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(output) ?? [];
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`);
      await sleep(20);
    }
  };
  return { child, dataDir, line, errors: text(child.stderr), output: () => output };
}

async function signIn(origin: string, password: string): Promise<{ status: number; token: string }> {
  const body = new URLSearchParams({ email: 'admin@atalaia.local', password });
  const answer = await fetch(`${origin}/api/session`, { method: 'POST', body });
  return { status: answer.status, ...((await answer.json()) as { token: string }) };
}

test('a start prints the address and the password it made; a stop by SIGTERM ends with 0', async () => {
  const { child, line, output, errors } = start();
  const origin = await line(/Atalaia is ready: (\S+)/);
  const password = await line(/Password, shown this once: (\S+)/);
  expect(await (await fetch(`${origin}/health`)).json()).toEqual({
    status: 'ready',
    database: 'ready',
    ingest: 'ready',
  });
  expect(await (await fetch(`${origin}/health?live`)).json()).toEqual({ status: 'live' });
  expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(
    /atalaia_ingest_connections[\s\S]*atalaia_live_clients|atalaia_live_clients[\s\S]*atalaia_ingest_connections/,
  );
  const { status, token } = await signIn(origin, password);
  expect(status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await errors).toBe('');
  expect(output()).not.toContain(token);
});

test('a wrong setting ends the start with 2 and one line that says which and why', async () => {
  const { child, errors } = start({ PORT: 'eighty' });
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(await errors).toMatch(/^PORT=eighty .*\n$/);
});

test('a taken port ends the start with one line that says which, and how to change it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { child, errors } = start({ PORT: String(port) });
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await errors).toMatch(new RegExp(`^port ${port} is taken: .*PORT=.*\\n$`));
  other.close();
});

test('a database that dies is not ready, and work goes on by itself when it is back', async () => {
  const { dataDir, line } = start();
  const origin = await line(/Atalaia is ready: (\S+)/);
  const { token } = await signIn(origin, await line(/Password, shown this once: (\S+)/));
  const ask = async () =>
    (await fetch(`${origin}/api/devices`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGKILL');
  const statuses = new Set<number>();
  for (const endMs = Date.now() + 15_000; Date.now() < endMs; await sleep(20)) {
    statuses.add(await ask());
    if (statuses.has(503) && (await fetch(`${origin}/health`)).status === 200 && (await ask()) === 200) break;
  }
  expect([...statuses]).toEqual(expect.arrayContaining([503]));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await ask()).toBe(200);
});
