/**
 * Restores into DATA_DIR. The new cluster is made in a folder of its own there and takes its place when it is whole: until
 * then what was there stays as it is, and afterwards it is in a folder beside, complete, for somebody to remove.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { BackupRefused, NotInPlace } from '../../errors/backup-errors.ts';
import { DatabaseRefused } from '../../errors/database-errors.ts';
import { keyPath } from '../../platform/config/secret-key.ts';
import {
  forgetRestore,
  noteRestore,
  type RestoredFolders,
  type UnfinishedRestore,
  unfinishedRestore,
} from '../../platform/db/backup-marks.ts';
import { openEmbedded } from '../../platform/db/database.ts';
import { durableSettings, releaseNote } from '../../platform/db/embedded/cluster.ts';
import { type DirectoryLock, takeLock } from '../../platform/db/embedded/directory-lock.ts';
import { endLeftovers } from '../../platform/db/embedded/leftovers.ts';
import { existingCluster, pointerName, removeWithCluster } from '../../platform/db/embedded/placement.ts';
import { stillRuns } from '../../platform/db/embedded/processes.ts';
import { clusterLock } from '../../platform/db/embedded/supervisor.ts';
import { connect } from '../connection.ts';
import { bringKey, type KeySettings, needsKey } from '../key.ts';
import { keyName, type Manifest } from '../manifest.ts';
import { syncFolder } from '../place.ts';
import { sumOf } from '../tables/row-digest.ts';
import { analyse, type LoadOrder, loadBackup } from './load-backup.ts';
import type { Settled } from './settle.ts';

export interface EmbeddedRestore {
  readonly config: KeySettings;
  readonly load: LoadOrder;
  /** An installation that is there is moved aside. */
  readonly replace: boolean;
  readonly withKey: boolean;
  readonly log: Logger;
}

export interface Restored {
  /** Undefined where a restore that was cut off only had to be put in place. */
  readonly settled: Settled | undefined;
  /** Where what was there is now. */
  readonly aside: string | undefined;
}

/** What belongs to one installation; anything else in DATA_DIR is somebody else's and stays. */
const ownEntries = [
  'postgres',
  pointerName,
  'postgres.log',
  'postgres.log.1',
  keyName,
  releaseNote,
  'first-password',
];

const stagingPrefix = 'restoring-';

const clusterEntries: ReadonlySet<string> = new Set(['postgres', pointerName]);

/** Rows that no other cluster has yet need no log: they are on the disk when their transaction ends. */
const loadingSettings = {
  ...durableSettings,
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  autovacuum: 'off',
};

/** What is checked before the backup is read: a server at work, an installation in the way. Throws `BackupRefused`. */
export async function refuseEmbedded(order: EmbeddedRestore): Promise<void> {
  if (!existsSync(order.config.dataDir)) return;
  const dataDir = realpathSync(order.config.dataDir);
  const lock = await lockOf(dataDir);
  try {
    if (!unfinishedRestore(dataDir)) checkTarget(dataDir, order);
  } finally {
    lock.release();
  }
}

export async function restoreEmbedded(order: EmbeddedRestore): Promise<Restored> {
  const { config, load, log } = order;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(config.dataDir);
  const lock = await lockOf(dataDir);
  try {
    const ended = await endUnfinished(dataDir, log);
    if (ended?.backup === load.folder) return { settled: undefined, aside: ended.aside };
    const bringsKey = checkTarget(dataDir, order);
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const into = { staging: `${stagingPrefix}${stamp}-${process.pid}`, aside: `replaced-${stamp}` };
    noteRestore(dataDir, load.folder, { ...into, isWhole: false });
    let settled: Settled;
    try {
      settled = await makeCluster(join(dataDir, into.staging), order, bringsKey);
      noteRestore(dataDir, load.folder, { ...into, isWhole: true });
    } catch (error) {
      removeWithCluster(join(dataDir, into.staging));
      forgetRestore(dataDir);
      throw error;
    }
    return { settled, aside: await moveIn(dataDir, into, log) };
  } finally {
    lock.release();
  }
}

/** No server starts in DATA_DIR while this lock exists. */
async function lockOf(dataDir: string): Promise<DirectoryLock> {
  const clusterDir = existingCluster(dataDir) ?? join(dataDir, 'postgres');
  try {
    return await takeLock(clusterLock(clusterDir), 0);
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    throw new BackupRefused(
      `a server is at work in ${dataDir}: stop it first, then try again (${error.message})`,
    );
  }
}

