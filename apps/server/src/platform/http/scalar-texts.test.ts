import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiText, createSamples, type SampleSchema } from '../../testing/schema-samples.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { describeScalarTexts, readScalarTexts } from './scalar-texts.ts';

const { ask, world } = await createTestApp();
const api: ApiText = (await ask('GET', '/api/openapi.json')).body;
const administrator = await world.administrator();
const device = await world.device();
const { id: userId } = await world.person();
/** Lives on when DELETE session is asked. */
const { text: token } = await ask('POST', '/api/session/token', {
  token: administrator.token,
  body: { expiration: new Date(Date.now() + 86_400_000).toISOString() },
});

test('[API-03] text is a number or a flag where JSON writes one so, and nothing else is touched', () => {
  const reported: [z.ZodType, unknown, unknown][] = [
    [z.number(), '2', 2],
    [z.number(), '-2.50', -2.5],
    [z.number(), '1e3', 1000],
    [z.number(), '0', 0],
    ...[
      '',
      ' ',
      ' 2',
      '2 ',
      '02',
      '+2',
      '2x',
      '0x10',
      '.5',
      '5.',
      'NaN',
      'Infinity',
      'true',
      '1_000',
      '٢',
    ].map((text): [z.ZodType, unknown, unknown] => [z.number(), text, text]),
    [z.boolean(), 'true', true],
    [z.boolean(), 'false', false],
    ...['', 'True', '1', '0', 'on', ' true'].map((text): [z.ZodType, unknown, unknown] => [
      z.boolean(),
      text,
      text,
    ]),
    [z.string(), '2', '2'],
    [z.string(), 2, 2],
    [z.unknown(), '2', '2'],
    [z.literal(false), 'false', false],
    [z.literal(false), 'true', 'true'],
    [z.literal([1, '2', null]), '2', '2'],
    [z.literal([1, '2']), '1', 1],
    [z.literal([2, '2']), '2', '2'],
    [z.literal([1, null]), 'null', 'null'],
    [z.number().nullable().optional(), '2', 2],
    [z.boolean().default(false), 'true', true],
    [z.union([z.number(), z.string()]), '2', '2'],
    [z.union([z.number(), z.null()]), '2', 2],
    [z.union([z.number().max(1), z.boolean()]), '2', '2'],
    [z.array(z.number()), ['1', 2, 'x'], [1, 2, 'x']],
    [z.record(z.string(), z.number()), { a: '1' }, { a: 1 }],
    [
      z.object({ uniqueId: z.string(), groupId: z.number(), flags: z.object({ on: z.boolean() }) }),
      { uniqueId: '0123', groupId: '7', flags: { on: 'true' }, other: '1' },
      { uniqueId: '0123', groupId: 7, flags: { on: true }, other: '1' },
    ],
  ];
  for (const [schema, value, read] of reported)
    expect([value, readScalarTexts(schema, value)]).toEqual([value, read]);
  const untouched = { name: '1', numbers: [1, 2] };
  const schema = z.object({ name: z.string(), numbers: z.array(z.number()) });
  expect(readScalarTexts(schema, untouched)).toBe(untouched);
});

test('[API-03] the description of a body says how a number, a flag and a fixed value are written as text', () => {
  const schema = z.object({ id: z.number(), on: z.boolean(), never: z.literal(false), name: z.string() });
  const { properties } = z.toJSONSchema(schema, { override: describeScalarTexts });
  const { id, on, never, name } = properties as Record<string, { type?: unknown; pattern?: string }>;
  expect([id?.type, on?.type, name]).toEqual([
    ['number', 'string'],
    ['boolean', 'string'],
    { type: 'string' },
  ]);
  const fits = (pattern: string | undefined, texts: readonly string[]) =>
    texts.filter((text) => pattern !== undefined && new RegExp(pattern).test(text));
  expect(fits(id?.pattern, ['1', '-2.5', 'true', '01'])).toEqual(['1', '-2.5']);
  expect(fits(on?.pattern, ['1', 'true', 'false', 'truefalse'])).toEqual(['true', 'false']);
  expect(never).toEqual({ enum: [false, 'false'] });
});

test('a member called __proto__ stays a member, and makes nothing of what it holds', () => {
  const value = JSON.parse('{"__proto__":{"administrator":true},"id":"1"}');
  const read = readScalarTexts(z.object({ id: z.number() }), value) as Record<string, unknown>;
  expect([read.id, read.administrator, Object.keys(read)]).toEqual([1, undefined, ['__proto__', 'id']]);
});

const fields = {
  area: 'CIRCLE (-3.7 -38.5, 100)',
  data: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n').toString('base64'),
  deviceId: device,
  userId,
};
const { variantsOf, sampleOf } = createSamples(api, fields);

/** A number or a flag somewhere in a body. */
interface Place {
  readonly path: readonly string[];
  readonly schema: SampleSchema;
  readonly sample: unknown;
  /** The body, with the value in the place. */
  bodyWith(value: unknown): unknown;
}

