import { expect, test } from 'vitest';
import { signInPlaceOf } from './components/session-list.tsx';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

test.each([
  [windows, 'Chrome', 'Windows'],
  [`${windows} Edg/140.0.0.0`, 'Edge', 'Windows'],
  [iphone, 'Safari', 'iPhone'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
])('[SEC-01] a person knows his browser again: %s', (userAgent, browser, system) => {
  expect(signInPlaceOf(userAgent)).toEqual({ kind: 'browser', browser, system });
});

test('[SEC-01] what is no browser is a program, and what says nothing is unknown', () => {
  expect(signInPlaceOf('curl/8.5.0')).toEqual({ kind: 'program', name: 'curl' });
  expect([signInPlaceOf(null), signInPlaceOf(' ')]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
});
