import { expect, test } from 'vitest';
import { homeRouteOf, profiles } from './profile.ts';

test('[ROUTE-01] every profile has its home, and anything else leads to the login', () => {
  expect(Object.fromEntries(profiles.map((profile) => [profile, homeRouteOf(profile)]))).toEqual({
    client: '/client',
    fleet: '/fleet',
    monitor: '/admin',
    admin: '/admin',
  });
  expect([undefined, null, '', 'root', 'toString'].map(homeRouteOf)).toEqual(Array(5).fill('/login'));
});
