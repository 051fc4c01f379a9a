import { expect, test } from 'vitest';
import { clientAddressOf, proxiesOf } from './proxies.ts';

test('a proxy is known by its address or its network, in either version of IP', () => {
  const isProxy = proxiesOf(['10.0.0.0/8', '192.0.2.7', '::1', '2001:db8::/32']);
  expect(['10.9.8.7', '::ffff:10.9.8.7', '192.0.2.7', '::1', '2001:db8::5'].map(isProxy)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['11.0.0.1', '192.0.2.8', '::2', '', 'unknown', 'fe80::1%eth0'].map(isProxy)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([proxiesOf(true)('203.0.113.1'), proxiesOf(false)('203.0.113.1')]).toEqual([true, false]);
});

test('who asks is the first before the proxies; who is no proxy is not believed', () => {
  const ask = (remoteAddress: string, forwarded: string | undefined, trusted: boolean | string[]) =>
    clientAddressOf(
      { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never,
      proxiesOf(trusted),
    );
  expect(ask('10.0.0.1', '203.0.113.5', ['10.0.0.0/8'])).toBe('203.0.113.5');
  expect(ask('10.0.0.1', '198.51.100.1, 203.0.113.5, 10.0.0.2', ['10.0.0.0/8'])).toBe('203.0.113.5');
  expect(ask('10.0.0.1', '198.51.100.1, 203.0.113.5', true)).toBe('198.51.100.1');
  expect(ask('10.0.0.1', '10.0.0.3, 10.0.0.2', ['10.0.0.0/8'])).toBe('10.0.0.3');
  expect(ask('203.0.113.9', '203.0.113.5', ['10.0.0.0/8'])).toBe('203.0.113.9');
  expect(ask('10.0.0.1', undefined, ['10.0.0.0/8'])).toBe('10.0.0.1');
  expect(ask('10.0.0.1', '', true)).toBe('10.0.0.1');
});
