/**
 * A migration that renames tables makes the database one that the release before cannot work with. Before it runs on a
 * database that holds data there is a backup: made here for the embedded one, requested on an external one.
 */
import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupRefused } from '../errors/backup-errors.ts';
import { DatabaseRefused, isOutOfSpace } from '../errors/database-errors.ts';
import type { Config } from '../platform/config/config.ts';
import { secretKey } from '../platform/config/secret-key.ts';
import { connect } from './connection.ts';
import { makeBackup } from './make-backup.ts';

export interface BeforeRenaming {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'backedUpBefore'>;
  readonly connectionString: string;
  /** Of this server. */
  readonly release: string;
  readonly say: (text: string) => void;
}

/** Throws `DatabaseRefused`, with what to do, when there is no backup. */
export async function backUpBeforeRenaming(migration: string, parts: BeforeRenaming): Promise<void> {
  const { config, say } = parts;
  if (config.backedUpBefore === migration) return;
  if (config.databaseUrl !== undefined) {
    throw new DatabaseRefused(
      `the migration ${migration} renames tables of the database of DATABASE_URL, and the release before cannot work with it afterwards: ` +
        `stop every server of it, run npm run backup -- PLACE, and start with BACKED_UP_BEFORE=${migration}`,
    );
  }
  const place = join(config.dataDir, `backup-before-${migration}`);
  await refuseSmallDisk(migration, place, parts);
  say(
    `The migration ${migration} renames tables. A backup is made before, in ${place}; this may take minutes`,
  );
  const folder = await writeBackup(migration, place, parts);
  // of starts that did not come to the migration
  for (const name of readdirSync(place)) {
    if (join(place, name) !== folder) rmSync(join(place, name), { recursive: true });
  }
  say(`The backup before the migration is whole: ${folder}`);
}

async function writeBackup(
  migration: string,
  place: string,
  { config, connectionString, release, say }: BeforeRenaming,
): Promise<string> {
  try {
    const { folder } = await makeBackup({
      connectionString,
      place,
      key: secretKey(config),
      withKey: true,
      // the key that this installation works with, whatever it still opens
      opens: () => true,
      release,
      say,
      signal: new AbortController().signal,
    });
    return folder;
  } catch (error) {
    if (error instanceof BackupRefused) throw new DatabaseRefused(error.message);
    if (error instanceof Error && isOutOfSpace(error)) {
      throw noRoom(migration, place, await sizeOf(connectionString), freeBytes(config.dataDir));
    }
    throw error;
  }
}

/** Compressed text takes less than the tables do. */
async function refuseSmallDisk(
  migration: string,
  place: string,
  { config, connectionString }: BeforeRenaming,
): Promise<void> {
  const needed = await sizeOf(connectionString);
  const free = freeBytes(existsSync(place) ? place : config.dataDir);
  if (free < needed) throw noRoom(migration, place, needed, free);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Bytes of every table without its indexes. */
async function sizeOf(connectionString: string): Promise<number> {
  const client = await connect(connectionString);
  try {
    const { rows } = await client.query<{ bytes: string }>(`
      SELECT coalesce(sum(pg_table_size(c.oid)), 0) AS bytes FROM pg_class AS c
      WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`);
    return Number(rows[0]?.bytes ?? 0);
  } finally {
    await client.end();
  }
}

function noRoom(migration: string, place: string, needed: number, free: number): DatabaseRefused {
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en');
  return new DatabaseRefused(
    `the backup before the migration ${migration} needs up to ${megabytes(needed)} MB in ${place}, where ${megabytes(free)} MB are left: ` +
      `make room there, or run npm run backup -- PLACE on another disk and start with BACKED_UP_BEFORE=${migration}`,
  );
}
