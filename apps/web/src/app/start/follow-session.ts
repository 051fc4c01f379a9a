/** What follows from somebody being signed in: the live channel runs, and what is known of him is made fresh. */
import type { PublicServerSettings } from '@atalaia/contract/server-settings';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { isOver, type SessionStore } from '../../lib/session/session-store.ts';
import type { Store } from '../../lib/store/store.ts';
import type { Live } from '../../live/live.ts';
import { loadServerSettings } from './load-server-settings.ts';
import { refreshSession } from './refresh-session.ts';

export interface FollowParts {
  readonly api: ApiClient;
  readonly session: SessionStore;
  readonly serverSettings: Store<PublicServerSettings | null>;
  readonly live: Live;
}

export function followSession({ api, session, serverSettings, live }: FollowParts): void {
  const refreshServer = () => {
    loadServerSettings(api).then(serverSettings.set, (error: unknown) =>
      console.warn('The server settings could not be loaded; those known stay', error),
    );
  };
  const followPhase = () => {
    // A token is all that the channel needs: it is there by the time that its owner is known.
    const state = session.get();
    if (state.phase === 'signed-out' || isOver(state)) live.stop();
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
  window.addEventListener('online', () => {
    live.retryNow();
    if (serverSettings.get() === null) refreshServer();
  });
}
