import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../lib/storage/browser-storage.ts';
import { forget, openIdOutcomeOf, recall, remember } from './openid-return.ts';

test.each([
  ['#openid', { kind: 'arrived' }],
  ['#openid-linked', { kind: 'linked' }],
  ['#openid-failed=openid-away', { kind: 'failed', code: 'openid-away' }],
  ['#openid-failed=nobody-knows', { kind: 'failed', code: 'internal-error' }],
  ['#openid-failed=<b>', undefined],
  ['#other', undefined],
  ['', undefined],
])('[IDP-02] the address %s says how it went at the provider', (hash, outcome) => {
  expect(openIdOutcomeOf(hash)).toEqual(outcome);
});

test('[IDP-02] a tab remembers where it was until it is there, and nothing that is no such note', () => {
  const storage = createMemoryStorage();
  const nothing = { keepConnected: false, path: null };
  expect(recall(storage)).toEqual(nothing);
  remember({ keepConnected: true, path: '/admin/reports' }, storage);
  expect(recall(storage)).toEqual({ keepConnected: true, path: '/admin/reports' });
  expect(recall(storage)).toEqual({ keepConnected: true, path: '/admin/reports' });
  forget(storage);
  expect(recall(storage)).toEqual(nothing);
  for (const text of ['{', '7', '{"keepConnected":"yes","path":7}']) {
    storage.setItem('atalaia.openId', text);
    expect(recall(storage), text).toEqual(nothing);
  }
});
