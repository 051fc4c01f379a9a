/** Whether the disk of an embedded cluster has room for what PostgreSQL must write, which goes down by a fault where it has none. */
import { existsSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One file of the write-ahead log, 16 MB, is written at once and given up when it does not fit; some more beside it. */
export const leastFreeBytes = 24 * 1024 * 1024;

/** That another account than root may use; all of it where the system does not say. */
export function freeBytes(folder: string | undefined): number {
  if (folder === undefined) return Number.POSITIVE_INFINITY;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The log can go on: there is room for its next file, or one that a checkpoint kept for it. While neither is there, a
 * server that works fills the file it has and then ends by a fault; one that was stopped before keeps all it has.
 */
export function canLog(clusterDir: string): boolean {
  if (freeBytes(clusterDir) >= leastFreeBytes) return true;
  try {
    return spareLogFiles(clusterDir) > 0;
  } catch {
    // what cannot be read is left to PostgreSQL
    return true;
  }
}

/** Files of the log behind the one that is written: the one that changed last. */
function spareLogFiles(clusterDir: string): number {
  const folder = join(clusterDir, 'pg_wal');
  const files = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  let current = '';
  let changedMs = 0;
  for (const name of files) {
    // one that was removed or renamed meanwhile is not it
    const mtimeMs = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (mtimeMs < changedMs) continue;
    changedMs = mtimeMs;
    current = name;
  }
  return files.filter((name) => name > current).length;
}

/** What the checkpoint of a stop may need beside the log: some pages of what transactions there were. */
const reserveBytes = 8 * 1024 * 1024;

const reserveOf = (clusterDir: string) => join(dirname(clusterDir), 'postgres-reserve');

/** Keeps some room for a stop, while there is enough. */
export function keepReserve(clusterDir: string): void {
  const path = reserveOf(clusterDir);
  if (existsSync(path) || freeBytes(clusterDir) < leastFreeBytes + reserveBytes) return;
  try {
    writeFileSync(path, Buffer.alloc(reserveBytes, 1));
  } catch {
    // somebody was faster; the next look tries again
    giveReserve(clusterDir);
  }
}

/** Gives that room to whoever needs it first. */
export function giveReserve(clusterDir: string): void {
  rmSync(reserveOf(clusterDir), { force: true });
}
