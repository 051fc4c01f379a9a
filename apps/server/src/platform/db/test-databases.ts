/**
 * One PostgreSQL for a whole test run, shared by its workers and started when the first one asks. It holds one
 * migrated template, of which `createTestDatabase` makes copies in about 30 ms each.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate } from './database.ts';
import { throwAwaySettings } from './embedded/cluster.ts';
import { removeWithCluster } from './embedded/placement.ts';
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

/** Listens for workers; returns what ends it, and the PostgreSQL if one was started. */
export async function serveTestDatabases(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(roomyFolder(), 'atalaia-test-'));
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
