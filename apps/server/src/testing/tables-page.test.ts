import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('docs/tables.md names every table of the schema, and no other', () => {
  const schema = read('../platform/db/schema.ts').split('export interface Schema {')[1] ?? '';
  const tables = [...schema.matchAll(/^ {2}(\w+): \w+Table;/gm)].map(([, name]) => name);
  const named = [...read('../../../../docs/tables.md').matchAll(/^\| (\w+) +\|/gm)].map(([, name]) => name);
  expect(tables.length).toBeGreaterThan(50);
  expect(named.filter((name) => name !== 'table').toSorted()).toEqual(tables.toSorted());
});
