import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseRefused } from '../../../errors/database-errors.ts';
import { type ProcessIdentity, processName, runningPid, stillRuns } from './processes.ts';

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock at `path` for this process. A lock whose holder no longer runs (a kill, a power cut) is taken over.
 * A lock that another process has is waited for during `patienceMs`, since that process may be just ending; then `DatabaseRefused` names
 * the process that holds it.
 *
 * The lock is a folder with one file, named after its holder. It is taken by renaming a folder of one's own into its
 * place, which the system does only where there is none or an empty one. A dead holder's file is removed by its name,
 * so who found an older holder dead never removes the lock of the person who was faster. `launch.mjs` does the same, in words of
 * its own: it runs before anything is installed, on a Node that cannot read this file.
 */
export async function takeLock(path: string, patienceMs: number): Promise<DirectoryLock> {
  const name = processName();
  const untilMs = Date.now() + patienceMs;
  while (!tryTake(path, name)) {
    const holder = liveHolder(path);
    if (holder && Date.now() > untilMs) throw lockedBy(path, holder);
    if (holder) await sleep(50);
  }
  return {
    release() {
      rmSync(join(path, name), { force: true });
      removeIfEmpty(path);
    },
  };
}

interface Holder {
  readonly pid: number;
  readonly since: string;
}

function tryTake(path: string, name: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })) return false;
  const draft = `${path}.${name}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(join(draft, name), '');
  try {
    renameSync(draft, path);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true });
    // what Linux, macOS and Windows say of a folder or file that is in the way
    if (isCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM')) return false;
    throw error;
  }
}

/** Who holds the lock; undefined when nobody does any more, the lock then removed. */
function liveHolder(path: string): Holder | undefined {
  let names: string[];
  try {
    names = readdirSync(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    if (isCode(error, 'ENOTDIR')) return liveHolderOfFile(path);
    throw error;
  }
  for (const name of names) {
    const pid = runningPid(name);
    if (pid !== undefined) return { pid, since: sinceOf(path) };
    rmSync(join(path, name), { force: true, recursive: true });
  }
  removeIfEmpty(path);
  return undefined;
}

/** Older releases made a file here; one that still runs uses the data. */
function liveHolderOfFile(path: string): Holder | undefined {
  const holder = holderInFile(path);
  if (holder && stillRuns(holder)) return holder;
  try {
    // never a folder: by now that is somebody's lock
    unlinkSync(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) throw error;
  }
  return undefined;
}

function holderInFile(path: string): (ProcessIdentity & Holder) | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isHolder = typeof read === 'object' && read !== null && 'pid' in read && 'started' in read;
    return isHolder ? (read as ProcessIdentity & Holder) : undefined;
  } catch (error) {
    // removed or a folder by now, or half a file from a full disk
    if (error instanceof SyntaxError || isCode(error, 'ENOENT', 'EISDIR')) return undefined;
    throw error;
  }
}

function sinceOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.mtime.toISOString() ?? 'just now';
}

function lockedBy(path: string, { pid, since }: Holder): DatabaseRefused {
  return new DatabaseRefused(
    `${path} is held by process ${pid} since ${since}: stop that one, or start with another DATA_DIR`,
  );
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
  }
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
