/**
 * A pooler between us and PostgreSQL that hands its server's connections from one client to another after each
 * transaction loses what we set for a session: `synchronous_commit`, the time zone, prepared statements, the limit of a
 * statement. Nothing would fail at once, so it is looked for at the start.
 */
import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { DatabaseRefused } from '../../../errors/database-errors.ts';

const refusal =
  'the address of DATABASE_URL leads to a connection pooler that does not keep the settings of a session: give the ' +
  'address of PostgreSQL itself, or of a pooler that gives each connection a server connection of its own (of PgBouncer: ' +
  'pool_mode = session, with the parameters options and statement_timeout passed on and not ignored)';

/** What a pooler says to parameters of a connection's start that it does not pass on. */
const unsupportedParameter = /unsupported startup parameter/;

/** Throws `DatabaseRefused` when the connections of this pool do not keep what is set for their sessions. */
export async function refuseTransactionPooler(pool: Pool): Promise<void> {
  try {
    if (!(await keepsSettings(pool))) throw new DatabaseRefused(refusal);
  } catch (error) {
    if (error instanceof Error && unsupportedParameter.test(error.message)) {
      throw new DatabaseRefused(refusal);
    }
    throw error;
  }
}

async function keepsSettings(pool: Pool): Promise<boolean> {
  const one = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      return (await hasOwnSettings(one)) && (await isAlone(one, other));
    } finally {
      other.release(true);
    }
  } finally {
    one.release(true);
  }
}

/** What every connection asks for as it starts; a pooler may be configured to drop it. */
async function hasOwnSettings(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ retained: boolean }>(
    `SELECT current_setting('jit') = 'off' AND current_setting('work_mem') = '16MB'
       AND current_setting('synchronous_commit') = 'on' AS retained`,
  );
  return rows[0]?.retained === true;
}

/**
 * One client sets something and the other opens a transaction. Of a pooler the other one gets the server connection that
 * the first has just left, and sees it; or the first one gets another connection meanwhile, and it is gone.
 */
async function isAlone(one: PoolClient, other: PoolClient): Promise<boolean> {
  const mark = randomUUID();
  const seenBy = async (client: PoolClient) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `SELECT current_setting('atalaia.mark', true) AS mark`,
    );
    return rows[0]?.mark === mark;
  };
  await one.query(`SELECT set_config('atalaia.mark', $1, false)`, [mark]);
  await other.query('BEGIN');
  try {
    return !(await seenBy(other)) && (await seenBy(one));
  } finally {
    await other.query('ROLLBACK');
  }
}
