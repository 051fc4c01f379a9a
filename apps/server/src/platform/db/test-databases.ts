/**
 * One PostgreSQL for a whole test run, shared by its workers and started when the first one asks. It holds one
 * migrated template, of which `createTestDatabase` makes copies in about 30 ms each.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate } from './database.ts';
import { throwAwaySettings } from './embedded/cluster.ts';
import { existingCluster, removeWithCluster } from './embedded/placement.ts';
import { socketNote } from './embedded/postmaster.ts';
import { postgresProcessesIn, processName, runningPid } from './embedded/processes.ts';
import { createEmbeddedPostgres } from './embedded/supervisor.ts';
import { createPool } from './pool.ts';

/** Where workers find the socket that gives them the address of the maintenance database. */
export const testDatabasesVariable = 'ATALAIA_TEST_DATABASES';

export const templateName = 'atalaia_template';

const memory = '/dev/shm';
const gib = 2 ** 30;

/**
 * In memory where there is plenty: each database is a thousand files, and to make those on a disk from which as many were
 * just removed takes a seventh of the processor's time of all tests.
 */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= 8 * gib && freemem() >= 12 * gib ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const prefix = 'atalaia-test-';

/** Removes what runs left here that were killed: their names say whose they are. */
export function removeLeftTests(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) && /^(\d+-.+)-[^-]{6}$/.exec(name.slice(prefix.length))?.[1];
    if (!owner || runningPid(owner) !== undefined) continue;
    const folder = join(parent, name);
    const dataDir = join(folder, 'data');
    const cluster = existingCluster(dataDir);
    for (const pid of cluster ? postgresProcessesIn(cluster) : [])
      attempt(() => process.kill(pid, 'SIGKILL'));
    attempt(() => rmSync(readFileSync(socketNote(dataDir), 'utf8'), { recursive: true, force: true }));
    attempt(() => removeWithCluster(dataDir));
    attempt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  }
}

/** It may be gone by now, or another account's. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // the next run tries again
  }
}

/** Listens for workers; returns what ends it, and the PostgreSQL if one was started. */
export async function serveTestDatabases(): Promise<() => Promise<void>> {
  const parent = roomyFolder();
  removeLeftTests(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${processName()}-`));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const dataDir = join(folder, 'data');
  const postgres = createEmbeddedPostgres({ dataDir, settings: throwAwaySettings, log });
  let starting: Promise<string> | undefined;

  async function start(): Promise<string> {
    await postgres.start();
    const maintenance = createPool({
      connectionString: postgres.connectionString('postgres'),
      connections: 1,
      log,
    });
    await maintenance.query(`CREATE DATABASE ${templateName}`);
    await migrate({ connectionString: postgres.connectionString(templateName) }, log);
    // CREATE DATABASE refuses a template that somebody is connected to
    await maintenance.query(`ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false`);
    await maintenance.end();
    return postgres.connectionString('postgres');
  }

  const server = createServer((worker) => {
    starting ??= start();
    starting.then(
      (connectionString) => worker.end(JSON.stringify({ connectionString })),
      (error: unknown) => worker.end(JSON.stringify({ error: String(error) })),
    );
  });
  const path = join(folder, 'workers');
  await listen(server, path);
  process.env[testDatabasesVariable] = path;

  return async () => {
    server.close();
    await starting?.catch(() => undefined);
    if (starting) await postgres.stop();
    removeWithCluster(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
}
