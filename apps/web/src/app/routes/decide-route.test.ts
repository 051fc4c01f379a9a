import { homeRouteOf, type Profile, profiles } from '@atalaia/domain/catalog/profile';
import { expect, test } from 'vitest';
import { type Area, areaOf, firstScreenOf, landingPath, mayEnter, speaksOfMap } from './decide-route.ts';

const areas: readonly Area[] = ['client', 'fleet', 'admin'];

test.each([
  ['admin', '/admin'],
  ['monitor', '/admin'],
  ['fleet', '/fleet'],
  ['client', '/client'],
] as const)('[ROUTE-01] %s is at home in %s, and may enter there', (profile, home) => {
  expect(homeRouteOf(profile)).toBe(home);
  const area = areaOf(home);
  expect(area !== undefined && mayEnter(area, profile)).toBe(true);
});

test('[ROUTE-01] nobody is at home in /login, which is no guarded area', () => {
  expect(homeRouteOf(null)).toBe('/login');
  expect(areaOf('/login')).toBeUndefined();
});

test('[ROUTE-02] a visitor who is not signed in enters no area', () => {
  expect(areas.filter((area) => mayEnter(area, null))).toEqual([]);
});

test('[ROUTE-03] each profile enters its own area and no other', () => {
  const entered = Object.fromEntries(
    profiles.map((profile: Profile) => [profile, areas.filter((area) => mayEnter(area, profile))]),
  );
  expect(entered).toEqual({ admin: ['admin'], monitor: ['admin'], fleet: ['fleet'], client: ['client'] });
});

test.each([
  ['/admin', 'admin'],
  ['/admin/events/7?x=1#y', 'admin'],
  ['/fleet?x', 'fleet'],
  ['/administrator', undefined],
  ['/shared/admin', undefined],
  ['//admin', undefined],
  ['admin', undefined],
])('%s lies in the area %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});

test('[AUTH-08] who signs in again returns to the page he wanted, with its query and hash', () => {
  expect(landingPath('/admin/events/7?a=1#b', 'monitor')).toBe('/admin/events/7?a=1#b');
});

test.each([
  ["another profile's area", '/admin', 'client', '/client'],
  ['nothing wanted', undefined, 'fleet', '/fleet'],
  ['the sign-in itself', '/login', 'admin', '/admin'],
  ['another site', 'https://example.com/admin', 'admin', '/admin'],
  ['another host without scheme', '//example.com/admin', 'admin', '/admin'],
  ['no text', { required: 1 }, 'admin', '/admin'],
] as const)('after a sign-in %s leads home', (_name, returnPath, profile, home) => {
  expect(landingPath(returnPath, profile)).toBe(home);
});

test.each([
  ['/shared/a-token', true, 'shared', true],
  ['/shared/a-token', false, 'shared', true],
  ['/call-out/a-token', false, 'callOut', true],
  ['/police/a-token', false, 'police', true],
  ['/access', false, 'access', false],
  ['/access', true, 'access', false],
  ['/', false, 'login', false],
  ['/login', false, 'login', false],
  ['/admin/manage/devices', false, 'login', false],
  ['/admin/manage/devices', true, 'admin', true],
  ['/fleet', true, 'bare', true],
  ['/client', true, 'bare', true],
  ['/', true, undefined, true],
  ['/login', true, undefined, true],
  ['/nowhere', true, undefined, false],
  ['/nowhere', false, undefined, false],
] as const)('%s with a token: %s is first shown as %s; waits for texts of the map: %s', (...line) => {
  const [path, isSignedIn, screen, isOfMap] = line;
  expect([firstScreenOf(path, isSignedIn), speaksOfMap(path, isSignedIn)]).toEqual([screen, isOfMap]);
});
