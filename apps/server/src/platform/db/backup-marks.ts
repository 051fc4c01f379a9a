import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../../errors/database-errors.ts';
import { identify, type ProcessIdentity, stillRuns } from './embedded/processes.ts';

/** A restore notes in DATA_DIR that it is at work, so that no server starts on what a cut-off one left. */
export interface UnfinishedRestore extends ProcessIdentity {
  /** The folder of the backup. */
  readonly backup: string;
  /** What is restored into: folders below DATA_DIR, or a database elsewhere, in which the installation has this id once all is there. */
  readonly into: RestoredFolders | { readonly installation: string };
}

export interface RestoredFolders {
  /** Where what is new is made, and where what was there goes. */
  readonly staging: string;
  readonly aside: string;
  /** What is new is whole and is being put in place. */
  readonly isWhole: boolean;
}

const noteName = 'restore-unfinished';

/** By this process. */
export function noteRestore(dataDir: string, backup: string, into: UnfinishedRestore['into']): void {
  const note: UnfinishedRestore = { pid: process.pid, started: '', ...identify(process.pid), backup, into };
  const path = join(dataDir, noteName);
  writeFileSync(`${path}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

export function unfinishedRestore(dataDir: string): UnfinishedRestore | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, noteName), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function forgetRestore(dataDir: string): void {
  rmSync(join(dataDir, noteName), { force: true });
}

/** Throws `DatabaseRefused`, with what to do, where a restore is at work or was cut off. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const note = unfinishedRestore(dataDir);
  if (!note) return;
  throw new DatabaseRefused(
    stillRuns(note)
      ? `process ${note.pid} is restoring ${note.backup} into ${dataDir}: start when it has ended`
      : `a restore of ${note.backup} into ${dataDir} was cut off: run it again (npm run restore -- ${asWord(note.backup)}), then start`,
  );
}

/** A path as a shell takes it for one word. */
const asWord = (path: string) =>
  /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** While a backup reads, no partition of positions is dropped: it would wait for the backup, and hold others up. */
const backupLock = 5_023_002;

/** For as long as the connection lasts. Backups do not hinder each other. */
export async function noteBackup(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [backupLock]);
}

/**
 * No backup reads from here on, for as long as the connection lasts; one that does is waited for: tables that change their
 * form in the middle of it would cost it all that it has read.
 */
export async function afterBackups(client: Pick<ClientBase, 'query'>, onWait: () => void): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [backupLock]);
  if (rows[0]?.free) return;
  onWait();
  await client.query('SELECT pg_advisory_lock($1)', [backupLock]);
}

/** Does `work` while no backup begins; undefined, with nothing done, while one reads. */
export async function unlessBackedUp<Result>(
  client: Pick<ClientBase, 'query'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [backupLock]);
  if (!rows[0]?.free) return undefined;
  const result = await work();
  await client.query('SELECT pg_advisory_unlock($1)', [backupLock]);
  return result;
}
