import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { expect, test } from 'vitest';
import { createTestApp, testVersion } from '../../../testing/test-app.ts';

const { ask, routes } = await createTestApp();
const { body: api } = await ask('GET', '/api/openapi.json');

test('the description is OpenAPI 3.1 and describes every route of the API, and no other', () => {
  expect([api.openapi, api.info.version]).toEqual(['3.1.0', testVersion]);
  const described = Object.entries<object>(api.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const registered = routes
    .filter(({ url, method }) => url.startsWith('/api/') && method !== 'HEAD' && method !== 'OPTIONS')
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => route !== 'GET /api/openapi.json' && !route.startsWith('GET /api/docs'));
  expect(described.toSorted()).toEqual(registered.toSorted());
});

test('requests and answers are described by the very schemas that check them', () => {
  const { post } = api.paths['/api/devices'];
  expect(post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/DeviceInput',
  });
  expect(post.responses['200'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Device',
  });
  expect(post.responses['400'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/ErrorBody',
  });
  expect(api.components.schemas.DeviceInput.required).toEqual(['uniqueId', 'name']);
  expect(api.components.schemas.Device.properties.status.enum).toEqual(['online', 'offline', 'unknown']);
  const list = api.paths['/api/devices'].get;
  expect(list.responses['200'].content['application/json'].schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Device' },
  });
  expect(list.parameters).toContainEqual(
    expect.objectContaining({ name: 'keyword', in: 'query', required: false }),
  );
  expect(api.paths['/api/devices/{id}'].get.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  );
});

test('[API-01] a file and a plain text are described by their own content types', () => {
  const typesOf = (path: string, method = 'get') =>
    Object.entries<{ schema: object }>(api.paths[path][method].responses['200'].content).map(
      ([type, { schema }]) => [type, schema],
    );
  const file = { type: 'string', format: 'binary' };
  for (const kind of ['route', 'events', 'trips', 'stops', 'summary']) {
    expect(typesOf(`/api/reports/${kind}/xlsx`)).toEqual([[spreadsheetType, file]]);
    expect(typesOf(`/api/reports/${kind}`).map(([type]) => type)).toEqual([
      'application/json',
      spreadsheetType,
      'text/csv',
    ]);
    expect(api.paths[`/api/reports/${kind}/mail`].get.responses['204']).not.toHaveProperty('content');
  }
  expect(typesOf('/api/session/token', 'post')).toEqual([['text/plain', { type: 'string' }]]);
  expect(typesOf('/api/reports/sinister')).toEqual([['application/pdf', file]]);
  for (const [path, operations] of Object.entries<Record<string, { responses: Record<string, object> }>>(
    api.paths,
  ))
    for (const [method, { responses }] of Object.entries(operations)) {
      const silent = Object.entries(responses).filter(
        ([status, described]) =>
          status === '200' && !Object.keys(Object(Reflect.get(described, 'content'))).length,
      );
      expect([method, path, silent]).toEqual([method, path, []]);
    }
});

test('[API-02] it says which routes need a signed-in user, and the ways to sign in', () => {
  expect(api.paths['/api/server'].get.security).toBeUndefined();
  expect(api.paths['/api/devices'].get.security).toEqual([{ bearer: [] }, { basic: [] }, { cookie: [] }]);
  expect(Object.keys(api.components.securitySchemes)).toEqual(['bearer', 'basic', 'cookie']);
  expect(Object.keys(api.paths['/api/session'].post.requestBody.content)).toContain(
    'application/x-www-form-urlencoded',
  );
});

test('every reference leads to a schema that is there', () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(50);
  for (const name of new Set(references)) expect(api.components.schemas).toHaveProperty(String(name));
});

test('[API-01] every operation has a name of its own, and lists every refusal that it may answer with', () => {
  const operations = Object.values<Record<string, { operationId: string; responses: object }>>(
    api.paths,
  ).flatMap((path) => Object.values(path));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['getDevices', 'putDevicesById', 'getReportsTripsXlsx']));
  const refusals = (path: string, method: string) =>
    Object.keys(api.paths[path][method].responses).filter((status) => Number(status) >= 400);
  expect(refusals('/api/session', 'post')).toEqual([
    '400',
    '401',
    '403',
    '404',
    '406',
    '413',
    '415',
    '429',
    '431',
    '500',
    '503',
  ]);
  expect(refusals('/api/devices/{id}', 'put')).toEqual([
    '400',
    '401',
    '403',
    '404',
    '406',
    '409',
    '413',
    '415',
    '429',
    '431',
    '500',
    '503',
  ]);
  expect(refusals('/api/server', 'get')).toEqual(['400', '406', '429', '431', '500', '503']);
  expect(api.paths['/api/devices'].post.responses['413'].description).not.toBe('');
});
