import { deviceSchema } from '@atalaia/contract/devices/device';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Schema } from '../../platform/db/schema.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { findDevices } from './devices-list-queries.ts';
import { describeDevices, deviceFragments } from './devices-presenter.ts';
import { createDevicesService } from './devices-service.ts';

const { pool, kysely, drop } = await createTestDatabase();
afterAll(() => drop());

/** User 2 is linked to group 1, which 2 is in; 3 is beside them. */
beforeEach(async () => {
  await pool.query('TRUNCATE users, groups, customers, devices, device_state RESTART IDENTITY CASCADE');
  await pool.query(`
    INSERT INTO groups (name, group_id) VALUES ('region', NULL), ('city', 1), ('other', NULL);
    INSERT INTO customers (name, cpf_cnpj) VALUES ('"Ana" \\ Água', '52998224725');
    INSERT INTO users (name, email, password_hash, administrator) VALUES ('a', 'a@x', '', true), ('b', 'b@x', '', false);
    INSERT INTO user_groups VALUES (2, 1);
    INSERT INTO devices (name, unique_id, group_id) VALUES ('one', 'd1', 1), ('two', 'd2', 2), ('three', 'd3', 2)`);
});

const viewer = { userId: 2, administrator: false };
const page = { limit: '2' };

async function listed(
  query: Parameters<typeof findDevices>[2] = page,
  db = kysely,
  bounds?: Parameters<typeof findDevices>[3],
) {
  const { ids, total } = await findDevices(db, viewer, query, bounds);
  return { ids: [...ids], total };
}

/** The same database; each statement goes through `run`. */
function intercepted(run: (text: string, client: PoolClient, ask: () => unknown) => unknown): Kysely<Schema> {
  const connect = async () => {
    const client = await pool.connect();
    const query = (...given: Parameters<PoolClient['query']>) =>
      run(String(given[0]), client, () => client.query(...given));
    return { query, release: () => client.release() };
  };
  const dialect = new PostgresDialect({ pool: { connect, end: async () => undefined } as never });
  return new Kysely<Schema>({ dialect });
}

/** Each statement is heard before. */
const listening = (hear: (text: string) => unknown) =>
  intercepted((text, _client, ask) => {
    hear(text);
    return ask();
  });

/** `then` is done after each statement that mentions `word`. */
const after = (word: string, then: () => Promise<unknown>) =>
  intercepted(async (text, _client, ask) => {
    const result = await ask();
    if (text.includes(word)) await then();
    return result;
  });

test('[ROLE-01] [LIST-02] who does not see a few devices is shown all others, counted, whatever the order', async () => {
  expect(await listed()).toEqual({ ids: [1, 3], total: 3 });
  await pool.query(`INSERT INTO devices (name, unique_id, group_id, disabled) VALUES
    ('free', 'd4', NULL, false), ('beside', 'd5', 3, true), ('own', 'd6', NULL, false)`);
  await pool.query('INSERT INTO user_devices VALUES (2, 6)');
  await pool.query(
    "INSERT INTO device_state (device_id, status) VALUES (2, 'online'), (4, 'online'), (5, 'online')",
  );
  expect(await listed()).toEqual({ ids: [1, 6], total: 4 });
  for (const sort of [
    'name',
    'uniqueId',
    'groupName',
    'customerName',
    'status',
    'lastUpdate',
    'model',
  ] as const) {
    const { ids, total } = await listed({ sort, limit: '10' });
    expect([ids.toSorted(), total], sort).toEqual([[1, 2, 3, 6], 4]);
  }
  expect(await listed({ keyword: 'ee', limit: '10' })).toEqual({ ids: [3], total: 1 });
});

