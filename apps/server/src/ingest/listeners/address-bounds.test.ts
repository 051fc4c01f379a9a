import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { createAddressBounds } from './address-bounds.ts';

test('[ING-11] the addresses of one IPv6 /64 share the bytes that may be read', () => {
  const { bytesOf } = createAddressBounds(defaultLimits, { now: () => 0 });
  expect(bytesOf('2001:db8:1:2::1')).toBe(bytesOf('2001:db8:1:2:ffff::9'));
  expect(bytesOf('2001:db8:1:3::1')).not.toBe(bytesOf('2001:db8:1:2::1'));
});
