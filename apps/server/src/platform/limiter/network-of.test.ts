import { expect, test } from 'vitest';
import { networkOf, siteOf } from './network-of.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2:ffff:0:0:9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'no address'],
])('[ING-11] [SEC-01] %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('[SEC-01] the 256 networks of a /56 are one site', () => {
  expect(siteOf('2001:db8:1:2a7f::1')).toBe('2001:db8:1:2a00::/56');
  expect(siteOf('2001:db8:1:2a00:ffff::9')).toBe('2001:db8:1:2a00::/56');
  expect(siteOf('2001:db8:1:2bff::1')).toBe('2001:db8:1:2b00::/56');
  expect(siteOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
});