const kindOf = ({ enum: values, type }: SampleSchema) => (values ? typeof values[0] : [type].flat()[0]);

function placesIn(schema: SampleSchema, name = ''): readonly Place[] {
  const variants = variantsOf(schema);
  // where any text would do, the text of a number is text
  if (variants.some((one) => one.type === 'string' && one.pattern === undefined && !one.enum)) return [];
  return variants.flatMap((one): readonly Place[] => {
    const within = (key: string, inner: SampleSchema, around: (value: unknown) => unknown) =>
      placesIn(inner, key).map(
        (place): Place => ({
          ...place,
          path: [key, ...place.path],
          bodyWith: (value) => around(place.bodyWith(value)),
        }),
      );
    const kind = String(kindOf(one));
    if (['integer', 'number', 'boolean'].includes(kind)) {
      return [{ path: [], schema: one, sample: sampleOf(one, name), bodyWith: (value) => value }];
    }
    return [
      ...Object.entries(one.properties ?? {}).flatMap(([key, inner]) =>
        within(key, inner, (value) => ({ ...Object(sampleOf(one, name)), [key]: value })),
      ),
      ...(one.additionalProperties ? within('x', one.additionalProperties, (x) => ({ x })) : []),
      ...(one.items ? within('0', one.items, (value) => [value]) : []),
    ];
  });
}

const places = Object.entries(api.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([verb, { requestBody }]) => {
    const method = verb.toUpperCase() as 'POST' | 'PUT' | 'DELETE';
    // the server's settings are one row
    const url = path.replaceAll(/\{\w+\}/g, path.startsWith('/api/server/') ? '1' : '999999');
    const { schema = {} } = requestBody?.content['application/json'] ?? {};
    return placesIn(schema).map((place) => ({ ...place, request: `${method} ${path}`, method, url }));
  }),
);

const refusedIn = (body: unknown): readonly string[] =>
  ((body as { details?: { fields?: { path: string }[] } })?.details?.fields ?? []).map(({ path }) => path);

test('[API-03] every number and every flag of a body is taken as text as well, and told so', async () => {
  const ids = places.filter(({ path }) => path.some((key) => /^id$|Ids?$/.test(key)));
  expect([places.length > 150, ids.length > 50]).toEqual([true, true]);
  for (const { request, path, schema, sample, bodyWith, method, url } of places) {
    const requested = async (value: unknown) => {
      const { status, body } = await ask(method, url, { token, body: bodyWith(value) });
      return { request, path, status, refused: refusedIn(body) };
    };
    expect({ request, path, text: [schema.type, schema.enum?.map((one) => typeof one)].flat() }).toEqual({
      request,
      path,
      text: expect.arrayContaining(['string']),
    });
    expect(await requested(String(sample))).toEqual(await requested(sample));
  }
}, 120_000);

test('[API-03] text that is no number, or no flag, is a 400 that names the field', async () => {
  for (const { request, path, bodyWith, method, url } of places) {
    for (const text of ['2x', 'falsch']) {
      const { status, body } = await ask(method, url, { token, body: bodyWith(text) });
      const refused = refusedIn(body);
      expect({ request, text, status, refused }).toEqual({
        request,
        text,
        status: 400,
        refused: expect.arrayContaining([path.join('.')]),
      });
    }
  }
}, 120_000);

test('[API-03] what is written as text is what is stored, and the id of a tracker stays text', async () => {
  const { body: made } = await ask('POST', '/api/devices', {
    token,
    body: { name: '7', uniqueId: '0123', groupId: '0', disabled: 'true', attributes: { plate: '0042' } },
  });
  expect(made).toMatchObject({ name: '7', uniqueId: '0123', groupId: 0, disabled: true });
  expect(made.attributes.plate).toBe('0042');
  const { id, ...input } = made;
  const put = (body: object) => ask('PUT', `/api/devices/${id}`, { token, body });
  expect((await put({ ...input, id: String(id), name: '8' })).body).toMatchObject({ id, name: '8' });
  const other = await put({ ...input, id: String(id + 1) });
  expect([other.status, ...refusedIn(other.body)]).toEqual([400, 'id']);
});

test('[API-03] [CMD-02] a parameter of a command may be text too, and is stored as what it means', async () => {
  const save = (type: string, attributes: object) =>
    ask('POST', '/api/commands', { token, body: { type, attributes } });
  expect((await save('positionPeriodic', { frequency: '60' })).body.attributes).toEqual({ frequency: 60 });
  expect((await save('alarmSos', { enable: 'true' })).body.attributes).toEqual({ enable: true });
  const texts = { index: '1', phone: '0123' };
  expect((await save('sosNumber', texts)).body.attributes).toEqual({ index: 1, phone: '0123' });
  const refused = await save('positionPeriodic', { frequency: '60s' });
  expect([refused.status, ...refusedIn(refused.body)]).toEqual([400, 'attributes.frequency']);
});
