/** `GET /server/storage`: backups and disks of the installation, for administrators. `/health?full` holds the same. */
import { z } from 'zod';
import { instantSchema } from '../values/values.ts';

export const diskSchema = z.object({
  /** `data`: of DATA_DIR, and of the embedded database; `backups`: of BACKUP_DIR. */
  of: z.enum(['data', 'backups']),
  freeBytes: z.int().min(0),
  totalBytes: z.int().min(0),
  /** Below what the settings want to be free. */
  isLow: z.boolean(),
});

export const backupsSchema = z.object({
  /** Whether the clock makes them: BACKUP_DIR is set. */
  isOn: z.boolean(),
  everyHours: z.number(),
  keep: z.int(),
  /** The newest whole one, made by the clock or by hand; null: none was ever made. */
  last: z
    .object({
      takenAt: instantSchema,
      endedAt: instantSchema,
      byClock: z.boolean(),
      rows: z.int(),
      bytes: z.int(),
      /** Without the files that an earlier backup has too. */
      newBytes: z.int(),
    })
    .nullable(),
  /** Since the last one was taken; what was stored in that time is in no backup. */
  ageSeconds: z.int().min(0).nullable(),
  /** Positions that were numbered since then, some too many at most. */
  positionsSince: z.int().min(0).nullable(),
  /** The clock should have made one long ago, or none is made at all. */
  isOverdue: z.boolean(),
  isRunning: z.boolean(),
  /** Why the newest one failed; null where it did not. */
  failure: z.object({ at: instantSchema, reason: z.string() }).nullable(),
});

export const storageSchema = z.object({
  backups: backupsSchema,
  disks: z.array(diskSchema),
  /** Whether somebody has said for how long data is kept; nothing is deleted by age before. */
  isRetentionDecided: z.boolean(),
});

export type Storage = z.infer<typeof storageSchema>;
export type BackupsState = Storage['backups'];
export type Disk = Storage['disks'][number];
