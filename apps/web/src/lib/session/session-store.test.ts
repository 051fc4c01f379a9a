import { expect, test } from 'vitest';
import { createMemoryStorage } from '../storage/browser-storage.ts';
import { aSession } from '../testing/a-session.ts';
import { createSessionStore, onAnotherPerson, profileOf } from './session-store.ts';
import { createTokenKeeper } from './token-keeper.ts';

const typed = { email: 'central', keepConnected: false };

function store() {
  const tokens = createTokenKeeper({ session: createMemoryStorage(), local: createMemoryStorage() });
  return { tokens, session: createSessionStore(tokens, undefined) };
}

test('[AUTH-06] a token with its snapshot signs in before any request', () => {
  const { tokens } = store();
  tokens.write('a-token', false);
  const person = { ...aSession({ administrator: true }), token: null };
  const session = createSessionStore(tokens, {
    session: person,
    auth: { isLogged: true, email: 'central', profile: 'admin' },
  });
  expect(session.get()).toEqual({
    phase: 'signed-in',
    token: 'a-token',
    person,
    profile: 'admin',
    email: 'central',
    isOver: false,
  });
});

test('[AUTH-06] a token without a readable snapshot waits until the server tells whose it is', () => {
  const { tokens } = store();
  tokens.write('a-token', true);
  const session = createSessionStore(tokens, undefined);
  expect(session.get()).toEqual({ phase: 'restoring', token: 'a-token' });
  session.refresh(aSession({ token: null, deviceCount: 9 }));
  expect(session.get()).toMatchObject({ phase: 'signed-in', token: 'a-token', profile: 'fleet' });
});

test('a sign-in keeps the token apart from the person', () => {
  const { tokens, session } = store();
  session.begin(aSession(), typed);
  expect(tokens.read()).toBe('a-token');
  expect(session.get()).toMatchObject({ person: { token: null }, email: 'central' });
});

test('an answer without a token is refused and signs nobody in', () => {
  const { session } = store();
  expect(() => session.begin(aSession({ token: null }), typed)).toThrow('no token');
  expect(session.get().phase).toBe('signed-out');
});

test('[AUTH-08] the token in force expires once, however many calls were refused', () => {
  const { tokens, session } = store();
  session.begin(aSession(), typed);
  expect([session.expire('a-token'), session.expire('a-token')]).toEqual([true, false]);
  expect(session.get()).toEqual({ phase: 'signed-out', expired: true });
  expect(tokens.read()).toBeNull();
});

test('[AUTH-08] a late refusal of an old token does not end the new session', () => {
  const { session } = store();
  session.begin(aSession({ token: 'new' }), typed);
  expect(session.expire('old')).toBe(false);
  expect(session.token()).toBe('new');
});

test('[AUTH-08] [LIST-06] who typed something keeps his page, though no token, until he signs in again or gives it up', () => {
  const tokens = createTokenKeeper({ session: createMemoryStorage(), local: createMemoryStorage() });
  const session = createSessionStore(tokens, undefined, () => true);
  session.begin(aSession({ name: 'Ana' }), typed);
  expect([session.expire('a-token'), session.expire('a-token')]).toEqual([true, false]);
  expect(session.get()).toMatchObject({ phase: 'signed-in', isOver: true, person: { name: 'Ana' } });
  expect([session.token(), tokens.read()]).toEqual([null, null]);
  // What an answer on its way says of the person is no new session.
  session.refresh(aSession({ token: null }));
  expect(session.get()).toMatchObject({ isOver: true });
  session.begin(aSession({ token: 'new' }), typed);
  expect(session.get()).toMatchObject({ phase: 'signed-in', isOver: false, token: 'new' });
  session.expire('new');
  session.end();
  expect(session.get()).toEqual({ phase: 'signed-out', expired: false });
});

test('[AUTH-07] signing out clears the token', () => {
  const { tokens, session } = store();
  session.begin(aSession(), { ...typed, keepConnected: true });
  session.end();
  expect(tokens.read()).toBeNull();
  expect(session.get()).toEqual({ phase: 'signed-out', expired: false });
});

test('what the server tells after a sign-out signs nobody in again', () => {
  const { session } = store();
  session.refresh(aSession());
  expect(session.get().phase).toBe('signed-out');
});

test.each([
  ['monitor', { attributes: { profile: 'central' }, administrator: true }],
  ['admin', { administrator: true, deviceLimit: -1 }],
  ['monitor', { deviceLimit: -1, deviceCount: 2 }],
  ['fleet', { deviceCount: 6 }],
  ['client', { deviceCount: 5 }],
] as const)('[AUTH-09] the session of a %s is told by attribute, flags and devices', (profile, part) => {
  expect(profileOf({ ...aSession(part), token: null })).toBe(profile);
});

test('[AUTH-07] [AUTH-08] who signs in where another person was signed in is told apart from the same one', () => {
  const { session } = store();
  let others = 0;
  onAnotherPerson(session, () => {
    others += 1;
  });
  const signIn = (id: number, token: string) => session.begin(aSession({ id, token }), typed);
  signIn(1, 'first');
  session.refresh(aSession({ id: 1, name: 'renamed', token: null }));
  session.expire('first');
  signIn(1, 'second');
  expect(others).toBe(0);
  session.expire('second');
  signIn(2, 'third');
  expect(others).toBe(1);
  session.end();
  signIn(2, 'fourth');
  expect(others).toBe(1);
});