/** What a cut-off restore left is put in place where the new cluster was whole, else removed. */
async function endUnfinished(
  dataDir: string,
  log: Logger,
): Promise<{ readonly backup: string; readonly aside: string | undefined } | undefined> {
  const note = unfinishedRestore(dataDir);
  if (!note) return undefined;
  refuseRunning(note, dataDir);
  const { backup, into } = note;
  // nothing that a note says may make us remove anything else
  if ('staging' in into && into.staging.startsWith(stagingPrefix)) {
    if (into.isWhole) return { backup, aside: await moveIn(dataDir, into, log) };
    const staging = join(dataDir, into.staging);
    const staged = existingCluster(staging);
    // its PostgreSQL outlives a killed restore, and goes on writing there
    if (staged !== undefined) await endLeftovers(staged, log);
    removeWithCluster(staging);
  }
  forgetRestore(dataDir);
  return undefined;
}

/** Throws `BackupRefused` while another restore is at work. */
export function refuseRunning(note: UnfinishedRestore, dataDir: string): void {
  if (!stillRuns(note)) return;
  throw new BackupRefused(`process ${note.pid} is restoring ${note.backup} into ${dataDir}`);
}

/** Whether the backup's key has to come along. Throws `BackupRefused` where something is in the way. */
function checkTarget(dataDir: string, { config, load, replace, withKey }: EmbeddedRestore): boolean {
  const clusterDir = existingCluster(dataDir);
  if (clusterDir !== undefined && !replace) {
    throw new BackupRefused(
      `${dataDir} holds an installation already. With --replace it is moved into a folder beside, where it stays whole; ` +
        'or name another folder with DATA_DIR',
    );
  }
  const owner = clusterDir === undefined ? undefined : statSync(clusterDir).uid;
  const self = process.getuid?.();
  // what an unprivileged account of ours runs for root lies elsewhere, and is moved by its pointer
  if (clusterDir === join(dataDir, 'postgres') && owner !== self) {
    throw new BackupRefused(`${clusterDir} belongs to another account (uid ${owner}): restore as that one`);
  }
  refuseSmallDisk(dataDir, load.manifest);
  return withKey && needsKey(load.manifest, config, replace);
}

/** Rows take at least as much as their text, and what was there before stays. */
function refuseSmallDisk(dataDir: string, { tables }: Manifest): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const { textBytes } = sumOf(tables.flatMap(({ files }) => files));
  if (bavail * bsize >= textBytes) return;
  const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en');
  throw new BackupRefused(
    `the disk of ${dataDir} has ${megabytes(bavail * bsize)} MB left, and this backup takes ${megabytes(textBytes)} MB at the very least: ` +
      'make room, or restore into a DATA_DIR on another disk',
  );
}

async function makeCluster(
  staging: string,
  { load, log }: EmbeddedRestore,
  bringsKey: boolean,
): Promise<Settled> {
  mkdirSync(staging, { mode: 0o700 });
  const database = await openEmbedded(staging, 1, log, loadingSettings);
  let settled: Settled;
  try {
    const client = await connect(database.connectionString, load.signal);
    try {
      settled = await loadBackup(client, load);
      await analyse(client, load.say);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await database.stop();
  }
  if (bringsKey) bringKey(load.folder, staging);
  return settled;
}

/**
 * Puts the new installation in place, the one before aside; returns where that is. Cut off, it continues from where it was:
 * what has moved is not there any more. Throws `NotInPlace`.
 */
async function moveIn(
  dataDir: string,
  into: Pick<RestoredFolders, 'staging' | 'aside'>,
  log: Logger,
): Promise<string | undefined> {
  try {
    return await putInPlace(dataDir, into, log);
  } catch (error) {
    throw new NotInPlace(error);
  }
}

async function putInPlace(
  dataDir: string,
  { staging, aside }: Pick<RestoredFolders, 'staging' | 'aside'>,
  log: Logger,
): Promise<string | undefined> {
  const [from, away] = [join(dataDir, staging), join(dataDir, aside)];
  const arriving = ownEntries.filter((entry) => existsSync(join(from, entry)));
  if (arriving.some((entry) => clusterEntries.has(entry))) await moveAside(dataDir, away, arriving, log);
  for (const entry of arriving) renameSync(join(from, entry), join(dataDir, entry));
  await syncFolder(dataDir);
  rmSync(from, { recursive: true, force: true });
  forgetRestore(dataDir);
  return existsSync(away) ? away : undefined;
}

async function moveAside(
  dataDir: string,
  away: string,
  arriving: readonly string[],
  log: Logger,
): Promise<void> {
  const before = existingCluster(dataDir);
  if (before) await endLeftovers(before, log);
  const key = keyPath(dataDir);
  const keyStays = existsSync(key) && !arriving.includes(keyName);
  const leaving = ownEntries
    .filter((entry) => existsSync(join(dataDir, entry)))
    .filter((entry) => entry !== keyName || !keyStays);
  if (leaving.length === 0) return;
  mkdirSync(away, { recursive: true, mode: 0o700 });
  // it opens the secrets of both
  if (keyStays) copyFileSync(key, join(away, keyName));
  for (const entry of leaving) renameSync(join(dataDir, entry), join(away, entry));
  await syncFolder(away);
}
