import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseRefused } from '../database-refused.ts';
import { identify, type ProcessIdentity, stillRuns } from './processes.ts';

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock file at `path` for this process, or throws `DatabaseRefused` naming the process that holds it.
 * A lock whose holder no longer runs (a kill, a power cut) is taken over.
 */
export function takeLock(path: string): DirectoryLock {
  const own = identify(process.pid);
  const text = JSON.stringify({ ...own, since: new Date().toISOString() });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    // A hard link appears whole or not at all, and never over another.
    while (!tryLink(draft, path)) setAsideStale(path);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (read(path) === text) rmSync(path, { force: true });
    },
  };
}

function setAsideStale(path: string): void {
  const text = read(path);
  if (text === undefined) return;
  const holder = parse(text);
  if (holder && stillRuns(holder)) {
    throw new DatabaseRefused(
      `${path} is held by process ${holder.pid} since ${holder.since}: stop that one, or start with another DATA_DIR`,
    );
  }
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  // Between reading and renaming another process may have taken it over: what was moved is then a live lock.
  if (read(aside) !== text) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function parse(text: string): (ProcessIdentity & { since: string }) | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // half a file from a full disk: nobody's
    return undefined;
  }
}
