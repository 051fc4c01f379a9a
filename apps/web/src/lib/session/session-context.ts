import { type Session, sessionSchema } from '@atalaia/contract/accounts/session';
import { createContext, use } from 'react';
import { z } from 'zod';
import { browserStorage } from '../storage/browser-storage.ts';
import { useStore } from '../store/use-store.ts';
import type { SessionState, SessionStore } from './session-store.ts';
import { tokenKey } from './token-keeper.ts';

export const SessionContext = createContext<SessionStore | null>(null);

export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('useSessionStore needs a SessionContext above it');
  return store;
}

export function useSession(): SessionState {
  return useStore(useSessionStore(), (state) => state);
}

/** The number of the person signed in; 0 for nobody. */
export function useUserId(): number {
  return useStore(useSessionStore(), (state) => (state.phase === 'signed-in' ? state.person.id : 0));
}

// Looking through another's eyes, in this tab alone: one's own session waits here and comes back.

const ownKey = 'atalaia.own-session';

const ownSchema = z.object({
  session: sessionSchema,
  email: z.string(),
  keepConnected: z.boolean(),
  /** Whose eyes. */
  userId: z.number(),
});

const tab = browserStorage(() => window.sessionStorage);
const browser = browserStorage(() => window.localStorage);

/** Goes over to the session that the server opened; the page is loaded again, as for everybody who signs in after another. */
export function lookAs(store: SessionStore, opened: Session): void {
  const state = store.get();
  if (state.phase !== 'signed-in') return;
  const { person, token, email } = state;
  const keepConnected = browser.getItem(tokenKey) === token;
  const own = { session: { ...person, token }, email, keepConnected, userId: opened.id };
  tab.setItem(ownKey, JSON.stringify(own));
  store.begin(opened, { email: opened.email, keepConnected: false });
  // other tabs go on as they are
  if (keepConnected) browser.setItem(tokenKey, token);
}

/** The name of who looks through the eyes of the person who is shown; undefined where it is himself. */
export function whoLooks(state: SessionState): string | undefined {
  const own = readOwn();
  return state.phase === 'signed-in' && own?.userId === state.person.id ? own.session.name : undefined;
}

/** The way back to oneself; undefined where nobody looks through another's eyes. */
export function wayBack(store: SessionStore): (() => void) | undefined {
  const own = whoLooks(store.get()) === undefined ? undefined : readOwn();
  return (
    own &&
    (() => {
      tab.removeItem(ownKey);
      store.begin(own.session, own);
    })
  );
}

function readOwn() {
  const text = tab.getItem(ownKey);
  return text === null ? undefined : ownSchema.safeParse(JSON.parse(text)).data;
}
