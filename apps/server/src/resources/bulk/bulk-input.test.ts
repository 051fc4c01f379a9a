/** What a bulk change is asked for by: nothing that is not known, and no other rows than were meant. */
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
