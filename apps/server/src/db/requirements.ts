import type { Pool } from 'pg';
import { DatabaseRefused } from './database-refused.ts';

const oldestVersion = 15;

/** Throws `DatabaseRefused`, with what to do, when the server is not one the queries can rely on. */
export async function checkRequirements(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string; sortsNames: boolean }>(`
    SELECT current_setting('server_version_num')::int / 10000 AS version,
           current_setting('server_encoding') AS encoding,
           EXISTS (SELECT FROM pg_collation WHERE collname = 'pt-BR-x-icu') AS "sortsNames"`);
  const [found] = rows;
  if (!found) throw new DatabaseRefused('the server of DATABASE_URL does not say what it is');
  if (found.version < oldestVersion) {
    throw new DatabaseRefused(
      `the server of DATABASE_URL is PostgreSQL ${found.version}; ${oldestVersion} or later is needed`,
    );
  }
  if (found.encoding !== 'UTF8') {
    throw new DatabaseRefused(
      `the database of DATABASE_URL is encoded as ${found.encoding}: make one with ENCODING 'UTF8'`,
    );
  }
  if (!found.sortsNames) {
    throw new DatabaseRefused(
      'the server of DATABASE_URL has no collation "pt-BR-x-icu", by which names are ordered: use a build with ICU',
    );
  }
}
