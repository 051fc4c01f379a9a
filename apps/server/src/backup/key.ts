/** The key that opens stored secrets is beside the database: without it they must all be typed anew. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { BackupRefused } from '../errors/backup-errors.ts';
import type { Config } from '../platform/config/config.ts';
import { existingSecretKey, keyPath } from '../platform/config/secret-key.ts';
import { keyName, type Manifest } from './manifest.ts';

export type KeySettings = Pick<Config, 'secretKey' | 'dataDir'>;

export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('atalaia secret key\n').update(key).digest('hex').slice(0, 16);
}

/** The key of the installation that is backed up. */
export function keyToBackUp(config: KeySettings): Buffer {
  const key = existingSecretKey(config);
  if (key) return key;
  throw new BackupRefused(
    `${keyPath(config.dataDir)} does not exist and SECRET_KEY is not set: start this where the server starts, with its DATA_DIR or SECRET_KEY`,
  );
}

/**
 * Throws `BackupRefused` when none of the stored secrets opens with the key: it would be the key of another
 * installation, and nobody would notice before a restore. One that was sealed with an earlier key may be among them.
 */
export async function refuseOtherKey(client: ClientBase, opens: (sealed: string) => boolean): Promise<void> {
  const { rows } = await client.query<{ sealed: string }>(`
    SELECT (regexp_matches(attributes::text, 'sealed:v1:[0-9a-f]{8}:[A-Za-z0-9_-]+', 'g'))[1] AS sealed
    FROM users WHERE attributes::text LIKE '%sealed:v1:%'`);
  if (rows.length === 0 || rows.some(({ sealed }) => opens(sealed))) return;
  throw new BackupRefused(
    `none of the ${rows.length} stored secrets opens with this key: set SECRET_KEY or DATA_DIR as they are set for the server. ` +
      'If the right key is lost, --without-key makes the backup all the same',
  );
}

/**
 * Whether a restore has to bring the backup's key into DATA_DIR; false when the right one is there. `replaces` says that
 * another one in DATA_DIR is moved aside. Throws `BackupRefused` where stored secrets could not be opened afterwards.
 */
export function needsKey(
  { key: { fingerprint, file } }: Pick<Manifest, 'key'>,
  config: KeySettings,
  replaces: boolean,
): boolean {
  const present = existingSecretKey(config);
  if (present && fingerprintOf(present) === fingerprint) return false;
  if (config.secretKey !== undefined) {
    throw new BackupRefused(
      'SECRET_KEY is not the key of this backup: set the one that it was made with' +
        `${file ? ', or none: the backup brings its own' : ''}. ${anyway}`,
    );
  }
  if (!file) {
    throw new BackupRefused(
      `the backup was made without its key: set SECRET_KEY to it, or put it into ${keyPath(config.dataDir)}. ${anyway}`,
    );
  }
  if (present && !replaces) {
    throw new BackupRefused(
      `${keyPath(config.dataDir)} holds another key than this backup's: move that file away and try again`,
    );
  }
  return true;
}

/** Puts the backup's key where a server reads it, whole or not at all. */
export function bringKey(backup: string, dataDir: string): void {
  const path = keyPath(dataDir);
  writeFileSync(`${path}.new`, readFileSync(join(backup, keyName)), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

const anyway =
  'With --without-key it is restored all the same, and the passwords of other services must be typed anew';
