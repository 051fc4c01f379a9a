import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPool } from './pool.ts';
import { createTestDatabase } from './test-database.ts';

test('[ING-02] a commit is on disk when it is answered, whatever the database was told', async () => {
  const database = await createTestDatabase();
  const { rows: names } = await database.pool.query('SELECT quote_ident(current_database()) AS name');
  await database.pool.query(`ALTER DATABASE ${names[0].name} SET synchronous_commit = off`);
  const log = pino({ level: 'silent' });
  const pool = createPool({ connectionString: database.connectionString, connections: 1, log });
  const { rows } = await pool.query('SHOW synchronous_commit');
  expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  await pool.end();
  await database.drop();
});