test('[LIST-07] [ROLE-01] few are sorted, and of many an index is walked: they are the same, in one order and counted', async () => {
  // many are alike; he sees all but each fourth
  await pool.query(`
    INSERT INTO devices (name, unique_id, model, category, group_id)
    SELECT 'n' || i * 7 % 5, 'x' || i * 11 % 31, (ARRAY['a', 'b', '', NULL])[1 + i % 4], (ARRAY[NULL, 'car', 'bus'])[1 + i % 3],
      CASE WHEN i % 4 = 0 THEN 3 ELSE 1 + i % 2 END
    FROM generate_series(1, 31) AS i`);
  const none = { fewOthers: -1 };
  const walks = [
    { ...none, fewHits: 1_000, manyHits: 2_000, nearRows: 1_000 },
    { ...none, fewHits: 2, manyHits: 1_000, nearRows: 1_000 },
    { ...none, fewHits: 2, manyHits: 5, nearRows: 1_000 },
    { ...none, fewHits: 2, manyHits: 5, nearRows: 3 },
    { fewOthers: 1_000, fewHits: 2, manyHits: 5, nearRows: 3 },
  ];
  for (const sort of ['name', 'category'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      for (const filter of [{ keyword: 'n' }, { groupId: '2' }]) {
        const { ids: all } = await listed({ ...filter, sort, order }, kysely, walks[0]);
        for (const bounds of walks) {
          for (const offset of [0, 5]) {
            const asked = { ...filter, sort, order, limit: '4', offset: `${offset}` };
            const found = await listed(asked, kysely, bounds);
            expect(found, JSON.stringify({ ...asked, ...bounds })).toEqual({
              ids: all.slice(offset, offset + 4),
              total: all.length,
            });
          }
          expect((await listed({ ...filter, sort, order }, kysely, bounds)).ids).toEqual(all);
        }
      }
    }
  }
});

test('[LIST-07] [ROLE-01] a page is the same part of the whole list, from whichever end it is read and beyond the end too', async () => {
  await pool.query(`
    INSERT INTO devices (name, unique_id, model, category, group_id, customer_id, disabled)
    SELECT 'n' || i * 7 % 5, 'x' || i * 11 % 31, (ARRAY['a', 'b', '', NULL])[1 + i % 4], (ARRAY[NULL, 'car', 'bus'])[1 + i % 3],
      (ARRAY[1, 2, 3, NULL])[1 + i % 4], CASE WHEN i % 3 = 0 THEN 1 END, i % 5 = 0
    FROM generate_series(1, 20) AS i;
    INSERT INTO device_state (device_id, status, last_update)
    SELECT id, (ARRAY['online', 'unknown', 'offline'])[1 + id % 3], CASE WHEN id % 4 > 0 THEN to_timestamp(id * 7 % 5) END
    FROM devices WHERE id % 6 > 0`);
  const sorts = [
    'name',
    'uniqueId',
    'groupName',
    'customerName',
    'status',
    'lastUpdate',
    'model',
    'category',
  ] as const;
  for (const who of [viewer, { userId: 1, administrator: true }]) {
    const read = async (query: Parameters<typeof findDevices>[2]) => {
      const { ids, total } = await findDevices(kysely, who, query);
      return { ids: [...ids], total };
    };
    for (const [sort, order] of sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const])) {
      const { ids: all } = await read({ sort, order });
      expect(all.length, sort).toBe(who.administrator ? 23 : 13);
      for (let offset = 0; offset <= all.length + 1; offset += 1) {
        const found = await read({ sort, order, limit: '4', offset: `${offset}` });
        const expected = { ids: all.slice(offset, offset + 4), total: all.length };
        expect(found, `${sort} ${order} ${offset}`).toEqual(expected);
      }
    }
  }
});

test('[LIST-07] a page in the farther half is read from the end', async () => {
  const texts: string[] = [];
  const db = listening((text) => texts.push(text));
  for (const offset of ['0', '2']) await listed({ limit: '1', offset }, db);
  const pages = texts.filter((text) => text.includes('ORDER BY'));
  expect(pages.map((text) => text.includes('DESC'))).toEqual([false, true]);
});

test('[LIST-07] [ROLE-01] what all but a few fit is read as the list without them, counted, whatever the order', async () => {
  await pool.query(`
    INSERT INTO devices (name, unique_id, model, group_id, customer_id, category) VALUES
      ('b', 'x1', 'm', 1, 1, 'car'), ('c', 'x2', NULL, 3, NULL, 'car'), ('e', 'x3', 'n', 2, 1, NULL), ('x', 'x4', 'm', NULL, NULL, 'bus');
    INSERT INTO device_state (device_id, status, last_update) VALUES (4, 'online', now()), (1, 'unknown', NULL)`);
  const bounds = { fewHits: 1_000, manyHits: 2_000, nearRows: 1_000 };
  const sorts = ['name', 'groupName', 'customerName', 'status', 'lastUpdate', 'model', 'category'] as const;
  for (const filter of [{ keyword: 'r' }, { keyword: 'x' }, { groupId: '1' }, { category: 'car' }, {}]) {
    for (const [sort, order] of sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const])) {
      for (const part of [{}, { limit: '2' }, { limit: '2', offset: '2' }, { limit: '9' }]) {
        const asked = { ...filter, sort, order, ...part };
        const one = await listed(asked, kysely, { ...bounds, fewOthers: -1 });
        expect(await listed(asked, kysely, { ...bounds, fewOthers: 9 }), JSON.stringify(asked)).toEqual(one);
      }
    }
  }
});

