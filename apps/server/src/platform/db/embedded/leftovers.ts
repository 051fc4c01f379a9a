import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { postgresProcessesIn } from './processes.ts';

/** A fast shutdown under load writes a checkpoint first; after this it is stopped without one. */
const shutdownPatienceMs = 30_000;
/** What does not even stop at once by then hangs. */
const stopPatienceMs = 5_000;

/**
 * Ends the processes that a killed start left in the cluster's folder, and waits until they have ended. It is never adopted: its
 * settings, its socket and its log belong to a process that no longer is.
 */
export async function endLeftovers(clusterDir: string, log: Logger): Promise<void> {
  const startMs = performance.now();
  let signal: NodeJS.Signals | undefined;
  for (let left = postgresProcessesIn(clusterDir); left.length > 0; left = postgresProcessesIn(clusterDir)) {
    const postmaster = left.find((pid) => pid === postmasterPid(clusterDir));
    const next = nextSignal(performance.now() - startMs, postmaster !== undefined);
    if (next !== signal) {
      signal = next;
      log.warn({ pids: left, signal }, 'ending a PostgreSQL that a killed start left');
      for (const pid of postmaster === undefined || signal === 'SIGKILL' ? left : [postmaster])
        signalTo(pid, signal);
    }
    await sleep(10);
  }
  removeStalePidFile(clusterDir);
}

/**
 * The postmaster ends its children in order. Those that outlived it may wait for a lock of one that was killed, which
 * nobody will give back: they stop at once, as it would have made them.
 */
function nextSignal(waitedMs: number, hasPostmaster: boolean): NodeJS.Signals {
  const patienceMs = hasPostmaster ? shutdownPatienceMs : 0;
  if (waitedMs < patienceMs) return 'SIGINT';
  return waitedMs < patienceMs + stopPatienceMs ? 'SIGQUIT' : 'SIGKILL';
}

/** Sends a signal; false when there is nobody to get it. */
function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * PostgreSQL refuses to start while the pid in its file takes signal 0, be it a zombie or somebody else by now.
 * Nothing works in the folder any more when this is called, so the file may go.
 */
function removeStalePidFile(clusterDir: string): void {
  const pid = postmasterPid(clusterDir);
  if (pid !== undefined && signalTo(pid, 0)) rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
}

function postmasterPid(clusterDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    // shut down in order, or never started
    return undefined;
  }
}
