import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createApiClient } from '../../lib/api/api-client.ts';
import { createSessionStore } from '../../lib/session/session-store.ts';
import { createTokenKeeper } from '../../lib/session/token-keeper.ts';
import { createMemoryStorage } from '../../lib/storage/browser-storage.ts';
import { createStore } from '../../lib/store/store.ts';
import { aSession } from '../../lib/testing/a-session.ts';
import { createLive } from '../../live/live.ts';
import { followInstalledApp, followSession } from './follow-session.ts';

afterEach(() => void vi.unstubAllGlobals());
afterEach(() => void vi.unstubAllEnvs());
afterEach(() => void vi.useRealTimers());

/** Somebody is signed in and the channel is open; `window` receives the browser's events of the network. */
function signedIn() {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const sockets: WebSocket[] = [];
  const tokens = createTokenKeeper({ session: createMemoryStorage(), local: createMemoryStorage() });
  const session = createSessionStore(tokens, undefined);
  const api = createApiClient({
    root: 'http://server/api/',
    async fetch() {
      throw new TypeError('no network');
    },
    token: session.token,
    onRefused: () => {},
    isOnline: () => true,
  });
  const live = createLive({
    api,
    openSocket() {
      const socket = { close() {} } as unknown as WebSocket;
      sockets.push(socket);
      return socket;
    },
    batch: (flush) => ({ request: flush, cancel: () => {} }),
    restoredEvents: [],
    onLost: () => {},
    onSignedOut: () => {},
    checkSession: () => {},
    random: () => 1,
  });
  onTestFinished(() => live.stop());
  vi.spyOn(console, 'warn').mockReturnValue();
  const queries = new QueryClient();
  followSession({ api, session, serverSettings: createStore(null), live, queries });
  session.begin(aSession(), { email: 'ana', keepConnected: false });
  sockets.at(-1)?.onopen?.({} as Event);
  return { api, live, sockets, session, dispatch: (what: string) => window.dispatchEvent(new Event(what)) };
}

test('[WS-02] a browser that says that the network is gone is believed at once, and so is one that says it is back', () => {
  const { live, sockets, dispatch } = signedIn();
  expect(live.connection.get()).toBe('open');
  dispatch('offline');
  expect([live.connection.get(), sockets.length]).toEqual(['lost', 1]);
  dispatch('online');
  expect(sockets).toHaveLength(2);
});

test('[AUTH-08] the channel ends with the session', () => {
  const { live, session } = signedIn();
  session.expire('a-token');
  expect(live.connection.get()).toBe('off');
});

test('[APP-01] the app is installed once the fleet has been there for a while: nobody waits for its files at the sign-in or for the map', () => {
  const { api, live, session } = signedIn();
  const register = vi.fn(async () => undefined);
  vi.useFakeTimers();
  vi.stubEnv('DEV', false);
  vi.stubGlobal('navigator', { serviceWorker: { register, controller: null } });
  vi.stubGlobal('document', new EventTarget());
  let bytes = 0;
  followInstalledApp({ api, session, live: { ...live, fleetBytes: () => bytes } });
  vi.advanceTimersByTime(60_000);
  expect(register).not.toHaveBeenCalled();
  bytes = 1000;
  vi.advanceTimersByTime(5_000);
  expect(register).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(register).toHaveBeenCalledWith('/sw.js');
  vi.advanceTimersByTime(60_000);
  expect(register).toHaveBeenCalledTimes(1);
});
