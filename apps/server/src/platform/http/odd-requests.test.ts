/**
 * Every route of the API's own description, asked in odd ways. Whatever comes is answered with a status that the
 * description states, in the contract's form (`ask` checks both), and the server does not fail.
 */
import { expect, test } from 'vitest';
import { type ApiOperation, type ApiText, createSamples } from '../../testing/schema-samples.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world } = await createTestApp();
const api: ApiText = (await ask('GET', '/api/openapi.json')).body;
const administrator = await world.administrator();
const person = await world.person();
const device = await world.device();
const group = await world.group();
await world.link(person.id, { device, group });
const expiration = new Date(Date.now() + 86_400_000).toISOString();
/** Lives on when DELETE session is asked. */
const { text: token } = await ask('POST', '/api/session/token', {
  token: administrator.token,
  body: { expiration },
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as Method,
    path,
    operation,
  })),
);

const calendarFile = Buffer.from(
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T000000Z\r\nDTEND:20260102T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
).toString('base64');

/** What is taken of a field where its schema does not say. */
const fields = {
  area: 'CIRCLE (-3.7 -38.5, 100)',
  data: calendarFile,
  deviceId: device,
  groupId: group,
  userId: person.id,
  deviceIds: [device],
  from: '2026-11-20T00:00:00Z',
  to: '2026-11-21T00:00:00Z',
  password: 'long-enough-1',
  state: 'CE',
  theme: '#1293d1',
  cpfCnpj: '529.982.247-25',
};

const { resolved, variantsOf, sampleOf } = createSamples(api, fields);

/** In place of what is between braces. */
const addressOf = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, id);
const addressesOf = (path: string) => [
  ...new Set(['999999', String(device), 'x'].map((id) => addressOf(path, id))),
];

interface Failure {
  readonly request: string;
  readonly response: unknown;
}

/** Asks, and collects what the server failed at. */
function createAsking() {
  const failures: Failure[] = [];
  return {
    failures,
    async requested(
      method: Method,
      url: string,
      options: Parameters<typeof ask>[2],
      response: unknown,
    ): Promise<number> {
      try {
        const { status } = await ask(method, url, options);
        if (status >= 500) failures.push({ request: `${method} ${url} → ${status}`, response });
        return status;
      } catch (error) {
        failures.push({ request: `${method} ${url}: ${String(error).split('\n', 1)[0]}`, response });
        return 0;
      }
    },
  };
}

const parametersOf = ({ parameters = [] }: ApiOperation) =>
  parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);

const oddTexts = ['', 'text', '-1', '0', '1.5', '99999999999999999999', "'%_\\", ['1', '2']];

