import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { createPool } from '../pool.ts';
import { throwAwaySettings } from './cluster.ts';
import { identify, postgresProcessesIn, stillRuns } from './processes.ts';
import { createEmbeddedPostgres } from './supervisor.ts';

const log = pino({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'atalaia-orphan-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that starts a cluster in `dataDir` and continues; resolves once PostgreSQL runs, with its pid. */
async function startElsewhere(
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; pid: number }> {
  const script = `
    import { pino } from 'pino';
    import { createEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))};
    import { throwAwaySettings } from ${JSON.stringify(join(import.meta.dirname, 'cluster.ts'))};
    const dataDir = ${JSON.stringify(dataDir)};
    const postgres = createEmbeddedPostgres({ dataDir, settings: throwAwaySettings, log: pino({ level: 'silent' }) });
    await postgres.start();
    console.log(postgres.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(child.stdout, 'data');
  return { child, pid: Number(output) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function startPostgres(dataDir: string) {
  const postgres = createEmbeddedPostgres({ dataDir, settings: throwAwaySettings, log });
  await postgres.start();
  return postgres;
}

test.runIf(process.platform === 'linux')(
  'PostgreSQL ends with its parent, however that one ends',
  async () => {
    const dataDir = join(folder, 'ends');
    const { child, pid } = await startElsewhere(dataDir, process.env);
    const identity = identify(pid)!;
    await kill(child);
    await vi.waitFor(() => expect(stillRuns(identity)).toBe(false), { timeout: 10_000 });
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid')), 'an orderly shutdown').toBe(false);
    const postgres = await startPostgres(dataDir);
    await postgres.stop();
  },
);

/** Without setpriv nothing ends it: a start must. */
function withoutSetpriv(): NodeJS.ProcessEnv {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, 'setpriv'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(bin, 'setpriv'), 0o755);
  return { ...process.env, PATH: `${bin}:${process.env.PATH}` };
}

test('[OPS-02] a PostgreSQL that a killed start left is ended, not adopted, and its socket folder removed', async () => {
  const dataDir = join(folder, 'left');
  const { child, pid } = await startElsewhere(dataDir, withoutSetpriv());
  const identity = identify(pid)!;
  const socketFolder = readFileSync(join(dataDir, 'postgres-socket'), 'utf8');
  await kill(child);
  expect(stillRuns(identity), 'the orphan').toBe(true);
  const postgres = await startPostgres(dataDir);
  expect(stillRuns(identity)).toBe(false);
  expect(postgres.pid).not.toBe(pid);
  expect(existsSync(socketFolder)).toBe(false);
  await postgres.stop();
});

test('[OPS-02] an orphan that was killed in its turn, children and all, does not hinder the next start', async () => {
  const dataDir = join(folder, 'left');
  const { child, pid } = await startElsewhere(dataDir, withoutSetpriv());
  await kill(child);
  process.kill(pid, 'SIGKILL');
  const postgres = await startPostgres(dataDir);
  await postgres.stop();
  expect(postgresProcessesIn(join(dataDir, 'postgres'))).toEqual([]);
});

test('[OPS-02] a backend that outlived its postmaster and hangs does not hinder the next start', async () => {
  const dataDir = join(folder, 'left');
  const { child, pid } = await startElsewhere(dataDir, withoutSetpriv());
  const socketFolder = readFileSync(join(dataDir, 'postgres-socket'), 'utf8');
  const pool = createPool({
    connectionString: `postgresql://atalaia@${encodeURIComponent(socketFolder)}:5432/postgres?sslmode=disable`,
    connections: 1,
    log,
  });
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // the pid within the namespace that PostgreSQL runs in is the one outside
  const hanging = identify(rows[0]?.pid ?? 0)!;
  process.kill(hanging.pid, 'SIGSTOP');
  await kill(child);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(identify(pid)).toBeUndefined());
  expect(stillRuns(hanging)).toBe(true);
  const postgres = await startPostgres(dataDir);
  expect(stillRuns(hanging)).toBe(false);
  await postgres.stop();
  await pool.end();
});

test('[OPS-02] a pid file that names a stranger does not hinder a start, nor is the stranger touched', async () => {
  const dataDir = join(folder, 'left');
  const stranger = spawn('sleep', ['60']);
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, `${stranger.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n/nowhere\n\n\nready\n`);
  const postgres = await startPostgres(dataDir);
  expect(stranger.exitCode).toBeNull();
  expect(stranger.signalCode).toBeNull();
  await postgres.stop();
  stranger.kill();
});
