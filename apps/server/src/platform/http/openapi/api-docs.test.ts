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