test('[LIST-07] whether all but a few fit is asked first, and not where their states are to be read for it', async () => {
  const asks = async (query: Parameters<typeof findDevices>[2], fewOthers: number) => {
    const texts: string[] = [];
    const bounds = { fewOthers, fewHits: 1_000, manyHits: 2_000, nearRows: 1_000 };
    await listed(
      { limit: '1', ...query },
      listening((text) => texts.push(text)),
      bounds,
    );
    const has = (word: string) => texts.some((text) => text.includes(word));
    return { first: has('IS NOT TRUE LIMIT'), remembers: has('hits AS MATERIALIZED') };
  };
  // "two" is the only one without an r
  expect(await asks({ keyword: 'r', sort: 'groupName' }, 2)).toEqual({ first: true, remembers: false });
  expect(await asks({ keyword: 'three', sort: 'groupName' }, 1)).toEqual({ first: true, remembers: true });
  expect(await asks({ status: 'offline', sort: 'groupName' }, 9)).toEqual({ first: false, remembers: true });
  expect(await asks({ status: 'disabled', sort: 'groupName' }, 9)).toEqual({ first: true, remembers: false });
});

test('[LIST-07] states are read once for a page, and counted on the way; once more where a device was heard of too long ago', async () => {
  const looks = async (query: Parameters<typeof findDevices>[2]) => {
    // whether all devices had a state is remembered from one list to the next
    await listed(query);
    const texts: string[] = [];
    const found = await listed(
      query,
      listening((text) => texts.push(text)),
    );
    const all = texts.join();
    const isByKey = all.includes('percentile_disc');
    return { ...found, looks: all.split('FROM device_state').length - 1, isByKey };
  };
  const byKey = { total: 3, looks: 1, isByKey: true };
  const bySorting = { total: 3, looks: 1, isByKey: false };
  await pool.query("INSERT INTO device_state (device_id, status, last_update) VALUES (1, 'online', now())");
  expect(await looks({ sort: 'status', order: 'desc', limit: '2' })).toEqual({ ids: [3, 2], ...bySorting });
  expect(await looks({ sort: 'lastUpdate', limit: '2' })).toEqual({ ids: [1, 2], ...bySorting });
  await pool.query("INSERT INTO device_state (device_id, status) VALUES (2, 'offline'), (3, 'unknown')");
  expect(await looks({ sort: 'status', limit: '2' })).toEqual({ ids: [1, 3], ...byKey });
  expect(await looks({ sort: 'status', order: 'desc', limit: '2' })).toEqual({ ids: [2, 3], ...byKey });
  expect(await looks({ sort: 'status', limit: '2', offset: '2' })).toEqual({ ids: [2], ...byKey });
  expect(await looks({ sort: 'lastUpdate', order: 'desc', limit: '2' })).toEqual({ ids: [1, 3], ...byKey });
  await pool.query(`UPDATE device_state SET last_update = '-infinity' WHERE device_id = 3;
    UPDATE device_state SET last_update = '1980-01-01' WHERE device_id = 1`);
  expect(await looks({ sort: 'lastUpdate', limit: '2' })).toEqual({ ids: [3, 1], ...byKey, looks: 2 });
  expect(await looks({ sort: 'lastUpdate', limit: '1', offset: '2' })).toEqual({ ids: [2], ...byKey });
});

