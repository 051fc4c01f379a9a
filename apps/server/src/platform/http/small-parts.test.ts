import type { Health } from '@atalaia/contract/server/health';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { cookieTokenOf, credentialsOf } from './authentication.ts';
import { refusalOf } from './errors/error-body.ts';
import { createHealth } from './health/health-routes.ts';
import { withoutSecrets } from './request-log.ts';
import { isOfCentre } from './route-access.ts';
import { unstorable } from './validation.ts';

test('[AUTH-06] an address in a log carries neither a token nor where somebody is', () => {
  expect(withoutSecrets('/api/socket?b=abc')).toBe('/api/socket?b=…');
  expect(withoutSecrets('/api/session?x=1&TOKEN=abc&y=2')).toBe('/api/session?x=1&TOKEN=…&y=2');
  expect(withoutSecrets('/api/devices?web=1&tokens=2')).toBe('/api/devices?web=1&tokens=2');
  expect(withoutSecrets('/osmand?id=1&lat=-3.7&lon=-38.5')).toBe('/osmand');
  expect(withoutSecrets('/api/session?%74oken=abc')).toBe('/api/session?token=…');
  fc.assert(
    fc.property(fc.base64String({ minLength: 8 }), fc.constantFrom('b', 'token'), (secret, name) => {
      expect(withoutSecrets(`/x?${name}=${encodeURIComponent(secret)}`)).toBe(`/x?${name}=…`);
    }),
  );
});

test('credentials are read whatever the header holds, and never thrown over', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(credentialsOf(basic('ana:se:nha'), undefined)).toEqual({
    via: 'basic',
    name: 'ana',
    password: 'se:nha',
  });
  expect(credentialsOf(basic('ação:é'), undefined)).toEqual({ via: 'basic', name: 'ação', password: 'é' });
  for (const text of ['ana', ':x', 'ana:', `${'n'.repeat(256)}:x`])
    expect(credentialsOf(basic(text), 'c')).toBe('malformed');
  expect(credentialsOf({}, 'c')).toEqual({ via: 'cookie', token: 'c' });
  fc.assert(fc.property(fc.string(), (authorization) => void credentialsOf({ authorization }, undefined)));
  expect(cookieTokenOf('a=b; atalaia_session=t0ken; c=d')).toBe('t0ken');
  expect(cookieTokenOf('not_atalaia_session=x')).toBeUndefined();
  // what a neighbour below the same domain may have set comes after what only this host sets
  expect(cookieTokenOf('JSESSIONID=a; atalaia_session=b; __Host-atalaia_session=c')).toBe('c');
  expect(
    cookieTokenOf('JSESSIONID=a; atalaia_session=b', true),
    'a neighbour may have set it',
  ).toBeUndefined();
});

test('[API-03] what a database cannot hold is found wherever it stands', () => {
  expect(unstorable({ a: [{ b: 'fine ✓ 🚚' }, 1, null, true] })).toBeUndefined();
  expect(unstorable({ a: [{ b: 'x\0' }] })?.path).toEqual(['a', '0', 'b']);
  expect(unstorable({ a: { 'k\0': 1 } })?.path).toEqual(['a']);
  expect(unstorable({ a: '\udc00' })?.path).toEqual(['a']);
  expect(unstorable(JSON.parse('{"a":[1e999]}'))).toEqual({
    path: ['a', '0'],
    message: 'is too large a number',
  });
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(unstorable(deep)?.path).toHaveLength(32);
});

test('[ERR-02] what a database without space cannot do is told as that, though it only says that it is away', () => {
  const away = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' });
  const codes = (isFull: boolean) =>
    [away, new AppError('not-ready', 'not stored'), new AppError('not-found', 'no')].map(
      (error) => refusalOf(error, () => isFull).code,
    );
  expect(codes(false)).toEqual(['not-ready', 'not-ready', 'not-found']);
  expect(codes(true)).toEqual(['no-space', 'no-space', 'not-found']);
});

test('[ERR-02] what others stood in the way of, again and again, may be tried again', () => {
  for (const code of ['40001', '40P01']) {
    const refused = refusalOf(Object.assign(new Error('deadlock detected'), { code }), () => false);
    expect([refused.code, refused.message]).toEqual([
      'not-ready',
      'others changed the same just now; try again',
    ]);
  }
});

test('[OPS-03] health tells starting, ready, stopping, and why nothing is stored', async () => {
  let isUp = true;
  let isFull = false;
  let trouble: Health['cause'];
  const health = createHealth({
    pool: { query: (async () => (isUp ? {} : Promise.reject(new Error('away')))) as never },
    trouble: () => trouble,
    isOutOfSpace: () => isFull,
  });
  expect(await health.read()).toEqual({ status: 'starting', database: 'ready', ingest: 'stopped' });
  health.ready();
  expect((await health.read()).status).toBe('ready');
  isUp = false;
  const away = { status: 'not-ready', database: 'away', ingest: 'ready' };
  expect(await health.read()).toEqual({ ...away, cause: 'database-away' });
  isFull = true;
  expect(await health.read()).toEqual({ ...away, cause: 'no-space' });
  isFull = false;
  trouble = 'no-space';
  expect(await health.read(), 'the writers know it').toMatchObject({ database: 'away', cause: 'no-space' });
  trouble = undefined;
  isUp = true;
  expect((await health.read()).status, 'little room is no fault while all is stored').toBe('ready');
  isFull = false;
  const failing = { status: 'not-ready', database: 'ready', ingest: 'failing' };
  for (const cause of ['no-space', 'database-away', 'commits-failing'] as const) {
    trouble = cause;
    expect(await health.read()).toEqual({ ...failing, cause });
  }
  trouble = 'writers-stuck';
  expect(await health.read()).toEqual({ ...failing, ingest: 'stuck', cause: trouble });
  trouble = undefined;
  expect((await health.read()).status).toBe('ready');
  health.stopping();
  expect((await health.read()).status).toBe('not-ready');
});

test('[OPS-03] a database that does not answer is told as away in time', async () => {
  const health = createHealth({
    pool: { query: (() => new Promise(() => undefined)) as never },
    trouble: () => undefined,
    isOutOfSpace: () => false,
  });
  health.ready();
  expect(await health.read()).toMatchObject({ status: 'not-ready', cause: 'database-away' });
});

const person = (profile: string | undefined, device_limit = 0) => ({
  administrator: false,
  user: { desk_role: 'none', device_limit, attributes: { ...(profile && { profile }) } },
});

test('[AUTH-09] [SEC-01] who is named a fleet or a client is none of the centre by it', () => {
  const ofCentre = (profile?: string, limit?: number) =>
    isOfCentre(person(profile, limit) as Parameters<typeof isOfCentre>[0]);
  expect(['fleet', 'client', undefined].map((profile) => ofCentre(profile))).toEqual([false, false, false]);
  expect([ofCentre('central'), ofCentre(undefined, 5)]).toEqual([true, true]);
});
