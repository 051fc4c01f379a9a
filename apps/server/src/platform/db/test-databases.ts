/**
 * One PostgreSQL for a whole test run, shared by its workers and started when the first one asks. It holds one
 * migrated template, of which `createTestDatabase` makes copies in about 30 ms each.
 */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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

/** In the folder of a run: a socket that is listened to for as long as the run lives. */
const aliveName = 'alive';

/**
 * Removes what runs left here that were killed: their names say whose they are. Here everybody may write, so only folders
 * of our own account that no other one can enter are believed, and of what they name only what a run makes.
 */
export async function removeLeftTests(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) && /^(\d+-.+)-[^-]{6}$/.exec(name.slice(prefix.length))?.[1];
    const folder = join(parent, name);
    if (!owner || !isOursAlone(folder) || runningPid(owner) !== undefined || (await isAlive(folder)))
      continue;
    const dataDir = join(folder, 'data');
    attempt(() => {
      const cluster = existingCluster(dataDir);
      for (const pid of cluster ? postgresProcessesIn(cluster) : [])
        attempt(() => process.kill(pid, 'SIGKILL'));
    });
    attempt(() => removeSocketFolder(readFileSync(socketNote(dataDir), 'utf8')));
    attempt(() => removeWithCluster(dataDir));
    attempt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  }
}

/** A folder, no link to one. */
function isOursAlone(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** Where the supervisor makes them, and by the names that it gives. */
function removeSocketFolder(path: string): void {
  const isNamedSo = [tmpdir(), '/tmp'].includes(dirname(path)) && /^atalaia-[^-]{6}$/.test(basename(path));
  if (isNamedSo && isOursAlone(path)) rmSync(path, { recursive: true, force: true });
}

/** Whether the run of this folder lives, also where its process has no number here: containers share folders, not processes. */
export function isAlive(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, aliveName));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      resolve(!('code' in error && ['ECONNREFUSED', 'ENOENT'].includes(String(error.code))));
    });
  });
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
  await removeLeftTests(parent);
  const { folder, alive } = await makeFolder(parent);
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
    alive.close();
  };
}

/** By a name that others look at only once it can be seen that its run lives. */
async function makeFolder(parent: string) {
  const draft = mkdtempSync(join(parent, prefix));
  const alive = createServer((asking) => asking.destroy());
  await listen(alive, join(draft, aliveName));
  const folder = join(parent, `${prefix}${processName()}-${draft.slice(-6)}`);
  renameSync(draft, folder);
  return { folder, alive };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
}
