import { expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { connect } from '../connection.ts';
import type { BackedUpTable } from '../manifest.ts';
import { listTables } from './catalog.ts';
import { attachPartitions, createMissing, takeOffForeignKeys } from './target-tables.ts';

test('[BACK-03] words of a manifest are one statement each: a second one in them is refused', async () => {
  const database = await createTestDatabase();
  const client = await connect(database.connectionString);
  const groups = (await listTables(client)).find(({ name }) => name === 'groups');
  const table = { ...groups, files: [] } as unknown as BackedUpTable;
  const [schema, more] = ['public', '; CREATE TABLE smuggled ()'];
  const tries = {
    table: () => createMissing(client, [{ ...table, name: 'a', create: [`CREATE TABLE a ()${more}`] }], []),
    column: () =>
      createMissing(
        client,
        [{ ...table, columns: [...table.columns, { name: 'b', definition: `b int${more}` }] }],
        [],
      ),
    sequence: () =>
      createMissing(
        client,
        [],
        [
          {
            schema,
            name: 's',
            owner: null,
            create: `CREATE SEQUENCE s${more}`,
            lastValue: '1',
            isCalled: false,
          },
        ],
      ),
    partition: () => {
      const partition = { of: { schema, name: 'positions' }, bound: `DEFAULT${more}` };
      return attachPartitions(client, [{ ...table, name: 'p', partition }]);
    },
    key: async () => {
      const foreignKeys = [{ name: 'k', definition: `CHECK (true)${more}` }];
      const putBack = await takeOffForeignKeys(client, [{ ...table, foreignKeys }]);
      await putBack();
    },
  };
  for (const [what, attempt] of Object.entries(tries)) {
    await client.query('BEGIN');
    await expect(attempt(), what).rejects.toThrow(/cannot insert multiple commands/);
    await client.query('ROLLBACK');
  }
  await client.end();
  await database.drop();
});
