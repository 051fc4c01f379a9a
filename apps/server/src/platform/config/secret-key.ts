import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../errors/config-error.ts';
import type { Config } from './config.ts';

type KeySettings = Pick<Config, 'secretKey' | 'dataDir'>;

/**
 * The 32 bytes that encrypt stored secrets: from `SECRET_KEY`, else from `DATA_DIR/secret-key`, which is made at the
 * first start and readable by its owner only. Throws a `ConfigError` when the file holds anything else: making a new
 * key then would silently lose what the old one encrypted.
 */
export function secretKey(config: KeySettings): Buffer {
  const path = keyPath(config.dataDir);
  return existingSecretKey(config) ?? parseKey(makeKey(path), path);
}

/** The same where there is one; none is made. */
export function existingSecretKey({ secretKey, dataDir }: KeySettings): Buffer | undefined {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'hex');
  const path = keyPath(dataDir);
  const text = readKey(path);
  return text === undefined ? undefined : parseKey(text, path);
}

/** Where it lies unless `SECRET_KEY` is set. */
export const keyPath = (dataDir: string): string => join(dataDir, 'secret-key');

function parseKey(text: string, path: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) {
    throw new ConfigError(
      `${path} must hold 64 hexadecimal digits; restore it from a backup, or set SECRET_KEY`,
    );
  }
  return Buffer.from(text.trim(), 'hex');
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A hard link makes the key appear whole or not at all, and leaves the winner's when two processes start at once. */
function makeKey(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}
