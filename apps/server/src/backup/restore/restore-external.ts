/** Restores into the empty database of DATABASE_URL: one transaction, of which a cut-off restore leaves nothing. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { BackupRefused, CommitUnsure } from '../../errors/backup-errors.ts';
import { keyPath } from '../../platform/config/secret-key.ts';
import { forgetRestore, noteRestore, unfinishedRestore } from '../../platform/db/backup-marks.ts';
import { checkRequirements } from '../../platform/db/database.ts';
import { takeLock } from '../../platform/db/embedded/directory-lock.ts';
import { createPool } from '../../platform/db/pool.ts';
import { connect } from '../connection.ts';
import { bringKey, needsKey } from '../key.ts';
import { listTables, nameOf, type TableName } from '../tables/catalog.ts';
import { analyse, loadBackup } from './load-backup.ts';
import { type EmbeddedRestore, type Restored, refuseRunning } from './restore-embedded.ts';
import type { Settled } from './settle.ts';

export interface ExternalRestore extends Omit<EmbeddedRestore, 'replace'> {
  readonly databaseUrl: string;
}

/** What is checked before the backup is read: a server that will not do, a database in use. Throws `BackupRefused`. */
export async function refuseExternal(order: ExternalRestore): Promise<void> {
  await checkServer(order);
  const client = await connect(order.databaseUrl, order.load.signal);
  try {
    await isRestored(client, order);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function restoreExternal(order: ExternalRestore): Promise<Restored> {
  const { dataDir } = order.config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // one that fails takes its key back: of two at once it would be the other one's too
  const lock = await takeLock(join(dataDir, 'restore.lock'), 0);
  try {
    return await restoreAlone(order);
  } finally {
    lock.release();
  }
}

async function restoreAlone(order: ExternalRestore): Promise<Restored> {
  const { databaseUrl, config, load, withKey } = order;
  const { dataDir } = config;
  const cutOff = unfinishedRestore(dataDir);
  if (cutOff) refuseRunning(cutOff, dataDir);
  const client = await connect(databaseUrl, load.signal);
  try {
    if (await isRestored(client, order)) {
      forgetRestore(dataDir);
      return { settled: undefined, aside: undefined };
    }
    const bringsKey = withKey && needsKey(load.manifest, config, false);
    const installation = randomUUID();
    noteRestore(dataDir, load.folder, { installation });
    const settled = await loadWithKey(client, order, installation, bringsKey);
    forgetRestore(dataDir);
    await analyse(client, load.say);
    return { settled, aside: undefined };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Whether a restore of this backup was cut off after its commit: then the database bears the id that it had noted. Throws
 * `BackupRefused` where it holds anything else.
 */
async function isRestored(client: Client, { config, load }: ExternalRestore): Promise<boolean> {
  const tables = await listTables(client);
  if (tables.length === 0) return false;
  const cutOff = unfinishedRestore(config.dataDir);
  const noted = cutOff && 'installation' in cutOff.into ? cutOff.into.installation : undefined;
  if (!cutOff || noted === undefined || noted !== (await installationIn(client, tables)))
    throw notEmpty(tables);
  if (cutOff.backup === load.folder) return true;
  throw new BackupRefused(
    `the database of DATABASE_URL holds what a restore of ${cutOff.backup} has put there, which was cut off at its very end. ` +
      `Name that backup to bring it to its end; or, for ${load.folder}, ${emptyDatabase}`,
  );
}

async function installationIn(client: Client, tables: readonly TableName[]): Promise<string | undefined> {
  const table = tables.find(({ name }) => name === 'installation');
  if (!table) return undefined;
  // it may be another program's table of that name
  const { rows } = await client.query<{ id: string }>(
    `SELECT to_jsonb(it) ->> 'id' AS id FROM ${nameOf(table)} AS it`,
  );
  return rows[0]?.id;
}

/** The key is there before the rows that it opens; a restore that fails takes it back, unless the rows may be there. */
async function loadWithKey(
  client: Client,
  { config: { dataDir }, load }: ExternalRestore,
  installation: string,
  bringsKey: boolean,
): Promise<Settled> {
  try {
    if (bringsKey) bringKey(load.folder, dataDir);
    return await loadBackup(client, load, installation);
  } catch (error) {
    if (error instanceof CommitUnsure) throw error;
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

function notEmpty(tables: readonly TableName[]): BackupRefused {
  const some = tables.slice(0, 3).map(({ name }) => name);
  return new BackupRefused(
    `the database of DATABASE_URL is not empty: it holds ${tables.length} tables (${some.join(', ')}…), and a restore writes over nothing. ` +
      `To go on, ${emptyDatabase}`,
  );
}

const emptyDatabase =
  'make an empty database (CREATE DATABASE …), set DATABASE_URL to it, for the server too, and try again; the present one stays as it is';