test('[LIST-07] where numbers are high and trackers were heard of years ago, the states are not sorted in vain again and again', async () => {
  const seesAll = { userId: 1, administrator: true };
  const heard = (...values: readonly string[]) =>
    pool.query(`TRUNCATE device_state; INSERT INTO device_state (device_id, status, last_update) VALUES
      ${values.map((value, index) => `(${index < 2 ? index + 1 : 1_000_000}, 'offline', ${value})`).join()}`);
  await pool.query(`DELETE FROM devices WHERE unique_id = 'd3';
    INSERT INTO devices (id, name, unique_id) OVERRIDING SYSTEM VALUE VALUES (1000000, 'far', 'far')`);
  const looks = async (order: 'asc' | 'desc', offset = '0') => {
    const asked = { sort: 'lastUpdate', order, limit: '2', offset } as const;
    await findDevices(kysely, seesAll, asked);
    const texts: string[] = [];
    const db = listening((text) => texts.push(text));
    const { ids } = await findDevices(db, seesAll, asked);
    return { ids: [...ids], looks: texts.join().split('FROM device_state').length - 1 };
  };
  const years = (count: number) => `date_trunc('second', now()) - interval '${count} years'`;
  // one millisecond after the other, in the other order than their numbers
  await heard(`${years(3)} + interval '2 ms'`, `${years(3)} + interval '1 ms'`, years(3));
  expect(await looks('asc')).toEqual({ ids: [1_000_000, 2], looks: 1 });
  expect(await looks('asc', '2')).toEqual({ ids: [1], looks: 1 });
  expect(await looks('desc')).toEqual({ ids: [1, 2], looks: 1 });
  // alike: by their numbers; nothing: last
  await heard(years(20), 'NULL', years(20));
  expect(await looks('asc')).toEqual({ ids: [1, 1_000_000], looks: 1 });
  expect(await looks('desc')).toEqual({ ids: [1_000_000, 1], looks: 1 });
  expect(await looks('asc', '2')).toEqual({ ids: [2], looks: 1 });
  // a day ago between two milliseconds: by microseconds again, in both directions
  const day = `date_trunc('second', now()) - interval '1 day'`;
  await heard(`${day} + interval '700 us'`, `${day} + interval '300 us'`, day);
  expect(await looks('asc')).toEqual({ ids: [1_000_000, 2], looks: 1 });
  expect(await looks('desc')).toEqual({ ids: [1, 2], looks: 1 });
  // neither reaches it: right all the same
  await heard(`${years(3)} + interval '700 us'`, `${years(3)} + interval '300 us'`, years(3));
  expect((await looks('asc')).ids).toEqual([1_000_000, 2]);
  expect((await looks('desc')).ids).toEqual([1, 2]);
});

test('[LIST-07] [ROLE-01] where all devices have a state, its pages are the parts of the whole list in both directions, to the microsecond', async () => {
  await pool.query(`
    INSERT INTO devices (name, unique_id, group_id, disabled)
    SELECT 'n', 'x' || i, (ARRAY[1, 2, 3, NULL])[1 + i % 4], i % 5 = 0 FROM generate_series(1, 20) AS i;
    INSERT INTO device_state (device_id, status, last_update)
    SELECT id, (ARRAY['online', 'unknown', 'offline'])[1 + id % 3],
      CASE WHEN id % 4 > 0 THEN date_trunc('day', now()) - interval '3 days' - id * 7 % 5 * interval '1 microsecond' END
    FROM devices`);
  const rank = `CASE WHEN disabled THEN 3 ELSE array_position(ARRAY['online', 'unknown', 'offline'], status) - 1 END`;
  for (const who of [viewer, { userId: 1, administrator: true }]) {
    for (const [sort, by] of [
      ['status', rank],
      ['lastUpdate', 'last_update'],
    ] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const { rows } = await pool.query<{ id: number }>(`
          SELECT d.id FROM devices AS d JOIN device_state ON device_id = d.id
          WHERE ${who.administrator} OR group_id IN (1, 2) ORDER BY ${by} ${order} NULLS LAST, d.id ${order}`);
        const all = rows.map(({ id }) => id);
        for (let offset = 0; offset <= all.length + 1; offset += 1) {
          const { ids, total } = await findDevices(kysely, who, {
            sort,
            order,
            limit: '4',
            offset: `${offset}`,
          });
          const expected = { ids: all.slice(offset, offset + 4), total: all.length };
          expect({ ids: [...ids], total }, `${sort} ${order} ${offset}`).toEqual(expected);
        }
      }
    }
  }
});

