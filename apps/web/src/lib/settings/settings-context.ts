import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings, type Settings } from '@atalaia/domain/catalog/settings';
import { createContext, use, useMemo } from 'react';
import { useSession } from '../session/session-context.ts';
import type { SessionState } from '../session/session-store.ts';
import type { Store } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** The server's settings, null until they are known; who changes them says so here. */
export const ServerSettingsContext = createContext<Store<PublicServerSettings | null> | null>(null);

/** What holds for the person signed in: his settings, the server's, the product's (SET-01). */
export function settingsFor(server: PublicServerSettings | null, session: SessionState): Settings {
  const person = session.phase === 'signed-in' ? session.person : undefined;
  return resolveSettings(server ?? {}, { ...person?.attributes, ...person });
}

export function useSettings(): Settings {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useSettings needs a ServerSettingsContext above it');
  const server = useStore(store, (whole) => whole);
  const session = useSession();
  return useMemo(() => settingsFor(server, session), [server, session]);
}

/** The administrator's word to everybody; null for none. */
export function useAnnouncement(): string | null {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useAnnouncement needs a ServerSettingsContext above it');
  return useStore(store, (server) => server?.announcement ?? null);
}

/** The OpenID Connect provider that people may sign in at, by what it is called here; null for none. */
export function useOpenId(): { readonly name: string; readonly isForced: boolean } | null {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useOpenId needs a ServerSettingsContext above it');
  const name = useStore(store, (server) => (server?.openIdEnabled ? server.openIdName : null));
  const isForced = useStore(store, (server) => server?.openIdForce ?? false);
  return useMemo(() => (name === null ? null : { name, isForced }), [name, isForced]);
}
