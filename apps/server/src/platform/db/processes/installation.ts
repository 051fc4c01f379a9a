/** Which installation a database is: whose key sealed what is stored there, and who it is among others on one NATS. */
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { DatabaseRefused } from '../../../errors/database-errors.ts';
import type { Config } from '../../config/config.ts';
import { type Processes, type ProcessParts, registerProcess } from './processes.ts';

export interface JoiningParts {
  readonly pool: Pick<Pool, 'query'>;
  /** Of this process's key. */
  readonly keyFingerprint: string;
  /** The key lies beside the database (`DATA_DIR`), so that both are of one installation whatever the key is. */
  readonly isEmbedded: boolean;
  /** Fingerprint of the key that a person says was replaced. */
  readonly replacedKey: string | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

interface Row {
  readonly id: string;
  readonly keyFingerprint: string;
}

/**
 * The installation's id. The first process leaves the fingerprint of its key; one with another key is refused with a
 * `DatabaseRefused`, since it could open nothing of what the others sealed.
 */
export async function joinInstallation(parts: JoiningParts): Promise<string> {
  const { pool, keyFingerprint, isEmbedded, replacedKey, log } = parts;
  const { rows } = await pool.query<Row>(
    `WITH first AS (
       UPDATE installation SET key_fingerprint = $1 WHERE key_fingerprint IS NULL RETURNING id, key_fingerprint
     )
     SELECT id, key_fingerprint AS "keyFingerprint" FROM first
     UNION ALL SELECT id, key_fingerprint FROM installation WHERE key_fingerprint IS NOT NULL`,
    [keyFingerprint],
  );
  const [found] = rows;
  // two first starts in one moment: the one that waited for the other's row sees neither
  if (!found) return joinInstallation(parts);
  if (found.keyFingerprint === keyFingerprint) return found.id;
  if (!isEmbedded && replacedKey !== found.keyFingerprint) {
    throw new DatabaseRefused(
      'the database of DATABASE_URL belongs to an installation with another SECRET_KEY: give all processes the same ' +
        'SECRET_KEY, or another DATABASE_URL; if that key is lost, and all secrets are to be typed anew, start with ' +
        `REPLACED_KEY=${found.keyFingerprint}`,
    );
  }
  log.warn('SECRET_KEY is another one than before: what was sealed with that one has to be typed anew');
  await pool.query('UPDATE installation SET key_fingerprint = $1 WHERE key_fingerprint = $2', [
    keyFingerprint,
    found.keyFingerprint,
  ]);
  return joinInstallation(parts);
}

/** Whose database it is, and who this process is there. Throws as `joinInstallation` does. */
export async function enterInstallation({
  config,
  keyFingerprint,
  ...parts
}: ProcessParts & {
  readonly config: Pick<Config, 'databaseUrl' | 'replacedKey'>;
  readonly keyFingerprint: string;
}): Promise<Processes> {
  const { databaseUrl, replacedKey } = config;
  const isEmbedded = databaseUrl === undefined;
  const installation = await joinInstallation({ ...parts, keyFingerprint, isEmbedded, replacedKey });
  const processes = await registerProcess(installation, parts);
  const epochs = processes.others();
  if (epochs.length > 0)
    parts.log.warn(
      { epochs },
      'other processes work on this database: what they store is not shown live here',
    );
  return processes;
}