test('[LIST-07] words are looked for in an index, which a change of a device keeps right', async () => {
  // wide rows, as of devices with many attributes
  await pool.query(`INSERT INTO devices (name, unique_id, attributes)
    SELECT 'x' || i, 'x' || i, jsonb_build_object('note', (SELECT string_agg(md5(i || '-' || j), '') FROM generate_series(1, 40) AS j))
    FROM generate_series(1, 2000) AS i`);
  await pool.query('VACUUM ANALYZE devices');
  const seesAll = { userId: 1, administrator: true };
  const plans: string[] = [];
  const db = intercepted(async (text, client, ask) => {
    if (text.includes('octet_length')) {
      const values = text.includes('IS NOT TRUE') ? ['%x77%', 1001] : undefined;
      if (values) {
        const { rows } = await client.query(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join(' '));
      }
    }
    return ask();
  });
  expect((await findDevices(db, seesAll, { keyword: 'x77', limit: '5', sort: 'uniqueId' })).total).toBe(11);
  expect(plans.length).toBe(1);
  expect(plans[0]).toMatch(/Index Only Scan using devices_words on devices/);
  await pool.query("UPDATE devices SET name = 'renamed', unique_id = 'other' WHERE unique_id = 'x77'");
  expect((await findDevices(db, seesAll, { keyword: 'x77', limit: '5' })).total).toBe(10);
  expect((await findDevices(db, seesAll, { keyword: 'renamed', limit: '5' })).total).toBe(1);
});

test('[LIST-07] a text that fits into no index is found too, and stands among those that do not fit', async () => {
  await pool.query(`INSERT INTO devices (name, unique_id, group_id, attributes)
    SELECT 'long', 'long', 1, jsonb_build_object('plate', string_agg(md5(i::text), '' ORDER BY i) || 'zyx') FROM generate_series(1, 80) AS i`);
  expect(await listed({ keyword: 'zyx', limit: '5' })).toEqual({ ids: [4], total: 1 });
  expect(await listed({ keyword: 'region', limit: '5', sort: 'status' })).toEqual({ ids: [1, 4], total: 2 });
  const noWalk = { fewOthers: -1, fewHits: 1_000, manyHits: 2_000, nearRows: 1_000 };
  expect(await listed({ keyword: 'zyx', limit: '5' }, kysely, noWalk)).toEqual({ ids: [4], total: 1 });
});

test('[LIST-07] by status a device that is disabled comes last, whatever its tracker says, and one without a state as offline', async () => {
  await pool.query(`UPDATE devices SET disabled = true WHERE id = 1;
    INSERT INTO device_state (device_id, status) VALUES (1, 'online'), (3, 'online')`);
  expect((await listed({ sort: 'status', limit: '10' })).ids).toEqual([3, 2, 1]);
  expect((await listed({ sort: 'status', order: 'desc', limit: '10' })).ids).toEqual([1, 2, 3]);
});

test('[ROLE-01] [LIST-02] who does not see a thousand is shown what he sees', async () => {
  await pool.query(`INSERT INTO devices (name, unique_id, group_id)
    SELECT 'x', 'x' || i, CASE WHEN i % 2 = 0 THEN 3 END FROM generate_series(1, 1200) AS i`);
  await pool.query(`INSERT INTO user_devices SELECT 2, id FROM devices WHERE unique_id = 'x1200'`);
  expect((await listed({ limit: '10' })).total).toBe(4);
  expect((await listed({ sort: 'status', limit: '10' })).total).toBe(4);
});

test('[ROLE-01] [LIST-07] a device that comes while a list is read, and that its reader may not see, is not in it', async () => {
  const comes = () => pool.query("INSERT INTO devices (name, unique_id, group_id) VALUES ('a', 'late', 3)");
  expect(await listed(page, after('AS known', comes))).toEqual({ ids: [1, 3], total: 3 });
  expect((await pool.query("SELECT FROM devices WHERE unique_id = 'late'")).rowCount).toBe(1);
  expect((await listed()).total).toBe(3);
});

