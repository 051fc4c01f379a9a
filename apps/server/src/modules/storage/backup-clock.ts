/** Makes backups by the clock (BACK-02), in a process of its own, so that reading and compressing hold up nobody here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../platform/db/schema.ts';
import { type ClockRuns, endCutOffRuns, readClockFolders, readClockRuns } from './storage-queries.ts';

export interface BackupClockParts {
  readonly kysely: Kysely<Schema>;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Absolute; undefined: none is made. */
  readonly backupDir: string | undefined;
  readonly everyHours: number;
  readonly keep: number;
  /** Makes one backup in a place; rejects with why it could not. */
  readonly make: (place: string, signal: AbortSignal) => Promise<void>;
}

const hourMs = 3_600_000;
/** 5:00 UTC, two at night in Brasília: from there backups are a multiple of hours away. */
const anchorMs = 5 * hourMs;
/** After one that failed. */
const retryMs = 900_000;

/** When the newest backup that there should be was due. */
export function lastDueMs(nowMs: number, everyHours: number): number {
  const everyMs = everyHours * hourMs;
  return Math.floor((nowMs - anchorMs) / everyMs) * everyMs + anchorMs;
}

export function isDue({ nowMs, takenMs, failedMs }: ClockRuns, everyHours: number): boolean {
  if (failedMs !== null && failedMs > (takenMs ?? 0) && nowMs - failedMs < retryMs) return false;
  return takenMs === null || takenMs < lastDueMs(nowMs, everyHours);
}

/** Makes the backup that is due, then removes those that are too many. By one process at a time. */
export function createBackupClock({ kysely, log, backupDir, everyHours, keep, make }: BackupClockParts) {
  return async (signal: AbortSignal): Promise<void> => {
    if (backupDir === undefined) return;
    const place = resolve(backupDir);
    if (!isDue(await readClockRuns(kysely, place), everyHours)) return;
    await endCutOffRuns(kysely, place);
    log.info({ place }, 'a backup is made');
    await make(place, signal);
    // nothing that a row says may make us remove anything else
    const isOurs = (folder: string) => dirname(folder) === place && /\/atalaia-[\dTZ-]+$/.test(folder);
    const folders = await readClockFolders(kysely, place);
    for (const folder of folders.filter((one) => isOurs(one) && existsSync(one)).slice(keep)) {
      rmSync(folder, { recursive: true });
      log.info({ folder }, 'an old backup was removed');
    }
  };
}

/** The command `npm run backup` as a child that ends with this process. */
export function backupProcess(program: URL, env: NodeJS.ProcessEnv): BackupClockParts['make'] {
  return async (place, signal) => {
    const child = spawn(process.execPath, [fileURLToPath(program), place, '--by-clock'], {
      env,
      // its standard input ends with this process, whatever ends that
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let reason = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      reason = `${reason}${text}`.slice(-2_000);
    });
    const stop = () => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      const [code] = await once(child, 'close');
      if (code !== 0 && !signal.aborted)
        throw new Error(`no backup was made: ${reason.trim() || `it ended with ${code}`}`);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}
