import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileFrom } from './profile.ts';

const facts = fc.record({
  profileAttribute: fc.constantFrom(undefined, 'central', 'Central', 'admin', ''),
  administrator: fc.constantFrom(true, false, null, undefined),
  deviceLimit: fc.constantFrom(0, -1, 1, 40, null, undefined),
  deviceCount: fc.integer({ min: 0, max: 20 }),
});

test('[AUTH-09] the profile is derived in the order: central, administrator, device limit, number of devices', () => {
  const all = { profileAttribute: 'central', administrator: true, deviceLimit: 3, deviceCount: 9 };
  expect(profileFrom(all)).toBe('monitor');
  expect(profileFrom({ ...all, profileAttribute: 'other' })).toBe('admin');
  expect(profileFrom({ deviceLimit: 3, deviceCount: 9 })).toBe('monitor');
  expect(profileFrom({ deviceLimit: -1, deviceCount: 0 })).toBe('monitor');
  expect(profileFrom({ deviceLimit: 0, deviceCount: 6 })).toBe('fleet');
  expect(profileFrom({ deviceLimit: 0, deviceCount: 5 })).toBe('client');
  expect(profileFrom({ deviceCount: 0 })).toBe('client');
});

test('[AUTH-09] departs: who is named a client or a fleet stays so with a sixth vehicle, and is no administrator or monitor by it', () => {
  expect(profileFrom({ profileAttribute: 'client', deviceCount: 6 })).toBe('client');
  expect(profileFrom({ profileAttribute: 'fleet', deviceCount: 1 })).toBe('fleet');
  expect(profileFrom({ profileAttribute: 'client', administrator: true, deviceCount: 6 })).toBe('admin');
  expect(profileFrom({ profileAttribute: 'client', deviceLimit: 3, deviceCount: 6 })).toBe('monitor');
});

test('[AUTH-09] only the first rule that fits decides', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const profile = profileFrom(given);
      if (given.profileAttribute === 'central') expect(profile).toBe('monitor');
      else if (given.administrator) expect(profile).toBe('admin');
      else if (given.deviceLimit) expect(profile).toBe('monitor');
      else expect(profile).toBe(given.deviceCount > 5 ? 'fleet' : 'client');
    }),
  );
});
