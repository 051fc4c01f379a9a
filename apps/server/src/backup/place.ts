/**
 * Where backups lie: each in a folder of its own below the place that was named, by the instant it was taken. While one
 * is being written its folder has another name, so that half a backup is never taken for a whole one.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { BackupRefused } from '../errors/backup-errors.ts';
import { processName, runningPid } from '../platform/db/embedded/processes.ts';
import { manifestName } from './manifest.ts';

const finished = /^atalaia-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
/** Its writer's process and machine follow. */
const unfinished = /^atalaia-unfinished-(\d+-[^-]*)-(.*)$/;

export interface Draft {
  /** The folder to write into. */
  readonly folder: string;
  /** Gives it its name, once `before` has heard of it; resolves with that folder once it is on the disk. */
  finish(takenAt: string, before?: (folder: string) => Promise<void>): Promise<string>;
  /** Removes what was written. */
  discard(): void;
}

/** Begins a backup in `place`, which is made when it is missing. */
export function beginDraft(place: string): Draft {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const folder = join(place, `atalaia-unfinished-${processName()}-${hostname()}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return {
    folder,
    async finish(takenAt, before) {
      const whole = join(place, `atalaia-${takenAt.slice(0, 19).replaceAll(':', '-')}Z`);
      if (existsSync(whole)) throw new BackupRefused(`${whole} exists already: wait a second and try again`);
      await syncFolder(folder);
      await before?.(whole);
      await rename(folder, whole);
      await syncFolder(place);
      return whole;
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Removes what backups of this machine left that were killed; returns their folders. */
export function removeLeftDrafts(place: string): readonly string[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory())
    throw new BackupRefused(`${place} is no folder: name one that backups may lie in`);
  const left = readdirSync(place)
    .filter((name) => {
      const [, writer = '', host = ''] = unfinished.exec(name) ?? [];
      return host === hostname() && runningPid(writer) === undefined;
    })
    .map((name) => join(place, name));
  for (const folder of left) rmSync(folder, { recursive: true, force: true });
  return left;
}

/** The backup that `place` is, or the newest whole one below it, and the one before that. Throws `BackupRefused`. */
export function findBackup(place: string): { readonly folder: string; readonly before: string | undefined } {
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupRefused(`${place} is no folder: name a backup, or the folder that backups lie in`);
  }
  if (existsSync(join(place, manifestName))) return { folder: place, before: undefined };
  if (unfinished.test(basename(place))) {
    throw new BackupRefused(`${place} was never finished: name another backup`);
  }
  const [newest, before] = finishedBackups(place);
  if (newest === undefined) {
    throw new BackupRefused(
      `${place} holds no ${manifestName} and no folder named atalaia-…: it holds no whole backup`,
    );
  }
  return { folder: newest, before };
}

/** The folders of whole backups in a place, the newest first. */
export function finishedBackups(place: string): readonly string[] {
  return readdirSync(place)
    .filter((name) => finished.test(name))
    .toSorted()
    .reverse()
    .map((name) => join(place, name));
}

/** What was renamed or made in a folder is there after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
