import { ensurePartitions } from '@atalaia/server/src/ingest/partitions/ensure-partitions.ts';
import { createTestDatabase } from '@atalaia/server/src/platform/db/test-database.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createReport } from '../report.ts';
import type { SourceRow, TraccarSource } from '../source/source.ts';
import { importHistory } from './import-history.ts';

const rows: readonly SourceRow[] = Array.from({ length: 85 }, (_, index) => ({
  ...{
    id: index + 1,
    deviceid: (index % 2) + 1,
    protocol: 'gt06',
    valid: true,
    latitude: -3.7,
    longitude: -38.5,
  },
  ...{ speed: index + 1, altitude: 0, course: 0, accuracy: 0, attributes: '{}' },
  fixtime: `2026-10-01 10:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`,
}));

/** Our database with two devices, and a Traccar that gives a row at a time. */
async function start() {
  const { pool, connectionString, drop } = await createTestDatabase();
  await ensurePartitions(pool, Date.now());
  const client = new pg.Client({ connectionString });
  await client.connect();
  afterAll(async () => {
    await client.end();
    await drop();
  });
  const { rows: devices } = await client.query<{ id: number }>(
    `INSERT INTO devices (unique_id, name) VALUES ('1', 'a'), ('2', 'b') RETURNING id`,
  );
  const statements: string[] = [];
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  Object.assign(client, {
    query(...words: [unknown]) {
      statements.push(typeof words[0] === 'string' ? words[0] : (words[0] as { text: string }).text);
      return query(...words);
    },
  });
  const begunAfter: number[] = [];
  const bring = async (failsAfter = Number.POSITIVE_INFINITY) => {
    const source: Pick<TraccarSource, 'name' | 'history'> = {
      name: 'theirs',
      async *history(table, afterId) {
        if (table !== 'tc_positions') return;
        begunAfter.push(afterId);
        for (const row of rows.filter(({ id }) => Number(id) > afterId)) {
          if (Number(row.id) > failsAfter) throw new Error('theirs went away');
          yield [row];
        }
      },
    };
    const report = createReport(true);
    const known = {
      find: (kind: string, id: unknown) => (kind === 'device' ? devices[Number(id) - 1]?.id : undefined),
      note: async () => undefined,
    };
    const parts = {
      source: source as TraccarSource,
      client,
      known,
      report,
      zone: 'UTC',
      say: () => undefined,
    };
    await importHistory(parts, { fromMs: Date.UTC(2026, 9, 1), toMs: undefined });
    return /^positions +(\d+) +(\d+)/m.exec(report.lines().join('\n'))?.slice(1).map(Number);
  };
  const one = async (text: string) => Object.values((await pool.query(text)).rows[0] ?? {}).map(Number);
  const stored = () => one('SELECT count(*) FROM positions');
  const noted = () => one('SELECT max(object_id) FROM imported_objects');
  const places = () => one('SELECT count(*) FROM device_state JOIN positions ON positions.id = position_id');
  return { client, statements, begunAfter, bring, stored, noted, places };
}

test('[BACK-04] what was stored and not noted when storing fails is read again, and is there once', async () => {
  const { client, begunAfter, bring, stored, noted, places } = await start();
  await client.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
    CREATE TRIGGER cut BEFORE INSERT ON positions FOR EACH ROW WHEN (NEW.speed = 50) EXECUTE FUNCTION cut()`);
  await expect(bring()).rejects.toThrow('the disk is full');
  expect([await stored(), await noted()]).toEqual([[49], [40]]);
  await client.query('DROP TRIGGER cut ON positions');
  expect(await bring()).toEqual([36, 9]);
  expect([await stored(), await noted(), await places()]).toEqual([[85], [85], [2]]);
  expect(begunAfter).toEqual([0, 40]);
});

test('[BACK-04] a source that goes away in the middle has brought what it gave', async () => {
  const { bring, stored, noted } = await start();
  await expect(bring(43)).rejects.toThrow('theirs went away');
  expect([await stored(), await noted()]).toEqual([[43], [40]]);
  expect(await bring()).toEqual([42, 3]);
  expect(await noted()).toEqual([85]);
});

test('[BACK-04] places of positions that are there already name them', async () => {
  const { client, bring, places } = await start();
  await bring();
  await client.query('DELETE FROM imported_objects; DELETE FROM device_state');
  expect(await bring()).toEqual([0, 85]);
  expect(await places()).toEqual([2]);
});

test('[BACK-04] a position says what it said there, once, and no count that was not said', async () => {
  const { client, bring } = await start();
  await bring();
  const { rows: said } = await client.query(
    `SELECT (s.position -> 'attributes')::text AS place, p.attributes::text AS stored, p.motion
     FROM device_state AS s JOIN positions AS p ON p.id = s.position_id`,
  );
  const motion = { place: '{"motion":false}', stored: '{"motion":false}', motion: false };
  expect(said).toEqual([motion, motion]);
});

test('[BACK-04] only a commit that notes how far it came waits for the disk', async () => {
  const { statements, bring } = await start();
  await bring();
  const waits: boolean[] = [];
  let begin = '';
  for (const text of statements) {
    if (text.startsWith('BEGIN')) begin = text;
    if (text.includes('INSERT INTO imported_objects')) waits.push(begin === 'BEGIN');
  }
  expect(waits).toEqual([true, true, true]);
  expect(statements.filter((text) => text === 'BEGIN; SET LOCAL synchronous_commit = off')).toHaveLength(83);
});
