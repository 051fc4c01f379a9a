import type { Event } from '@atalaia/contract/rules/event';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '../storage/browser-storage.ts';
import { createStore } from '../store/store.ts';
import { aSession } from '../testing/a-session.ts';
import { anEvent } from '../testing/an-event.ts';
import { createSessionStore } from './session-store.ts';
import { readSnapshot, snapshotKey } from './snapshot.ts';
import { createSnapshotKeeper, snapshotIntervalMs } from './snapshot-keeper.ts';
import { createTokenKeeper } from './token-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page() {
  const storages = { session: createMemoryStorage(), local: createMemoryStorage() };
  const tokens = createTokenKeeper(storages);
  const session = createSessionStore(tokens, undefined);
  const server = createStore<PublicServerSettings | null>(null);
  const events = createStore<readonly Event[]>([]);
  const keeper = createSnapshotKeeper({ session, server, events }, tokens, storages);
  const saved = (storage: 'session' | 'local' = 'session') => storages[storage].getItem(snapshotKey);
  return { storages, session, events, keeper, saved };
}

test('[AUTH-06] session, auth, server and events are saved after a change, and read back as they were', () => {
  const { session, events, saved } = page();
  session.begin(aSession({ name: 'Ana' }), { email: 'ana', keepConnected: false });
  events.set([anEvent({ id: 7 })]);
  vi.advanceTimersByTime(snapshotIntervalMs);
  expect(readSnapshot(saved())).toEqual({
    version: 1,
    session: aSession({ name: 'Ana', token: null }),
    auth: { isLogged: true, email: 'ana', profile: 'client' },
    server: null,
    events: [anEvent({ id: 7 })],
  });
});

test('[AUTH-06] neither password nor token is in the snapshot', () => {
  const { session, saved } = page();
  session.begin(aSession({ token: 'the-secret-token' }), { email: 'ana', keepConnected: false });
  vi.advanceTimersByTime(snapshotIntervalMs);
  expect(saved()).not.toContain('the-secret-token');
  expect(saved()).not.toMatch(/password/i);
});

test('[AUTH-06] a later change is saved too, and many at once are saved once', () => {
  const { session, events, saved, storages } = page();
  session.begin(aSession(), { email: 'ana', keepConnected: true });
  vi.advanceTimersByTime(snapshotIntervalMs);
  const writes = vi.spyOn(storages.local, 'setItem');
  for (let id = 1; id <= 50; id += 1) events.set([anEvent({ id })]);
  vi.advanceTimersByTime(snapshotIntervalMs);
  expect(readSnapshot(saved('local'))?.events).toEqual([anEvent({ id: 50 })]);
  expect(writes).toHaveBeenCalledTimes(1);
});

test('a page that goes saves what waits', () => {
  const { session, keeper, saved } = page();
  session.begin(aSession(), { email: 'ana', keepConnected: false });
  keeper.flush();
  expect(readSnapshot(saved())?.auth.email).toBe('ana');
});

test('[AUTH-07] a sign-out takes the snapshot away, and what waited is not saved after it', () => {
  const { session, events, saved } = page();
  session.begin(aSession(), { email: 'ana', keepConnected: true });
  vi.advanceTimersByTime(snapshotIntervalMs);
  events.set([anEvent({ id: 1 })]);
  session.end();
  vi.advanceTimersByTime(10 * snapshotIntervalMs);
  expect([saved('session'), saved('local')]).toEqual([null, null]);
});

test.each([
  ['absent', null],
  ['half-written', '{"version":1,"sess'],
  ['of another version', '{"version":2}'],
  ['a list', '[]'],
])('a snapshot that is %s counts as none', (_name, stored) => {
  expect(readSnapshot(stored)).toBeUndefined();
});
