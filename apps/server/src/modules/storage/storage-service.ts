/** What there is of backups and of room on the disks, read from time to time by every process. */
import { statfs } from 'node:fs/promises';
import { isRetentionDecided } from '@atalaia/contract/server/server-settings';
import type { Disk, Storage } from '@atalaia/contract/server/storage';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Schema } from '../../platform/db/schema.ts';
import { lastDueMs } from './backup-clock.ts';
import { readBackups } from './storage-queries.ts';

export interface StorageParts {
  readonly kysely: Kysely<Schema>;
  readonly metrics: Registry;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly dataDir: string;
  readonly backupDir: string | undefined;
  readonly everyHours: number;
  readonly keep: number;
  /** Less than this on a disk is told. */
  readonly wantedFreeBytes: number;
}

export interface StorageService {
  read(): Promise<Storage>;
  /** For `every`: keeps the metrics, and logs a disk that has become low. */
  look(): Promise<void>;
}

/** A backup takes its time, and the first of an installation is made an hour after its start at the latest. */
const graceMs = 3 * 3_600_000;

export function createStorageService(parts: StorageParts): StorageService {
  const { kysely, log, backupDir, everyHours, keep, wantedFreeBytes } = parts;
  let known: Storage | undefined;
  let readMs = 0;
  const low = new Set<string>();
  const gauge = (name: string, help: string, value: (storage: Storage) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [parts.metrics],
      collect() {
        const found = known && value(known);
        if (typeof found === 'number') this.set(found);
        else this.reset();
      },
    });
  gauge('atalaia_backup_age_seconds', 'Since the newest whole backup was taken', ({ backups }) =>
    backups.ageSeconds === null ? null : backups.ageSeconds + Math.round((performance.now() - readMs) / 1000),
  );
  gauge(
    'atalaia_backup_positions_since',
    'Positions that are in no backup',
    ({ backups }) => backups.positionsSince,
  );
  gauge('atalaia_backup_overdue', '1 while there is no backup where one should be', ({ backups }) =>
    Number(backups.isOverdue),
  );
  for (const disk of ['data', 'backups'] as const) {
    gauge(
      `atalaia_disk_${disk}_free_bytes`,
      `Room on the disk of ${disk === 'data' ? 'DATA_DIR' : 'BACKUP_DIR'}`,
      ({ disks }) => disks.find(({ of }) => of === disk)?.freeBytes ?? null,
    );
  }

  async function diskOf(of: Disk['of'], path: string): Promise<Disk | undefined> {
    const found = await statfs(path).catch(() => undefined);
    if (!found) return undefined;
    const freeBytes = found.bavail * found.bsize;
    return { of, freeBytes, totalBytes: found.blocks * found.bsize, isLow: freeBytes < wantedFreeBytes };
  }

  async function read(): Promise<Storage> {
    const { now, attributes, ...stored } = await readBackups(kysely);
    const nowMs = Date.parse(now);
    const takenMs = stored.last ? Date.parse(stored.last.takenAt) : undefined;
    const disks = [
      await diskOf('data', parts.dataDir),
      backupDir === undefined ? undefined : await diskOf('backups', backupDir),
    ].filter((disk) => disk !== undefined);
    return {
      backups: {
        ...stored,
        ...{ isOn: backupDir !== undefined, everyHours, keep },
        ageSeconds: takenMs === undefined ? null : Math.max(0, Math.round((nowMs - takenMs) / 1000)),
        isOverdue: takenMs === undefined || takenMs < lastDueMs(nowMs - graceMs, everyHours),
      },
      disks,
      isRetentionDecided: isRetentionDecided(attributes),
    };
  }

  return {
    read,
    async look() {
      known = await read();
      readMs = performance.now();
      for (const { of, isLow, freeBytes } of known.disks) {
        if (isLow === low.has(of)) continue;
        if (isLow) low.add(of);
        else low.delete(of);
        const level = isLow ? 'warn' : 'info';
        log[level]({ disk: of, freeBytes }, isLow ? 'a disk has little room left' : 'a disk has room again');
      }
    },
  };
}
