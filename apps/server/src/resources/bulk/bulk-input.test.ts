/** What a bulk change is asked for by: nothing that is not known, and no other rows than were meant. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const admin = await world.administrator();
const bulk = (noun: string, body: object) => ask('POST', `/api/${noun}/bulk`, { token: admin.token, body });
const madeChanges = async () => (await kysely.selectFrom('bulk_changes').select('id').execute()).length;
const nouns = ['devices', 'users', 'customers', 'drivers'] as const;

test('[LIST-05] a filter, a body or a change with a field that is not known changes nothing, whatever the noun', async () => {
  await kysely.insertInto('drivers').values({ name: 'x', unique_id: crypto.randomUUID() }).execute();
  const ids = [await world.device()];
  await world.customer();
  for (const noun of nouns) {
    const change = noun === 'drivers' ? { remove: true } : { disabled: true };
    for (const [body, path, message] of [
      [{ filter: { deviceId: '5' }, change }, 'filter', 'must not have deviceId'],
      [{ filter: {}, only: 5, change }, '', 'must not have only'],
      [{ ids, change: { ...change, remove: true, other: 1 } }, 'change', undefined],
      [{ ids, change: { disabled: true, remove: true } }, 'change', undefined],
    ] as const) {
      const refused = await bulk(noun, body);
      expect([noun, refused.status, refused.body.code]).toEqual([noun, 400, 'invalid-input']);
      const [field] = refused.body.details.fields;
      expect(field.path).toBe(path);
      if (message) expect(field.message).toBe(message);
    }
  }
  expect(await madeChanges()).toBe(0);
  for (const table of ['devices', 'users', 'customers'] as const) {
    const off = kysely
      .selectFrom(table as 'users')
      .select('id')
      .where('disabled', '=', true);
    expect(await off.execute()).toEqual([]);
  }
});

test('[LIST-05] a filter that fits another number of rows than was confirmed changes nothing', async () => {
  const groupId = await world.group();
  const ids = [await world.device({ group_id: groupId }), await world.device({ group_id: groupId })];
  const filter = { groupId: String(groupId) };
  const categories = async () => {
    const rows = kysely.selectFrom('devices').select('category').where('id', 'in', ids).orderBy('id');
    return (await rows.execute()).map(({ category }) => category);
  };
  for (const count of [1, 3]) {
    const refused = await bulk('devices', { filter, count, change: { category: 'bus' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'list-changed']);
  }
  expect(await categories()).toEqual([null, null]);
  const { status, body } = await bulk('devices', { filter, count: 2, change: { category: 'bus' } });
  expect([status, body.count, await categories()]).toEqual([200, 2, ['bus', 'bus']]);
});

test('[LIST-05] a row that goes as all that a filter fits is being changed is left out; one that was named refuses all', async () => {
  const groupId = await world.group();
  const [stays, goes] = [
    await world.device({ group_id: groupId }),
    await world.device({ group_id: groupId }),
  ];
  const change = { category: 'boat' };
  const asked = await kysely.transaction().execute(async (elsewhere) => {
    await elsewhere.deleteFrom('devices').where('id', '=', goes).execute();
    const asked = [
      bulk('devices', { filter: { groupId: String(groupId) }, count: 2, change }),
      bulk('devices', { ids: [stays, goes], change }),
    ];
    while ((await waiting()) < 2) await new Promise(setImmediate);
    return { asked };
  });
  const [filtered, named] = await Promise.all(asked.asked);
  expect([filtered?.status, named?.status]).toEqual([200, 404]);
});

async function waiting(): Promise<number> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(kysely);
  return rows.length;
}
