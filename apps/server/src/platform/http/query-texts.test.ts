import {
  flagTextSchema,
  idTextSchema,
  instantTextSchema,
  longIdTextSchema,
  pageQuerySchema,
} from '@atalaia/contract/values/query-values';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../../testing/test-app.ts';
import { queryReader } from './query-texts.ts';
import { instantOf } from './scalar-texts.ts';

const { ask, world } = await createTestApp();

const read = queryReader(
  pageQuerySchema.extend({
    one: idTextSchema.optional(),
    many: z.array(longIdTextSchema).optional(),
    words: z.array(z.string()).optional(),
    flag: flagTextSchema.optional(),
    at: instantTextSchema.optional(),
    text: z.string().optional(),
  }),
);

test.each([
  [{ one: '0' }, {}],
  [{ one: 'null' }, {}],
  [{ one: '' }, {}],
  [{ one: ['3', '4'] }, { one: '4' }],
  [{ one: '-1' }, { one: '-1' }],
  [{ many: '' }, {}],
  [{ many: '0' }, {}],
  [{ many: '1,2' }, { many: ['1', '2'] }],
  [{ many: ['1, 2', '0', '3'] }, { many: ['1', '2', '3'] }],
  [{ many: '1,x' }, { many: ['1', 'x'] }],
  [{ words: 'a,b' }, { words: ['a,b'] }],
  [{ words: ['a', 'b'] }, { words: ['a', 'b'] }],
  [{ flag: 'True' }, { flag: 'true' }],
  [{ flag: '' }, {}],
  [{ limit: '0', offset: '0' }, { offset: '0' }],
  [{ at: '1763694000000' }, { at: '2025-11-21T03:00:00.000Z' }],
  [{ at: 'tomorrow' }, { at: 'tomorrow' }],
  [
    { text: '0', unknown: '0' },
    { text: '0', unknown: '0' },
  ],
])('[API-02] %j is read as %j', (given, expected) => {
  expect(read(given)).toEqual(expected);
});

test.each([
  ['2026-11-21T03:00Z', '2026-11-21T03:00:00Z'],
  ['2026-11-21T00:00-03:00', '2026-11-21T00:00:00-03:00'],
  ['2026-11-21T03:00:00.123+0000', '2026-11-21T03:00:00.123+00:00'],
  ['2026-11-21T03:00:00 00:00', '2026-11-21T03:00:00+00:00'],
  ['2026-11-21 03:00:00+00', '2026-11-21T03:00:00+00:00'],
  ['1763694000000', '2025-11-21T03:00:00.000Z'],
  ['2026-11-21T03:00:00', undefined],
  ['2026-11-21', undefined],
  ['1763694000', undefined],
])('[API-02] the instant %s is %s', (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});

test('[API-02] a group of 0, an empty list and a comma list are understood by every list, and the description says so', async () => {
  const { token } = await world.administrator();
  const [one, other] = [await world.device(), await world.device()];
  const ids = async (query: string) =>
    (await ask('GET', `/api/devices?${query}`, { token })).body.map(({ id }: { id: number }) => id);
  for (const query of ['groupId=0', 'groupId=null', 'id=', 'userId=&groupId='])
    expect([query, await ids(query)]).toEqual([query, [one, other]]);
  expect(await ids(`id=${other},${one}`)).toEqual([one, other]);
  expect(await ids(`deviceId=${other}`)).toEqual([other]);
  for (const path of ['geofences', 'drivers', 'notifications']) {
    expect((await ask('GET', `/api/${path}?deviceId=0&groupId=0&userId=0`, { token })).body).toEqual([]);
  }
  const { body } = await ask('GET', '/api/openapi.json');
  const parameter = body.paths['/api/devices'].get.parameters.find(
    ({ name }: { name: string }) => name === 'groupId',
  );
  expect(parameter.schema.description ?? parameter.description).toContain('0, `null` and nothing mean none');
});
