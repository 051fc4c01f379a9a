import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Schema } from '../../platform/db/schema.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { lockMatches } from './devices-bulk-queries.ts';

const { pool, kysely, drop } = await createTestDatabase();
afterAll(() => drop());

const count = 4_000;
/** Three devices in four have a plate, one in 500 that of another; user 2 sees every second one. */
await pool.query(`
  INSERT INTO users (name, email, password_hash, administrator) VALUES ('a', 'a@x', '', true), ('b', 'b@x', '', false);
  INSERT INTO groups (name) VALUES ('seen'), ('hidden');
  INSERT INTO user_groups VALUES (2, 1);
  INSERT INTO devices (name, unique_id, group_id, attributes)
  SELECT 'd', 'n' || n, 1 + n % 2, CASE WHEN n % 4 > 0 THEN
    json_build_object('plate', 'ab-' || CASE WHEN n % 500 = 1 THEN n + 1 ELSE n END)::jsonb ELSE '{"plate":""}' END
  FROM generate_series(1, ${count}) AS n ORDER BY n`);
const viewers = [
  { userId: 1, administrator: true },
  { userId: 2, administrator: false },
];
const devices = Array.from({ length: count }, (_, index) => {
  const id = index + 1;
  const plate = id % 4 > 0 ? `AB${id % 500 === 1 ? id + 1 : id}` : null;
  return { id, uniqueId: `n${id}`, plate, isSeen: id % 2 === 0 };
});

/** How often this connection passed over the whole table. */
async function scansOf(db: Kysely<Schema>): Promise<unknown> {
  const { rows } = await sql`SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'devices'`.execute(
    db,
  );
  return rows;
}

const some = fc.uniqueArray(fc.integer({ min: 1, max: count + 20 }), { maxLength: 40 });

test('[FLT-01] devices are found by number, unique id and plate, each once, and only those that one sees', async () => {
  await fc.assert(
    fc.asyncProperty(
      some,
      some,
      some,
      fc.constantFrom(...viewers),
      async (ids, numbers, plateNumbers, viewer) => {
        const uniqueIds = numbers.map((number) => `n${number}`);
        const plates = [...plateNumbers.map((number) => `AB${number}`), 'AB502', ''];
        const matches = await lockMatches(kysely, viewer, { ids, uniqueIds, plates });
        const meant = devices.filter(
          (one) =>
            (viewer.administrator || one.isSeen) &&
            (ids.includes(one.id) ||
              uniqueIds.includes(one.uniqueId) ||
              (one.plate !== null && plates.includes(one.plate))),
        );
        expect(matches.map(({ id }) => id)).toEqual(meant.map(({ id }) => id));
      },
    ),
    { numRuns: 60 },
  );
});

test('[FLT-01] devices are looked up by index in a table that nothing is known of yet', async () => {
  const [viewer] = viewers;
  const wish = { ids: [1], uniqueIds: devices.slice(0, 250).map(({ uniqueId }) => uniqueId) };
  const plates = devices.slice(0, 250).flatMap(({ plate }) => plate ?? []);
  await kysely.transaction().execute(async (transaction) => {
    const before = await scansOf(transaction);
    expect(await lockMatches(transaction, viewer!, { ...wish, plates })).toHaveLength(250);
    expect(await scansOf(transaction)).toEqual(before);
  });
});

test('[FLT-01] a device whose plate somebody changes meanwhile is looked at as it is then', async () => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE devices SET attributes = '{"plate":"changed"}' WHERE id = 6`);
    const matches = lockMatches(kysely, viewers[0]!, { ids: [], uniqueIds: [], plates: ['AB6', 'AB7'] });
    // it waits for that change
    for (let isWaiting = false; !isWaiting; ) {
      const { rows } = await pool.query(
        'SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
      );
      isWaiting = rows.length > 0;
    }
    await client.query('COMMIT');
    expect((await matches).map(({ id }) => id)).toEqual([7]);
  } finally {
    client.release();
  }
});
