import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../lib/storage/browser-storage.ts';
import { cacheCompany, companyCacheKey, companyLabelOf, readCompany } from './use-company.ts';

test.each([
  ['aurora.example.com', 'aurora'],
  ['AURORA.example.com', 'aurora'],
  ['localhost', 'localhost'],
  ['192.168.0.10', undefined],
  ['[::1]', undefined],
  ['', undefined],
])('the host %s has the label %s', (host, label) => {
  expect(companyLabelOf(host)).toBe(label);
});

const company = {
  id: 3,
  label: 'aurora',
  logoUrl: null,
  theme: '#ffd400',
  name: null,
  title: null,
  faviconUrl: null,
  androidAppUrl: null,
  iosAppUrl: null,
};

test('a kept configuration is given back for its own host only', () => {
  const storage = createMemoryStorage();
  cacheCompany(storage, 'aurora', company);
  expect(readCompany(storage, 'aurora')).toEqual(company);
  expect(readCompany(storage, 'boreal')).toBeUndefined();
});

test('a broken text in the cache counts as none', () => {
  const storage = createMemoryStorage();
  storage.setItem(companyCacheKey, '{');
  expect(readCompany(storage, 'aurora')).toBeUndefined();
});

test('the colour stands where the script of the first paint looks for it', () => {
  const storage = createMemoryStorage();
  cacheCompany(storage, 'aurora', company);
  expect(storage.getItem(companyCacheKey)).toMatch(/"theme":"(#[0-9a-fA-F]{6})"/);
});
