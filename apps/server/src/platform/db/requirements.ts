import type { Pool } from 'pg';
import { DatabaseRefused } from '../../errors/database-refused.ts';

const oldestVersion = 15;

/** What a server says of itself. */
interface Found {
  readonly version: number;
  readonly encoding: string;
  /** Whether it has the collation by which names are ordered. */
  readonly sortsNames: boolean;
}

/** Throws `DatabaseRefused`, with what to do, when the server is not one that the queries can rely on. */
export async function checkRequirements(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Found>(`
    SELECT current_setting('server_version_num')::int / 10000 AS version,
           current_setting('server_encoding') AS encoding,
           EXISTS (SELECT FROM pg_collation WHERE collname = 'pt-BR-x-icu') AS "sortsNames"`);
  const [found] = rows;
  const objection = found && objectionTo(found);
  if (objection) throw new DatabaseRefused(`the server of DATABASE_URL ${objection}`);
}

/** Why a server cannot be used, and what to do; undefined when it can. */
export function objectionTo({ version, encoding, sortsNames }: Found): string | undefined {
  if (version < oldestVersion) return `is PostgreSQL ${version}; ${oldestVersion} or later is needed`;
  if (encoding !== 'UTF8') return `has the database in ${encoding}: make one with ENCODING 'UTF8'`;
  if (!sortsNames) return 'has no collation "pt-BR-x-icu", by which names are ordered: use a build with ICU';
  return undefined;
}
