import { expect, test } from 'vitest';
import { objectionTo } from './database.ts';

const good = { version: 15, encoding: 'UTF8', sortsNames: true };

test('PostgreSQL 15 and later, in UTF-8 and with ICU, is accepted', () => {
  expect(objectionTo(good)).toBeUndefined();
  expect(objectionTo({ ...good, version: 18 })).toBeUndefined();
});

test('[OPS-01] an older PostgreSQL is refused, with the version that is needed', () => {
  expect(objectionTo({ ...good, version: 14 })).toMatch(/is PostgreSQL 14; 15 or later is needed/);
});

test('one that cannot order Portuguese names is refused', () => {
  expect(objectionTo({ ...good, sortsNames: false })).toMatch(/pt-BR-x-icu/);
});
