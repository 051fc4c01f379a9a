/** While a backup reads, no partition of positions is dropped: it would wait for the backup, and hold others up. */
import type { ClientBase } from 'pg';

const backupLock = 5_023_002;

/** For as long as the connection lasts. Backups do not hinder each other. */
export async function noteBackup(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [backupLock]);
}

/** Does `work` while no backup begins; undefined, with nothing done, while one reads. */
export async function unlessBackedUp<Result>(
  client: Pick<ClientBase, 'query'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [backupLock]);
  if (!rows[0]?.free) return undefined;
  const result = await work();
  await client.query('SELECT pg_advisory_unlock($1)', [backupLock]);
  return result;
}
