/** Restores into the empty database of DATABASE_URL: one transaction, of which a cut-off restore leaves nothing. */
import { mkdirSync, rmSync } from 'node:fs';
import type { Client } from 'pg';
import { BackupRefused } from '../../errors/backup-errors.ts';
import { keyPath } from '../../platform/config/secret-key.ts';
import { forgetRestore, noteRestore, unfinishedRestore } from '../../platform/db/backup-marks.ts';
import { checkRequirements } from '../../platform/db/database.ts';
import { createPool } from '../../platform/db/pool.ts';
import { connect } from '../connection.ts';
import { bringKey, needsKey } from '../key.ts';
import { analyse, loadBackup } from '../load-backup.ts';
import type { Settled } from '../settle.ts';
import { incarnation } from '../snapshot.ts';
import { listTables, type TableName } from '../tables/catalog.ts';
import { type EmbeddedRestore, type Restored, refuseRunning } from './restore-embedded.ts';

export interface ExternalRestore extends Omit<EmbeddedRestore, 'replace'> {
  readonly databaseUrl: string;
}

/** What is checked before the backup is read: a server that will not do, a database in use. Throws `BackupRefused`. */
export async function refuseExternal(order: ExternalRestore): Promise<void> {
  await checkServer(order);
  const client = await connect(order.databaseUrl);
  try {
    const tables = await listTables(client);
    if (tables.length > 0 && !unfinishedRestore(order.config.dataDir)) throw notEmpty(tables);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function restoreExternal(order: ExternalRestore): Promise<Restored> {
  const { databaseUrl, config, load, withKey } = order;
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const cutOff = unfinishedRestore(dataDir);
  if (cutOff) refuseRunning(cutOff, dataDir);
  const client = await connect(databaseUrl);
  try {
    const current = await incarnationOf(client);
    const tables = await listTables(client);
    // one transaction fills it, and no server starts while the note exists: the restore was cut off after its commit
    const isDone = cutOff && 'incarnation' in cutOff.into && cutOff.into.incarnation === current;
    if (tables.length > 0 && !isDone) throw notEmpty(tables);
    if (tables.length > 0) {
      forgetRestore(dataDir);
      return { settled: undefined, aside: undefined };
    }
    const bringsKey = withKey && needsKey(load.manifest, config, false);
    noteRestore(dataDir, load.folder, { incarnation: current });
    const settled = await loadWithKey(client, order, bringsKey);
    forgetRestore(dataDir);
    await analyse(client);
    return { settled, aside: undefined };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The key is there before the rows that it opens; a restore that fails takes it back. */
async function loadWithKey(
  client: Client,
  { config: { dataDir }, load }: ExternalRestore,
  bringsKey: boolean,
): Promise<Settled> {
  try {
    if (bringsKey) bringKey(load.folder, dataDir);
    return await loadBackup(client, load);
  } catch (error) {
    if (bringsKey) rmSync(keyPath(dataDir), { force: true });
    forgetRestore(dataDir);
    throw error;
  }
}

async function checkServer({ databaseUrl, log }: ExternalRestore): Promise<void> {
  const pool = createPool({ connectionString: databaseUrl, connections: 1, log });
  try {
    await checkRequirements(pool);
  } finally {
    await pool.end();
  }
}

async function incarnationOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ current: string }>(`SELECT ${incarnation} AS current`);
  return rows[0]?.current ?? '';
}

function notEmpty(tables: readonly TableName[]): BackupRefused {
  const some = tables.slice(0, 3).map(({ name }) => name);
  return new BackupRefused(
    `the database of DATABASE_URL is not empty: it holds ${tables.length} tables (${some.join(', ')}…), and a restore writes over nothing. ` +
      'Make an empty database (CREATE DATABASE …), set DATABASE_URL to it, for the server too, and try again; the present one stays as it is',
  );
}
