import { errorCodes } from '@atalaia/contract/errors';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { html } from './html.ts';

const { ask, routes } = await createTestApp();
const page = await ask('GET', '/api/docs');
const { body: api } = await ask('GET', '/api/openapi.json');
const told = Object.entries<Record<string, { summary?: string }>>(api.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

test('[API-01] /api/docs tells of every route, every schema and every error code', () => {
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const documented = routes.filter(({ answers }) => Object.keys(answers).length);
  expect(told.length).toBeGreaterThan(90);
  expect(documented.length).toBeGreaterThan(90);
  for (const { method, path } of told) {
    expect(page.text).toMatch(
      new RegExp(`>${method}</span> <h3><code>${path.replaceAll(/[{}]/g, '\\$&')}</code>`),
    );
  }
  for (const name of Object.keys(api.components.schemas)) expect(page.text).toContain(`id="schema-${name}"`);
  for (const code of errorCodes) expect(page.text).toContain(`<code>${code}</code>`);
  expect(page.text).toContain('<code>disabled</code> ?</th><td>boolean, also as text');
});

test('[API-01] every route says what it does', () => {
  expect(
    told.filter(({ operation }) => !operation.summary).map(({ method, path }) => `${method} ${path}`),
  ).toEqual([]);
});

test('the page brings all it needs, and its policy lets nothing else in', () => {
  const policy = String(page.headers['content-security-policy']);
  const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
  expect(policy).toContain("default-src 'none'");
  expect(page.text).toContain(`<style nonce="${nonce}">`);
  expect(page.text).not.toMatch(/<script|<link|<img|src=|style=/);
  const anchors = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  for (const id of new Set(anchors)) expect(page.text).toContain(`id="${id}"`);
});

test('what is put into markup is text, whatever it holds', () => {
  expect(html`<b>${'<i a="1">&'}</b>${[html`<i>`, '<']}`.markup).toBe(
    '<b>&lt;i a=&quot;1&quot;&gt;&amp;</b><i>&lt;',
  );
});
