import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BackupRefused } from '../errors/backup-errors.ts';
import { keyName, type Manifest, manifestDigestName, manifestName, tablesFolder } from './manifest.ts';
import { readFileFacts } from './tables/table-file.ts';

/**
 * Reads every file of a backup and compares it with the manifest. Throws `BackupRefused` with everything that is wrong,
 * file by file.
 */
export async function checkBackup(folder: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const expected = new Map(
    manifest.tables.flatMap(({ files }) => files).map(({ path, ...facts }) => [path, facts]),
  );
  const all = new Map<string, { readonly bytes: number; readonly sha256: string }>(expected);
  if (manifest.key.file) all.set(keyName, manifest.key.file);
  const present = new Set(filesBelow(folder));
  const wrongs: string[] = [];
  for (const [path, facts] of all) {
    if (!present.has(path)) wrongs.push(`${path} is missing`);
    else {
      const found = await readFileFacts(join(folder, path), signal);
      if (found.bytes !== facts.bytes) {
        wrongs.push(`${path} has ${found.bytes} bytes instead of ${facts.bytes}`);
      } else if (found.sha256 !== facts.sha256) {
        wrongs.push(`${path} is damaged: its SHA-256 is not the one in ${manifestName}`);
      }
    }
  }
  for (const path of present) {
    if (!all.has(path) && path !== manifestName && path !== manifestDigestName) {
      wrongs.push(`${path} does not belong to the backup`);
    }
  }
  if (wrongs.length === 0) return;
  throw new BackupRefused([`${folder} is damaged:`, ...wrongs.map((wrong) => `  ${wrong}`)].join('\n'));
}

/** With `/` between. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    if (entry.name !== tablesFolder) return [`${entry.name}/`];
    return readdirSync(join(folder, tablesFolder)).map((name) => `${tablesFolder}/${name}`);
  });
}
