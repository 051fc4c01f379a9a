import { createContext, use } from 'react';
import { useStore } from '../store/use-store.ts';
import type { SessionState, SessionStore } from './session-store.ts';

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
