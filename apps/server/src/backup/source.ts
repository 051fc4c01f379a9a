import { accessSync, constants } from 'node:fs';
import type { Logger } from 'pino';
import { BackupRefused } from '../errors/backup-errors.ts';
import { DatabaseRefused, isConnectionError } from '../errors/database-errors.ts';
import type { Config } from '../platform/config/config.ts';
import { databaseName, openEmbedded } from '../platform/db/database.ts';
import { durableSettings } from '../platform/db/embedded/cluster.ts';
import { existingCluster } from '../platform/db/embedded/placement.ts';
import { runningAddress } from '../platform/db/embedded/postmaster.ts';
import { connect } from './connection.ts';

/** A database to be backed up. */
export interface Source {
  readonly connectionString: string;
  /** For a person: which, and whether a server works with it. */
  readonly description: string;
  stop(): Promise<void>;
}

/**
 * The database of this configuration: of `DATABASE_URL`; else the embedded one, over the socket of the server that works
 * with it, or started here for as long as the backup lasts.
 */
export async function openSource(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<Source> {
  if (databaseUrl !== undefined) {
    return {
      connectionString: databaseUrl,
      description: 'the database of DATABASE_URL',
      stop: async () => undefined,
    };
  }
  refuseClosed(dataDir);
  if (existingCluster(dataDir) === undefined) {
    throw new BackupRefused(
      `${dataDir} holds no database: set DATA_DIR or DATABASE_URL as they are set for the server`,
    );
  }
  const running = await runningSource(dataDir);
  if (running) return running;
  try {
    const database = await openEmbedded(dataDir, 1, log, durableSettings, true);
    return {
      connectionString: database.connectionString,
      description: `the database in ${dataDir} (no server is at work)`,
      stop: database.stop,
    };
  } catch (error) {
    // a server that was just starting has it
    const started = error instanceof DatabaseRefused ? await runningSource(dataDir) : undefined;
    if (started) return started;
    throw error;
  }
}

async function runningSource(dataDir: string): Promise<Source | undefined> {
  const connectionString = runningAddress(dataDir, databaseName);
  if (connectionString === undefined) return undefined;
  try {
    await (await connect(connectionString)).end();
  } catch (error) {
    // left by a server that was killed
    if (isConnectionError(error)) return undefined;
    throw error;
  }
  return {
    connectionString,
    description: `the database in ${dataDir} (its server goes on working)`,
    stop: async () => undefined,
  };
}

function refuseClosed(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw new BackupRefused(
      `${dataDir} belongs to another account: start this as the one that the server runs as`,
    );
  }
}
