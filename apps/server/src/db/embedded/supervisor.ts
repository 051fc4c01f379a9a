import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { linkLibraries, locatePrograms } from './binaries.ts';
import { ensureCluster, superuser } from './cluster.ts';
import { type DirectoryLock, takeLock } from './directory-lock.ts';
import { endLeftovers } from './leftovers.ts';
import { type Placement, placeCluster, rememberPlacement } from './placement.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { createServerLog, type ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import { makeSocketFolder, type SocketFolder } from './socket-folder.ts';

export interface EmbeddedPostgresParts {
  /** Holds the cluster in `postgres/` (or a pointer to it), its log and its lock. Made when missing. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** How long a start waits for another process to let go of the cluster, ms. */
  readonly waitForHolderMs?: number;
  /** Told each time it goes away by itself and each time it is back. */
  readonly onChange?: (state: 'down' | 'up') => void;
}

export interface EmbeddedPostgres {
  /** Resolves once it accepts connections. Throws `DatabaseRefused` when trying again will not help. */
  start(): Promise<void>;
  /** Fast shutdown; resolves when nothing of it runs. */
  stop(): Promise<void>;
  /** The address of one of its databases; stays the same from `start` to `stop`, also across restarts. */
  connectionString(database: string): string;
  /** Of the server process at work; undefined while none is. */
  readonly pid: number | undefined;
}

/** Waits before the tries to bring a dead server back, ms; the last one repeats. */
const backOffMs = [50, 200, 500, 1000, 2000, 5000];

/** A server that lived this long starts again from the shortest wait. */
const stableAfterMs = 60_000;

/** One PostgreSQL of our own as a child process: started, watched, started again when it dies, stopped. */
export function createEmbeddedPostgres({
  dataDir,
  settings,
  log,
  waitForHolderMs = 10_000,
  onChange,
}: EmbeddedPostgresParts): EmbeddedPostgres {
  let lock: DirectoryLock | undefined;
  let socket: SocketFolder | undefined;
  let postmaster: Postmaster | undefined;
  let watching: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function run(place: Placement, folder: string, serverLog: ServerLog): Promise<Postmaster> {
    await endLeftovers(place.clusterDir, log);
    const started = startPostmaster(place, folder, settings, serverLog);
    await started.ready();
    return started;
  }

  /** Lives until `stop`: starts the server again whenever it ends by itself. */
  async function watch(again: () => Promise<Postmaster>, lastLines: () => string[]): Promise<void> {
    let tries = 0;
    while (postmaster) {
      const sinceMs = Date.now();
      const how = await postmaster.ended;
      if (stopping.signal.aborted) return;
      log.error({ how, lastLines: lastLines() }, 'PostgreSQL ended by itself');
      onChange?.('down');
      if (Date.now() - sinceMs > stableAfterMs) tries = 0;
      postmaster = undefined;
      while (!postmaster) {
        await sleep(backOffMs[Math.min(tries, backOffMs.length - 1)]);
        if (stopping.signal.aborted) return;
        tries += 1;
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
      const programs = locatePrograms();
      linkLibraries(programs);
      const place = placeCluster(dataDir, programs);
      const held = await takeLock(join(dirname(place.clusterDir), 'postgres.lock'), waitForHolderMs);
      lock = held;
      try {
        await ensureCluster(place);
        rememberPlacement(dataDir, place);
        const folder = makeSocketFolder(place.runAs.account, join(dataDir, 'postgres-socket'));
        socket = folder;
        const serverLog = createServerLog(join(dataDir, 'postgres.log'), place.runAs.account);
        const again = () => run(place, folder.path, serverLog);
        postmaster = await again();
        watching = watch(again, serverLog.lastLines);
      } catch (error) {
        socket?.remove();
        held.release();
        throw error;
      }
    },
    async stop() {
      stopping.abort();
      await postmaster?.stop();
      await watching;
      // one that the watch was starting just then
      await postmaster?.stop();
      socket?.remove();
      lock?.release();
    },
    connectionString(database) {
      if (!socket) throw new Error('the embedded PostgreSQL has not been started');
      // port and sslmode stated, or PGPORT and PGSSLMODE of the environment would count
      return `postgresql://${superuser}@${encodeURIComponent(socket.path)}:5432/${database}?sslmode=disable`;
    },
    get pid() {
      return postmaster?.pid;
    },
  };
}
