import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseRefused } from '../database-refused.ts';
import { identify, type ProcessIdentity, stillRuns } from './processes.ts';

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock file at `path` for this process. A lock whose holder no longer runs (a kill, a power cut) is taken
 * over. One that is held is waited for during `patienceMs`, since a holder may be just ending; then `DatabaseRefused`
 * names the process that holds it.
 */
export async function takeLock(path: string, patienceMs: number): Promise<DirectoryLock> {
  const text = JSON.stringify({ ...identify(process.pid), since: new Date().toISOString() });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  const untilMs = Date.now() + patienceMs;
  try {
    // A hard link appears whole or not at all, and never over another.
    while (!tryLink(draft, path)) {
      const holder = liveHolder(path);
      if (holder && Date.now() > untilMs) throw heldBy(path, holder);
      if (holder) await sleep(50);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (read(path) === text) rmSync(path, { force: true });
    },
  };
}

interface Holder extends ProcessIdentity {
  readonly since: string;
}

/** Who holds the lock; undefined when nobody does any more, the stale file then set aside. */
function liveHolder(path: string): Holder | undefined {
  const text = read(path);
  if (text === undefined) return undefined;
  const holder = parse(text);
  if (holder && stillRuns(holder)) return holder;
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  // Between reading and renaming another process may have taken it over: what was moved is then a live lock.
  if (read(aside) !== text) tryLink(aside, path);
  rmSync(aside, { force: true });
  return undefined;
}

function heldBy(path: string, { pid, since }: Holder): DatabaseRefused {
  return new DatabaseRefused(
    `${path} is held by process ${pid} since ${since}: stop that one, or start with another DATA_DIR`,
  );
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

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // half a file from a full disk: nobody's
    return undefined;
  }
}
