import type { Pool, PoolClient } from 'pg';

/**
 * Does `work` in one transaction on one connection: committed when it resolves, rolled back when it rejects, with the
 * error of `work` thrown on. A connection that cannot even roll back is thrown away.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
