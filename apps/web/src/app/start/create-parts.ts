/** Everything that lives as long as the page, made once and put together: the only place of the web that wires. */
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { Language } from '@atalaia/phrases/languages';
import type { FirstKey, MapKey } from '@atalaia/phrases/phrase-key';
import type { QueryClient } from '@tanstack/react-query';
import { type ApiClient, createApiClient } from '../../lib/api/api-client.ts';
import { createQueries } from '../../lib/api/create-queries.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { createSessionStore, onAnotherPerson, type SessionStore } from '../../lib/session/session-store.ts';
import { readSnapshot, snapshotKey } from '../../lib/session/snapshot.ts';
import { createSnapshotKeeper } from '../../lib/session/snapshot-keeper.ts';
import { createTokenKeeper } from '../../lib/session/token-keeper.ts';
import { browserStorage } from '../../lib/storage/browser-storage.ts';
import { createStore, type Store } from '../../lib/store/store.ts';
import {
  chosenLanguage,
  createTexts,
  type LoadPhrases,
  languageStorageKey,
  type Texts,
} from '../../lib/texts/texts.ts';
import { createLive, type Live } from '../../live/live.ts';
import { createFrameBatch } from '../../live/socket/frame-batch.ts';
import { socketAddress } from '../../live/socket/socket-address.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { createThemeStore, type ThemeStore } from '../../ui/theme/theme-store.ts';
import { speaksOfMap } from '../routes/decide-route.ts';
import { loadFirstScreen } from '../routes/lazy-screens.ts';
import { followInstalledApp, followSession } from './follow-session.ts';
import { refreshSession, restoringQuery } from './refresh-session.ts';

/** The texts of one language, each in a file of its own that is fetched only when it is shown. */
async function loadPhrases(language: Language): Promise<Readonly<Record<FirstKey, string>>> {
  if (language === 'en') return (await import('@atalaia/phrases/en-first')).enFirst;
  return (await import('@atalaia/phrases/pt-br-first')).ptBrFirst;
}

/** Those of the map and its windows: who is not signed in waits for none of them. */
async function loadMapPhrases(language: Language): Promise<Readonly<Record<MapKey, string>>> {
  if (language === 'en') return (await import('@atalaia/phrases/en-map')).enMap;
  return (await import('@atalaia/phrases/pt-br-map')).ptBrMap;
}

/** Those of lists, forms and settings: they come with these screens. */
const loadManagementPhrases: LoadPhrases = async (language) => {
  if (language === 'en') return (await import('@atalaia/phrases/en-management')).enManagement;
  return (await import('@atalaia/phrases/pt-br-management')).ptBrManagement;
};

export interface AppParts {
  readonly api: ApiClient;
  readonly session: SessionStore;
  readonly serverSettings: Store<PublicServerSettings | null>;
  readonly live: Live;
  readonly texts: Texts;
  readonly theme: ThemeStore;
  readonly queries: QueryClient;
  /** Nonce of the page's content policy. */
  readonly nonce: string;
}

export async function createParts(): Promise<AppParts> {
  const storages = {
    session: browserStorage(() => window.sessionStorage),
    local: browserStorage(() => window.localStorage),
  };
  const tokens = createTokenKeeper(storages);
  // Awaited at the end, with the texts: the live channel and its snapshot are on their way meanwhile.
  const [path, isSignedIn] = [window.location.pathname, tokens.storage() !== undefined];
  const firstScreen = loadFirstScreen(path, isSignedIn);
  const theme = createThemeStore({
    storage: storages.local,
    systemDark: window.matchMedia('(prefers-color-scheme: dark)'),
    apply: (shown) => {
      document.documentElement.dataset.theme = shown;
    },
  });
  const coming = createTexts({
    withMap: speaksOfMap(path, isSignedIn),
    language: chosenLanguage(storages.local.getItem(languageStorageKey), navigator.language),
    namesKeys: !window.matchMedia('(hover: none) and (pointer: coarse)').matches,
    load: loadPhrases,
    loadMap: loadMapPhrases,
    loadManagement: loadManagementPhrases,
    apply: (language) => {
      document.documentElement.lang = language;
    },
    keep: (language) => storages.local.setItem(languageStorageKey, language),
  });
  const sayFailure = (key: 'error.status401' | 'error.socket' | 'error.leftUnanswered') =>
    void coming.then((texts) => toasts.show('failure', texts.get().text(key)));

  const snapshot = readSnapshot(tokens.storage()?.getItem(snapshotKey) ?? null);
  const session = createSessionStore(tokens, snapshot, leaveGuard.isHeld);
  const serverSettings = createStore(snapshot?.server ?? null);
  const expire = (token: string | null) => {
    if (token !== null && session.expire(token)) sayFailure('error.status401');
  };
  const api = createApiClient({
    root: '/api/',
    fetch: (input, init) => window.fetch(input, init),
    token: session.token,
    onRefused: expire,
    onKept: (path, keptMs) => path === 'live/snapshot' && live.keptAt(keptMs),
    isOnline: () => navigator.onLine,
  });
  /** Of the session that the channel was opened in: its end is not the end of one that came after it. */
  let socketToken: string | null = null;
  const live = createLive({
    api,
    openSocket(gap) {
      socketToken = session.token();
      return new WebSocket(socketAddress(window.location.origin, socketToken ?? '', gap));
    },
    batch: (flush) =>
      createFrameBatch({
        flush,
        page: document,
        requestFrame: (callback) => requestAnimationFrame(callback),
        cancelFrame: (handle) => cancelAnimationFrame(handle),
      }),
    restoredEvents: snapshot?.events ?? [],
    onLost: () => sayFailure('error.socket'),
    onSignedOut: () => expire(socketToken),
    checkSession: () => {
      refreshSession(api, session).catch((error: unknown) =>
        console.warn('Nobody answers for the session', error),
      );
    },
    random: Math.random,
  });
  const keeper = createSnapshotKeeper(
    { session, server: serverSettings, events: live.events },
    tokens,
    storages,
  );
  window.addEventListener('pagehide', keeper.flush);
  onAnotherPerson(session, () => window.location.reload());

  const queries = createQueries(() => sayFailure('error.leftUnanswered'));
  followSession({ api, session, serverSettings, live, queries });
  followInstalledApp({ api, session, live });
  if (session.get().phase === 'restoring') void queries.prefetchQuery(restoringQuery(api, session));
  const [texts] = await Promise.all([coming, firstScreen]);
  return { api, session, serverSettings, live, texts, theme, queries, nonce: pageNonce() };
}

function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
