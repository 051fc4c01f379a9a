import { errorStatus } from '@atalaia/contract/errors';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';

const { ask, routes } = await createTestApp();
const page = await ask('GET', '/api/docs');
const { body: api } = await ask('GET', '/api/openapi.json');
const described = Object.entries<Record<string, { summary?: string }>>(api.paths).flatMap(
  ([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
);

test('[API-01] the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(api));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('[API-01] /api/docs shows every route, every schema and every error code', async () => {
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const documented = routes.filter(({ answers }) => Object.keys(answers).length);
  expect(described.length).toBeGreaterThan(90);
  expect(documented.length).toBeGreaterThan(90);
  const { body: shown } = await ask('GET', '/api/docs/json');
  expect(shown).toEqual(api);
  const { description } = api.components.schemas.ErrorBody;
  for (const [code, status] of Object.entries(errorStatus))
    expect(description).toMatch(new RegExp(`\`${code}\` ${status}[,.]`));
});

test('[API-01] every route says what it does', () => {
  expect(
    described.filter(({ operation }) => !operation.summary).map(({ method, path }) => `${method} ${path}`),
  ).toEqual([]);
});

test('the page brings all it needs, and its policy lets nothing else in', async () => {
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:/);
  expect(page.text).not.toMatch(/<script>|<style|style=|https?:/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => String(file));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    expect(file).toMatch(/^\/api\/docs\/static\//);
    expect([file, (await ask('GET', file)).status]).toEqual([file, 200]);
  }
});

test('what is no file of the page is not found, and neither is the description as YAML', async () => {
  for (const path of ['/api/docs/yaml', '/api/docs/static/nothing.js', '/api/docs/static/../package.json'])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
});

/** What the page gives the library, as its browser reads it. */
async function configOfPage() {
  const { text } = await ask('GET', '/api/docs/static/swagger-initializer.js');
  let config: unknown;
  const library = Object.assign(
    (given: unknown) => {
      config = given;
      return { initOAuth() {} };
    },
    { presets: {}, plugins: {} },
  );
  const window = { location: { href: 'http://host/api/docs' } } as { onload?: () => void };
  const document = { createElement: () => ({}), querySelector: () => null, body: {} };
  const observer = class {
    observe() {}
  };
  new Function(
    'window',
    'document',
    'MutationObserver',
    'SwaggerUIBundle',
    'SwaggerUIStandalonePreset',
    text,
  )(window, document, observer, library, {});
  window.onload?.();
  return config as { plugins: (() => { fn: { resolveSubtree: ResolveSubtree } })[] };
}

type ResolveSubtree = (
  document: unknown,
  path: readonly string[],
) => Promise<{ spec: unknown; errors: unknown[] }>;

test('[API-01] the page follows the references of what is opened by itself, each route without reading all of the others', async () => {
  const { plugins } = await configOfPage();
  const [{ resolveSubtree } = expect.fail()] = plugins.map((plugin) => plugin().fn);
  const { components } = api;
  for (const [path, operations] of Object.entries<object>(api.paths)) {
    for (const method of Object.keys(operations)) {
      const { spec, errors } = await resolveSubtree(api, ['paths', path, method]);
      expect(errors).toEqual([]);
      expect([path, JSON.stringify(spec).includes('$ref')]).toEqual([path, false]);
    }
  }
  const { spec } = await resolveSubtree(api, ['paths', '/api/groups', 'post', 'requestBody']);
  expect(spec).toEqual({
    required: true,
    content: { 'application/json': { schema: components.schemas.GroupInput } },
  });
  const read: string[] = [];
  const watched = new Proxy(api.paths, {
    get: (paths, path) => {
      read.push(String(path));
      return Reflect.get(paths, path);
    },
  });
  await resolveSubtree({ ...api, paths: watched }, ['paths', '/api/groups', 'post']);
  expect(read).toEqual(['/api/groups']);
});

test('[API-01] what contains itself is followed once and then named, and a part that is not there is none', async () => {
  const { plugins } = await configOfPage();
  const [{ resolveSubtree } = expect.fail()] = plugins.map((plugin) => plugin().fn);
  const tree = { properties: { below: { items: { $ref: '#/schemas/Tree' } }, name: { type: 'string' } } };
  const document = { schemas: { Tree: tree }, body: { $ref: '#/schemas/Tree', description: 'own' } };
  expect(await resolveSubtree(document, ['body'])).toEqual({
    spec: { ...tree, description: 'own' },
    errors: [],
  });
  expect(await resolveSubtree(document, ['schemas', 'nothing', 'here'])).toEqual({
    spec: undefined,
    errors: [],
  });
});
