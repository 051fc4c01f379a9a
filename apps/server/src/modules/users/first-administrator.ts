import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { hasAnyAdministrator, insertUser, lockAdministrators } from './users-queries.ts';

export interface FirstAdministratorParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly email: string;
  /** Absent: one is made. */
  readonly password: string | undefined;
  readonly dataDir: string;
  /** Shows the person who started the server a password that was made for him. */
  readonly show: (email: string, password: string) => void;
}

/**
 * Sees to it that an installation has an administrator. A generated password stays in a file until the
 * account exists and the password was shown: a crash in between shows the same one again and never makes a second.
 */
export async function ensureFirstAdministrator(parts: FirstAdministratorParts): Promise<void> {
  const { kysely, commit, hashPassword, email, dataDir, show } = parts;
  const path = join(dataDir, 'first-password');
  const hasAdministrator = await hasAnyAdministrator(kysely);
  const made = hasAdministrator ? await readPassword(path) : (parts.password ?? (await makePassword(path)));
  if (made === undefined) return;
  if (!hasAdministrator) {
    const password_hash = await hashPassword(made);
    await commit(async (transaction) => {
      await lockAdministrators(transaction);
      if (await hasAnyAdministrator(transaction)) return;
      const values = { name: 'Administrador', email, password_hash, administrator: true };
      const { id } = await insertUser(transaction, { ...values, device_limit: -1, user_limit: -1 });
      const details = { name: values.name };
      await writeAudit(
        transaction,
        { address: null },
        { action: 'create', noun: 'user', objectId: id, details },
      );
    });
  }
  if (made !== parts.password) show(email, made);
  await rm(path, { force: true });
}

/** What was made before and perhaps never shown. */
async function readPassword(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** 96 random bits in 16 characters; the file appears whole or not at all. */
async function makePassword(path: string): Promise<string> {
  const before = await readPassword(path);
  if (before !== undefined) return before;
  const password = randomBytes(12).toString('base64url');
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
  await rename(draft, path);
  return password;
}
