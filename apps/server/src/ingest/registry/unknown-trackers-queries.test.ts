import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { mostListed, storeNotes } from './unknown-trackers-queries.ts';

const { pool, drop } = await createTestDatabase();
afterAll(drop);

const startMs = Date.UTC(2026, 10, 1);
const seen = (uniqueId: string, second: number, attempts = 1) => ({
  ...{ uniqueId, protocol: 'gt06', address: '10.0.0.1', attempts },
  seenMs: startMs + second * 1000,
});

test('[ING-04] a full list drops those that knocked once, the longest ago first, and none that knocked again', async () => {
  const once = Array.from({ length: mostListed - 2 }, (_, at) => seen(`once-${at}`, at + 10));
  await storeNotes(pool, [seen('again-first', 0, 2), seen('again-later', 1, 9), ...once]);
  const dropped = async () => {
    const { rows } = await pool.query<{ unique_id: string }>('SELECT unique_id FROM unknown_trackers');
    const listed = new Set(rows.map(({ unique_id }) => unique_id));
    expect(listed.size).toBe(mostListed);
    return ['again-first', 'again-later', ...once.map(({ uniqueId }) => uniqueId)].filter(
      (id) => !listed.has(id),
    );
  };
  expect(await dropped()).toEqual([]);
  await storeNotes(pool, [seen('new-1', 100_000), seen('new-2', 100_001)]);
  expect(await dropped()).toEqual(['once-0', 'once-1']);
  // one that knocks a second time is safe from then on
  await storeNotes(pool, [seen('once-2', 100_002), seen('new-3', 100_003)]);
  await storeNotes(pool, [seen('new-4', 100_004)]);
  expect(await dropped()).toEqual(['once-0', 'once-1', 'once-3', 'once-4']);
});