function searchOf(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** What a parameter usually holds, of those that narrow or are needed. */
function usualOf(names: readonly string[]): Record<string, unknown> {
  const known = names.flatMap((name) => Object.entries(fields).filter(([field]) => field === name));
  return { ...Object.fromEntries(known), ...(names.includes('limit') && { limit: 5 }) };
}

async function failuresOfQueries(asker: string, withEach: boolean): Promise<readonly Failure[]> {
  const { failures, requested } = createAsking();
  for (const { method, path, operation } of operations) {
    const names = parametersOf(operation);
    const usual = usualOf(names);
    const each = names.flatMap((name) => oddTexts.map((text) => ({ ...usual, [name]: text })));
    const all = oddTexts.map((text) => Object.fromEntries(names.map((name) => [name, text])));
    const queries = [{}, usual, { unknown: 'x' }, ...(names.length > 0 ? all : [])];
    const asked = [
      ...(method === 'GET' ? addressesOf(path) : [addressOf(path, '999999')]).flatMap((url) =>
        queries.map((values) => ({ url, values })),
      ),
      // one after the other, of a thing that is there
      ...(withEach ? each : []).map((values) => ({
        url: addressOf(path, method === 'GET' ? String(device) : '999999'),
        values,
      })),
    ];
    // what has no parameters is asked the same by several of these
    const once = new Map(asked.map(({ url, values }) => [`${url}?${searchOf(values)}`, values]));
    for (const [url, values] of once) await requested(method, url, { token: asker }, values);
  }
  return failures;
}

test('[API-02] no odd parameter of any route makes the server fail an administrator', async () => {
  expect(await failuresOfQueries(token, true)).toEqual([]);
}, 300_000);

test('[API-02] no odd parameter of any route makes the server fail a person who sees part of it', async () => {
  const { text: own } = await ask('POST', '/api/session/token', {
    token: person.token,
    body: { expiration },
  });
  expect(await failuresOfQueries(own, false)).toEqual([]);
}, 300_000);

const multipart = 'multipart/form-data; boundary=b';

/** A content type, undefined for none, and a body. */
const oddBodies: readonly (readonly [type: string | undefined, body: string | undefined])[] = [
  [undefined, undefined],
  [undefined, 'x'],
  ['application/json', ''],
  ['application/json', '{'],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '[null]'],
  ['application/json', '"x"'],
  ['application/json', '1e999'],
  ['application/json', '{"__proto__":{"id":1}}'],
  ['application/json; charset=utf-16', '{}'],
  ['application/x-www-form-urlencoded', 'id=1&id=2&__proto__=1&%zz'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  [multipart, ''],
  [multipart, '--b\r\n'],
  [multipart, '--b--\r\n'],
  [multipart, '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc'],
  [multipart, '--b\r\nContent-Disposition: nonsense\r\n\r\nabc\r\n--b--\r\n'],
  ['multipart/mixed; boundary=b', '--b--\r\n'],
  ['text/plain', 'x'],
  ['text/csv', 'a;b'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ['application/octet-stream', '\u0000\u0001'],
  ['nonsense', 'x'],
];

test('[API-02] no body of a wrong type, cut short or of another form makes the server fail', async () => {
  const { failures, requested } = createAsking();
  for (const { method, path } of operations) {
    // nothing reads the body of a GET, whatever it is
    for (const [type, body] of method === 'GET' ? oddBodies.slice(0, 4) : oddBodies) {
      const headers = type === undefined ? {} : { 'content-type': type };
      await requested(method, addressOf(path, '999999'), { token, headers, body }, [type, body]);
    }
  }
  expect(failures).toEqual([]);
}, 300_000);

/** Values of every kind, and what is at the ends of what columns hold. */
const oddValues: readonly unknown[] = [
  null,
  '',
  'text',
  -1,
  0,
  1.5,
  2 ** 31,
  true,
  [],
  [null],
  {},
  'x'.repeat(300),
  'a\u0000b',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59+14:00',
];

/** Bodies that a schema alone does not lead to. */
const bodies: Readonly<Record<string, object>> = {
  '/api/permissions': { userId: person.id, deviceId: device },
  '/api/maintenance': { name: 'x', type: 'totalDistance', start: 1, period: 1 },
  '/api/notifications': { type: 'alarm', always: false, notificators: 'web' },
  '/api/commands': { description: 'x', type: 'custom', attributes: { data: 'x' } },
  '/api/commands/send': { deviceId: device, type: 'custom', attributes: { data: 'x' } },
};

test('[API-02] no odd value in any field of a body makes the server fail', async () => {
  const { failures, requested } = createAsking();
  const made = new Map<string, string>();
  for (const { method, path, operation } of operations) {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (!schema) continue;
    const [noun = path] = path.split('/{', 1);
    const id = made.get(noun) ?? '999999';
    const url = addressOf(path, id);
    for (const shape of variantsOf(schema).map(resolved)) {
      const usual = () => {
        const body = sampleOf(shape);
        return Array.isArray(body) ? body : { ...Object(body), ...bodies[noun] };
      };
      const body = usual();
      const answer = await ask(method, url, { token, body });
      if (method === 'POST' && answer.body?.id) made.set(path, String(answer.body.id));
      for (const name of Object.keys(shape.properties ?? {})) {
        for (const value of oddValues)
          await requested(method, url, { token, body: { ...usual(), [name]: value } }, { [name]: value });
      }
      for (const inner of Array.isArray(body) ? oddValues : [])
        await requested(method, url, { token, body: [inner] }, [inner]);
    }
  }
  expect(failures).toEqual([]);
}, 300_000);
