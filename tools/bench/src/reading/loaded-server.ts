/** The real server on a cluster that was filled beforehand and stays open to the benchmark's own hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { ensurePartitions } from '@atalaia/server/src/ingest/partitions/ensure-partitions.ts';
import { type Database, migrate, openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { removeWithCluster } from '@atalaia/server/src/platform/db/embedded/placement.ts';
import { pino } from 'pino';

export interface LoadedServer {
  readonly server: RunningServer;
  readonly database: Database;
  /** As the administrator. */
  readonly api: Api;
}

/** Fills a new cluster, starts the server on it, measures, and removes everything. */
export async function onLoadedServer<Result>(
  fill: (database: Database) => Promise<void>,
  measure: (loaded: LoadedServer) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-filled-'));
  const dataDir = join(folder, 'data');
  const log = pino({ level: 'error' });
  const database = await openEmbedded(dataDir, 4, log);
  try {
    await migrate(database, log);
    await ensurePartitions(database.pool, Date.now());
    await fill(database);
    const env = { DATABASE_URL: database.connectionString, LOG_LEVEL: 'error' };
    await using server = await startServer({ env });
    const api = await signInToApi(server.origin, administrator.email, administrator.password);
    return await measure({ server, database, api });
  } finally {
    await database.stop();
    removeWithCluster(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So long at most, ms, and asked so often. */
const lookedAtWithinMs = 60_000;
const askAgainMs = 500;
/** Fewer are to be looked at again at any moment. */
const usuallyDue = 1_000;

/**
 * Until the server has looked once whether each loaded device is silent: it does as soon as it runs, and writes the state of
 * every one of them, which trackers that have sent before spare it.
 */
export async function untilLookedAt({ pool }: Database): Promise<void> {
  const startMs = performance.now();
  while (performance.now() - startMs < lookedAtWithinMs) {
    const { rowCount } = await pool.query(
      `SELECT FROM device_state WHERE look_at <= now() LIMIT ${usuallyDue}`,
    );
    if (rowCount !== usuallyDue) return;
    await sleep(askAgainMs);
  }
  throw new Error('the server did not look at all devices');
}
