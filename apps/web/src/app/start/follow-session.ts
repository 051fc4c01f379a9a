/** What follows from somebody being signed in: the live channel runs, and what is known of him is made fresh. */
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { publicServerSettingsSchema } from '@atalaia/contract/server/server-settings';
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { retryUnanswered } from '../../lib/api/create-queries.ts';
import { appWorker, renewPush } from '../../lib/notifications/use-push.ts';
import { isOver, type SessionStore } from '../../lib/session/session-store.ts';
import type { Store } from '../../lib/store/store.ts';
import type { Live } from '../../live/live.ts';
import { refreshSession } from './refresh-session.ts';

export interface FollowParts {
  readonly api: ApiClient;
  readonly session: SessionStore;
  readonly serverSettings: Store<PublicServerSettings | null>;
  readonly live: Live;
  readonly queries: QueryClient;
}

export function followSession({ api, session, serverSettings, live, queries }: FollowParts): void {
  const refreshServer = () => {
    loadServerSettings(api).then(serverSettings.set, (error: unknown) =>
      console.warn('The server settings could not be loaded; those known stay', error),
    );
  };
  const followPhase = () => {
    // A token is all that the channel needs: it is there by the time that its owner is known.
    const state = session.get();
    const isBound = state.phase === 'signed-in' && state.person.needsSecondFactor;
    if (state.phase === 'signed-out' || isOver(state) || isBound) live.stop();
    else live.start();
  };

  refreshServer();
  if (session.get().phase === 'signed-in') {
    refreshSession(api, session).catch((error: unknown) =>
      console.warn('The session could not be refreshed; the saved one stays', error),
    );
  }
  followPhase();
  session.subscribe(followPhase);
  window.addEventListener('offline', live.giveUpLine);
  window.addEventListener('online', () => {
    live.retryNow();
    retryUnanswered(queries);
    if (serverSettings.get() === null) refreshServer();
  });
  // a server that was stopped, or a line that was cut beyond this machine, is back without an event of the browser
  live.connection.subscribe(() => {
    if (live.connection.get() === 'open') retryUnanswered(queries);
  });
}

/** `GET server`, open to strangers: units, zone and where the map starts. */
function loadServerSettings(api: ApiClient): Promise<PublicServerSettings> {
  return api.json({ path: 'server', anonymous: true }, publicServerSettingsSchema);
}

// The page as an installed app (APP-01): its worker, what that keeps of the fleet, and that a sign-out takes it away.

interface InstalledAppParts {
  readonly api: ApiClient;
  readonly session: SessionStore;
  readonly live: Live;
}

/** The fleet is kept no more often, ms. */
const keepEveryMs = 60_000;
/** A fleet that is larger is kept as it was when it was loaded, bytes. */
const mostBytes = 300_000;

/**
 * The worker fetches every file of a release, five times what a screen needs: not beside the sign-in or the first picture.
 * It is installed once the fleet has been there for two looks, ms apart.
 */
const lookEveryMs = 5_000;

export function followInstalledApp({ api, session, live }: InstalledAppParts): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  let wasThere = false;
  const looking = setInterval(() => {
    const isThere = live.fleetBytes() > 0;
    if (wasThere && isThere) {
      clearInterval(looking);
      workers
        .register(appWorker)
        .catch((error: unknown) => console.warn('The app cannot start offline', error));
    }
    wasThere = isThere;
  }, lookEveryMs);

  const forget = () => {
    const state = session.get();
    if (state.phase === 'signed-out' || isOver(state)) workers.controller?.postMessage('signed-out');
  };
  forget();
  session.subscribe(forget);
  if (session.get().phase === 'signed-in') {
    renewPush(api.writer()).catch((error: unknown) =>
      console.warn('This browser takes no notifications in this session', error),
    );
  }
  keepFleet({ api, live });
}

/** A page that is left, or open for long, leaves behind where the vehicles are by then. */
function keepFleet({ api, live }: Pick<InstalledAppParts, 'api' | 'live'>): void {
  let keptMs = Date.now();
  const keep = () => {
    const bytes = live.fleetBytes();
    const isSoon = Date.now() - keptMs < keepEveryMs;
    if (live.connection.get() !== 'open' || bytes === 0 || bytes > mostBytes || isSoon) return;
    keptMs = Date.now();
    // on its way through the worker, which keeps it
    api.bytes({ path: 'live/snapshot' }).catch((error: unknown) => {
      console.warn('The fleet was not kept for an offline start', error);
    });
  };
  document.addEventListener('visibilitychange', () => document.hidden && keep());
  setInterval(keep, 5 * keepEveryMs);
}
