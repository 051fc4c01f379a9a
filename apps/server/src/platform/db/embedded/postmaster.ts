import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerSettings, superuser } from './cluster.ts';
import type { Placement } from './placement.ts';
import type { Account } from './run-as.ts';

/** How much of the end is shown when PostgreSQL dies. */
const shownLines = 12;

/**
 * The file of PostgreSQL's stderr. That of the start before stays beside it as `.1`: it shows how that
 * one ended.
 */
export interface ServerLog {
  readonly path: string;
  /** A file descriptor for the child; the caller closes it with `close` once the child has it. */
  open(): { fd: number; close(): void };
  lastLines(): string[];
}

export function createServerLog(path: string, account: Account | undefined): ServerLog {
  return {
    path,
    open() {
      rotate(path);
      const fd = openSync(path, 'a', 0o600);
      if (account) fchownSync(fd, account.uid, account.gid);
      return { fd, close: () => closeSync(fd) };
    },
    lastLines() {
      try {
        return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-shownLines);
      } catch {
        return [];
      }
    },
  };
}

function rotate(path: string): void {
  rmSync(`${path}.1`, { force: true });
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** One run of the PostgreSQL server. */
export interface Postmaster {
  readonly pid: number;
  /** Settles when it has ended, for whatever reason, with how it ended. */
  readonly ended: Promise<string>;
  /** Resolves once it accepts connections; rejects with its last lines when it ends before. */
  ready(): Promise<void>;
  /** Fast shutdown: open transactions are rolled back, what is committed stays. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** A fast shutdown that takes longer is cut short; the next start then recovers. */
const stopPatienceMs = 60_000;

/** Starts the server. In a session of its own, so that Ctrl-C in a terminal reaches only its parent. */
export function startPostmaster(
  { programs, clusterDir, runAs }: Placement,
  socketFolder: string,
  settings: ServerSettings,
  serverLog: ServerLog,
): Postmaster {
  const stated = Object.entries({ ...settings, unix_socket_directories: socketFolder });
  const [file = '', ...args] = [
    ...runAs.prefix,
    join(programs.folder, 'bin/postgres'),
    '-D',
    clusterDir,
    ...stated.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const output = serverLog.open();
  const child = spawn(file, args, {
    ...runAs.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  output.close();
  const ended = whenEnded(child);
  const pid = child.pid ?? -1;
  return {
    pid,
    ended,
    async ready() {
      let how: string | undefined;
      void ended.then((text) => {
        how = text;
      });
      while (!acceptsConnections(clusterDir, pid)) {
        if (how)
          throw new Error([`PostgreSQL ended while starting (${how})`, ...serverLog.lastLines()].join('\n'));
        await sleep(5);
      }
    },
    async stop() {
      child.kill('SIGINT');
      const cut = setTimeout(() => child.kill('SIGQUIT'), stopPatienceMs);
      await ended;
      clearTimeout(cut);
    },
  };
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** What pg_ctl does: the first line of postmaster.pid is the pid, the eighth says `ready`. */
function acceptsConnections(clusterDir: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    // not yet written
    return false;
  }
}

/** In DATA_DIR, while a server is at work: the folder of its PostgreSQL's socket. */
export const socketNote = (dataDir: string): string => join(dataDir, 'postgres-socket');

/** The address of a database behind the socket in this folder. */
export function addressBehind(socketFolder: string, database: string): string {
  // port and sslmode stated, or PGPORT and PGSSLMODE of the environment would count
  return `postgresql://${superuser}@${encodeURIComponent(socketFolder)}:5432/${database}?sslmode=disable`;
}

/**
 * The address of a database of the PostgreSQL that works for the server in `dataDir`, for other programs of its account.
 * Undefined where none was noted; a killed server leaves its note, behind which nobody answers.
 */
export function runningAddress(dataDir: string, database: string): string | undefined {
  try {
    return addressBehind(readFileSync(socketNote(dataDir), 'utf8'), database);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
