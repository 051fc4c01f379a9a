import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { refuseUnfinishedRestore } from '../backup-marks.ts';
import { linkLibraries, locateEarlierPrograms, locatePrograms, type Programs } from './binaries.ts';
import { ensureCluster, majorOf, type ServerSettings } from './cluster.ts';
import { type DirectoryLock, takeLock } from './directory-lock.ts';
import { endLeftovers } from './leftovers.ts';
import { existingCluster, type Placement, placeCluster, rememberPlacement } from './placement.ts';
import {
  addressBehind,
  createServerLog,
  type Postmaster,
  type ServerLog,
  socketNote,
  startPostmaster,
} from './postmaster.ts';
import type { Account } from './run-as.ts';

/** Whether the disk of an embedded cluster has room for what PostgreSQL must write, which goes down by a fault where it has none. */

/** One file of the write-ahead log, 16 MB, is written at once and given up when it does not fit; some more beside it. */
const leastFreeBytes = 24 * 1024 * 1024;

/** That another account than root may use; all of it where the system does not say. */
function freeBytes(folder: string | undefined): number {
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
function canLog(clusterDir: string): boolean {
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
function keepReserve(clusterDir: string): void {
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
function giveReserve(clusterDir: string): void {
  rmSync(reserveOf(clusterDir), { force: true });
}

/** A socket's path may have 107 bytes; PostgreSQL dies on a longer one. */
const longestPath = 107;
const prefix = 'atalaia-';
const longestName = '/atalaia-XXXXXX/.s.PGSQL.5432'.length;

interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Makes a fresh folder for the socket that only `account` (or the present one) can enter, under the temporary
 * directory; under /tmp when that one's path is too long, or another account must reach it. The file `note` remembers
 * it, so that the folder of a killed start is removed by the next.
 */
function makeSocketFolder(account: Account | undefined, note: string): SocketFolder {
  removeNoted(note);
  const fits = Buffer.byteLength(tmpdir()) + longestName <= longestPath;
  const path = mkdtempSync(join(fits && !account ? tmpdir() : '/tmp', prefix));
  try {
    writeFileSync(note, path);
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  if (account) chownSync(path, account.uid, account.gid);
  return { path, remove: () => removeNoted(note) };
}

function removeNoted(note: string): void {
  if (!existsSync(note)) return;
  const path = readFileSync(note, 'utf8');
  if (basename(path).startsWith(prefix)) rmSync(path, { recursive: true, force: true });
  rmSync(note);
}

export interface EmbeddedPostgresParts {
  /** Holds the cluster in `postgres/` (or a pointer to it), its log and its lock. Made when missing. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** A cluster that another major version made is started with that one's programs, where they are installed: for a backup. */
  readonly ofItsMajor?: boolean;
  /** How long a start waits for another process to let go of the cluster, ms. */
  readonly waitForHolderMs?: number;
  /** Called each time it ends by itself and each time it is back. */
  readonly onChange?: (state: 'down' | 'up') => void;
}

export interface EmbeddedPostgres {
  /** Resolves once it accepts connections. Throws `DatabaseRefused` when trying again will not help. */
  start(): Promise<void>;
  /** Fast shutdown; resolves when nothing of it runs. */
  stop(): Promise<void>;
  /** The address of one of its databases; stays the same from `start` to `stop`, also across restarts. */
  connectionString(database: string): string;
  /** Its disk has less room than a server needs to write on, or to start. */
  isOutOfSpace(): boolean;
  /** Of the server process at work; undefined while none is. */
  readonly pid: number | undefined;
}

/** The lock of whoever works with the cluster in this folder. */
export const clusterLock = (clusterDir: string): string => join(dirname(clusterDir), 'postgres.lock');

/** Waits before the tries to bring a dead server back, ms; the last one repeats. */
const backOffMs = [50, 200, 500, 1000, 2000, 5000];

/** How often it is looked whether the log can go on: it is written at some 20 MB a second at most. */
const lookEveryMs = 250;

/** A server that lived this long starts again from the shortest wait. */
const stableAfterMs = 60_000;

/** One PostgreSQL of our own as a child process: started, watched, started again when it dies, stopped. */
export function createEmbeddedPostgres({
  dataDir,
  settings,
  log,
  ofItsMajor = false,
  waitForHolderMs = 10_000,
  onChange,
}: EmbeddedPostgresParts): EmbeddedPostgres {
  let lock: DirectoryLock | undefined;
  let socket: SocketFolder | undefined;
  let clusterDir: string | undefined;
  let postmaster: Postmaster | undefined;
  let watching: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function run(place: Placement, folder: string, serverLog: ServerLog): Promise<Postmaster> {
    await endLeftovers(place.clusterDir, log);
    const started = startPostmaster(place, folder, settings, serverLog);
    await started.ready();
    return started;
  }

  /** Stops it in order before its log has no room: what is open is rolled back, what is committed stays. */
  async function endFor(one: Postmaster, clusterDir: string): Promise<string> {
    const look = setInterval(() => {
      if (canLog(clusterDir)) return keepReserve(clusterDir);
      clearInterval(look);
      giveReserve(clusterDir);
      log.error('no space is left for the log of PostgreSQL: it is stopped until there is some');
      void one.stop();
    }, lookEveryMs);
    const how = await one.ended;
    clearInterval(look);
    return how;
  }

  /** Lives until `stop`: starts the server again whenever it ends by itself, or for want of room. */
  async function watch(
    again: () => Promise<Postmaster>,
    clusterDir: string,
    lastLines: () => string[],
  ): Promise<void> {
    let tries = 0;
    while (postmaster) {
      const sinceMs = Date.now();
      const how = await endFor(postmaster, clusterDir);
      if (stopping.signal.aborted) return;
      log.error({ how, lastLines: lastLines() }, 'PostgreSQL has ended');
      onChange?.('down');
      if (Date.now() - sinceMs > stableAfterMs) tries = 0;
      postmaster = undefined;
      while (!postmaster) {
        await sleep(backOffMs[Math.min(tries, backOffMs.length - 1)]);
        if (stopping.signal.aborted) return;
        tries += 1;
        // what a start writes would not fit
        if (!canLog(clusterDir)) continue;
        postmaster = await again().catch((error: unknown) => {
          log.error({ err: error }, 'PostgreSQL could not be started again');
          return undefined;
        });
      }
      log.info({ postgresPid: postmaster.pid }, 'PostgreSQL is back');
      onChange?.('up');
    }
  }

  return {
    async start() {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const programs = programsFor(dataDir, ofItsMajor);
      linkLibraries(programs);
      const place = placeCluster(dataDir, programs);
      clusterDir = place.clusterDir;
      const taken = await takeLock(clusterLock(place.clusterDir), waitForHolderMs);
      lock = taken;
      try {
        refuseUnfinishedRestore(dataDir);
        await ensureCluster(place, dataDir, log);
        rememberPlacement(dataDir, place);
        const folder = makeSocketFolder(place.runAs.account, socketNote(dataDir));
        socket = folder;
        const serverLog = createServerLog(join(dataDir, 'postgres.log'), place.runAs.account);
        const again = () => run(place, folder.path, serverLog);
        postmaster = await again();
        watching = watch(again, place.clusterDir, serverLog.lastLines);
      } catch (error) {
        socket?.remove();
        taken.release();
        if (freeBytes(dirname(place.clusterDir)) >= leastFreeBytes) throw error;
        throw Object.assign(new Error(`too little room for PostgreSQL in ${dataDir}`, { cause: error }), {
          code: 'ENOSPC',
        });
      }
    },
    async stop() {
      stopping.abort();
      await postmaster?.stop();
      await watching;
      // one that the watch was starting just then
      await postmaster?.stop();
      if (clusterDir !== undefined) giveReserve(clusterDir);
      socket?.remove();
      lock?.release();
    },
    connectionString(database) {
      if (!socket) throw new Error('the embedded PostgreSQL has not been started');
      return addressBehind(socket.path, database);
    },
    isOutOfSpace: () => freeBytes(clusterDir) < leastFreeBytes,
    get pid() {
      return postmaster?.pid;
    },
  };
}

function programsFor(dataDir: string, ofItsMajor: boolean): Programs {
  const programs = locatePrograms();
  const clusterDir = ofItsMajor ? existingCluster(dataDir) : undefined;
  if (clusterDir === undefined) return programs;
  const major = majorOf(clusterDir);
  return programs.version.startsWith(`${major}.`) ? programs : (locateEarlierPrograms(major) ?? programs);
}
