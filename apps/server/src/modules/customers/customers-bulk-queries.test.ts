import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Schema } from '../../platform/db/schema.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { areCustomersVisible } from '../../visibility/visible.ts';
import { lockMatches } from './customers-bulk-queries.ts';

const { pool, kysely, drop } = await createTestDatabase();
afterAll(() => drop());

const count = 4_000;
/** One customer in ten has the document of the one before; user 2 sees every second one. */
await pool.query(`
  INSERT INTO users (name, email, password_hash, administrator) VALUES ('a', 'a@x', '', true), ('b', 'b@x', '', false);
  INSERT INTO groups (name) VALUES ('seen'), ('hidden');
  INSERT INTO user_groups VALUES (2, 1);
  INSERT INTO customers (name, cpf_cnpj, group_id)
  SELECT 'c', CASE WHEN n % 10 = 0 THEN n - 1 ELSE n END, 1 + n % 2 FROM generate_series(1, ${count}) AS n ORDER BY n`);
const administrator = { userId: 1, administrator: true };
const viewers = [administrator, { userId: 2, administrator: false }];
const customers = Array.from({ length: count }, (_, index) => {
  const id = index + 1;
  return { id, document: String(id % 10 === 0 ? id - 1 : id), isSeen: id % 2 === 0 };
});

/** How often this connection passed over the whole table. */
async function scansOf(db: Kysely<Schema>): Promise<unknown> {
  const { rows } =
    await sql`SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'customers'`.execute(db);
  return rows;
}

const some = fc.uniqueArray(fc.integer({ min: 1, max: count + 20 }), { maxLength: 40 });

test('[FLT-01] customers are found by number and document, each once, and only those that one sees', async () => {
  await fc.assert(
    fc.asyncProperty(some, some, fc.constantFrom(...viewers), async (ids, numbers, viewer) => {
      const documents = [...numbers.map(String), '19'];
      const matches = await lockMatches(kysely, viewer, { ids, documents });
      const meant = customers.filter(
        ({ id, document, isSeen }) =>
          (viewer.administrator || isSeen) && (ids.includes(id) || documents.includes(document)),
      );
      expect(matches.map(({ id }) => id)).toEqual(meant.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
});

test('[ROLE-01] customers are seen where each of them is, however often one is named', async () => {
  const [, other] = viewers;
  expect(await areCustomersVisible(kysely, administrator, [1, 2, 2, 1])).toBe(true);
  expect(await areCustomersVisible(kysely, other!, [2, 4, 2])).toBe(true);
  expect(await areCustomersVisible(kysely, other!, [2, 4, 5])).toBe(false);
  expect(await areCustomersVisible(kysely, administrator, [1, count + 1])).toBe(false);
  expect(await areCustomersVisible(kysely, other!, [])).toBe(true);
});

test('[FLT-01] customers are looked up by index in a table that nothing is known of yet', async () => {
  const ids = customers.slice(0, 20).map(({ id }) => id);
  const documents = customers.slice(0, 250).map(({ document }) => document);
  await kysely.transaction().execute(async (transaction) => {
    const before = await scansOf(transaction);
    expect(await lockMatches(transaction, administrator, { ids: [1], documents })).toHaveLength(250);
    expect(await areCustomersVisible(transaction, administrator, ids)).toBe(true);
    expect(await scansOf(transaction)).toEqual(before);
  });
});
