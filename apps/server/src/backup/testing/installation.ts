/** Databases that are backed up and restored in tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { noteRestore } from '../../platform/db/backup-marks.ts';
import { checkBackup } from '../check-backup.ts';
import { type BackupDone, makeBackup } from '../make-backup.ts';
import { readManifest } from '../manifest.ts';
import { restoreEmbedded } from '../restore/restore-embedded.ts';

export const quiet = pino({ level: 'silent' });
export const testKey = Buffer.alloc(32, 7);
const never = new AbortController().signal;

export function backUp(
  connectionString: string,
  place: string,
  parts: Partial<Parameters<typeof makeBackup>[0]> = {},
): Promise<BackupDone> {
  return makeBackup({
    connectionString,
    place,
    key: testKey,
    withKey: true,
    opens: () => false,
    release: 'test',
    say: () => undefined,
    signal: never,
    ...parts,
  });
}

/** What a restore is asked to load: a whole backup. */
export async function loadOf(folder: string, leaveOut: readonly string[] = []) {
  const manifest = readManifest(folder);
  await checkBackup(folder, manifest, never);
  return { folder, manifest, leaveOut: new Set(leaveOut), say: () => undefined, signal: never };
}

export async function restoreInto(
  dataDir: string,
  folder: string,
  parts: Partial<Parameters<typeof restoreEmbedded>[0]> = {},
) {
  return restoreEmbedded({
    config: { dataDir, secretKey: undefined },
    load: await loadOf(folder),
    replace: false,
    withKey: true,
    log: quiet,
    ...parts,
  });
}

/** As a killed process would have left it. */
export function noteCutOff(dataDir: string, backup: string, into: Parameters<typeof noteRestore>[2]): void {
  noteRestore(dataDir, backup, into);
  const path = join(dataDir, 'restore-unfinished');
  const note = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...note, started: 'long ago' }));
}

/** Every table's rows, read by PostgreSQL itself and by nothing that makes backups. */
export async function contentsOf(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)' ORDER BY 1`);
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await pool.query<{ reported: string }>(`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")), '') AS reported
      FROM ONLY ${name} AS t`);
    contents[name] = found.rows[0]?.reported ?? '';
  }
  return contents;
}