test('[API-04] a device is described as it is now, whoever changed it and by whatever statement', async () => {
  const one = async (withPassword: boolean) => JSON.parse(await describeDevices(kysely, [1], withPassword));
  expect(deviceSchema.parse(await one(true))).toEqual(await one(true));
  expect(await one(true)).toEqual({
    ...{
      id: 1,
      uniqueId: 'd1',
      name: 'one',
      groupId: 1,
      groupName: 'region',
      category: null,
      disabled: false,
    },
    ...{ customerId: 0, customerName: null, customerCpfCnpj: null, expirationTime: null, calendarId: 0 },
    ...{ phone: null, model: null, contact: null, status: 'offline', lastUpdate: null, positionId: 0 },
    ...{ geofenceIds: [], attributes: {} },
  });
  await pool.query(`
    UPDATE devices SET name = E'"\\\\ \\n\\u00e1', unique_id = 'x"y', customer_id = 1, group_id = 2, category = 'car', phone = '+55',
      disabled = true, model = 'ST', contact = 'Zé', expiration_time = '2030-01-02T03:04:05.6Z',
      attributes = '{"devicePassword": "4711", "plate": "A\\"B"}' WHERE id = 1;
    UPDATE groups SET name = 'city "2"' WHERE id = 2;
    INSERT INTO device_state (device_id, status, last_update, position_id, position) VALUES
      (1, 'online', '2030-01-01T00:00:00.05Z', 7, '{"geofenceIds":[3,4]}')`);
  const changed = {
    ...{
      id: 1,
      uniqueId: 'x"y',
      name: '"\\ \ná',
      groupId: 2,
      groupName: 'city "2"',
      category: 'car',
      disabled: true,
    },
    ...{ customerId: 1, customerName: '"Ana" \\ Água', customerCpfCnpj: '52998224725', calendarId: 0 },
    ...{
      phone: '+55',
      model: 'ST',
      contact: 'Zé',
      status: 'online',
      expirationTime: '2030-01-02T03:04:05.600Z',
    },
    ...{ lastUpdate: '2030-01-01T00:00:00.050Z', positionId: 7, geofenceIds: [3, 4] },
  };
  expect(await one(true)).toEqual({ ...changed, attributes: { devicePassword: '4711', plate: 'A"B' } });
  expect(await one(false)).toEqual({ ...changed, attributes: { plate: 'A"B' } });
  const [fragment] = await deviceFragments(kysely, [1]);
  expect(JSON.parse(fragment?.json ?? '')).toEqual({ ...changed, attributes: { plate: 'A"B' } });
  await pool.query(`UPDATE customers SET name = 'Bia' WHERE id = 1; UPDATE devices SET attributes = '{}'`);
  expect(await one(true)).toMatchObject({ customerName: 'Bia', attributes: {} });
  await pool.query('DELETE FROM devices WHERE id = 1');
  expect(await describeDevices(kysely, [1, 2], false)).toMatch(/^\{"id":2,.*\}$/);
});

test('[API-04] devices are described in the order requested, those that are not there left out', async () => {
  await pool.query(`INSERT INTO devices (name, unique_id, group_id, customer_id)
    SELECT 'x', 'x' || i, 1 + i % 3, CASE WHEN i % 2 = 0 THEN 1 END FROM generate_series(1, 700) AS i;
    INSERT INTO device_state (device_id, status, version) SELECT id, 'online', id * 2 FROM devices WHERE id % 3 > 0`);
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM devices ORDER BY id * 7919 % 701, id');
  const ids = rows.map(({ id }) => id);
  const asked = [9999, ...ids];
  const found = JSON.parse(`[${await describeDevices(kysely, asked, true)}]`) as {
    id: number;
    status: string;
  }[];
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(found.every(({ id, status }) => status === (id % 3 > 0 ? 'online' : 'offline'))).toBe(true);
  const fragments = await deviceFragments(kysely, asked);
  expect(fragments.map(({ deviceId, version }) => [deviceId, version])).toEqual(
    ids.map((id) => [id, id % 3 > 0 ? id * 2 : 0]),
  );
});

test('[API-02] a list comes in pieces, shorter ones where they are read to take their attributes out', async () => {
  await pool.query(`INSERT INTO devices (name, unique_id, attributes)
    SELECT 'x', 'x' || i, '{"plate": "ABC1D23"}' FROM generate_series(1, 1200) AS i`);
  const seesAll = { userId: 1, administrator: true };
  const visibility = { viewerFor: async () => seesAll, requireSeen: async () => undefined };
  const devices = createDevicesService({ kysely, commit: undefined, visibility } as never);
  const sizes = async (query: Parameters<typeof findDevices>[2]) => {
    const { rows } = await devices.list(seesAll as never, query);
    const found: number[] = [];
    for await (const piece of rows) found.push(JSON.parse(`[${piece}]`).length);
    return found;
  };
  expect(await sizes({})).toEqual([1000, 203]);
  expect(await sizes({ excludeAttributes: 'true' })).toEqual([500, 500, 203]);
});
