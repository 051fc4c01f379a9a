/** Saves the snapshot after every change, beside the token, and takes it away with it (AUTH-06, AUTH-07). */
import type { Event } from '@atalaia/contract/rules/event';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { TextStorage } from '../storage/browser-storage.ts';
import type { ReadableStore } from '../store/store.ts';
import { isOver, type SessionState } from './session-store.ts';
import { type Snapshot, snapshotKey } from './snapshot.ts';
import type { TokenKeeper, TokenStorages } from './token-keeper.ts';

/** At most one save in this time, ms: 200 events are 60 kB of JSON. */
export const snapshotIntervalMs = 1000;

export interface SnapshotSources {
  readonly session: ReadableStore<SessionState>;
  readonly server: ReadableStore<PublicServerSettings | null>;
  readonly events: ReadableStore<readonly Event[]>;
}

export interface SnapshotKeeper {
  /** Saves now what waits to be saved: for a page that is about to go. */
  flush(): void;
  stop(): void;
}

export function createSnapshotKeeper(
  sources: SnapshotSources,
  keeper: TokenKeeper,
  storages: TokenStorages,
): SnapshotKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    timer = undefined;
    const snapshot = snapshotOf(sources);
    const storage: TextStorage | undefined = keeper.storage();
    if (snapshot && storage) storage.setItem(snapshotKey, JSON.stringify(snapshot));
  }

  function onChange(): void {
    const state = sources.session.get();
    if (state.phase === 'signed-out' || isOver(state)) {
      clearTimeout(timer);
      timer = undefined;
      storages.session.removeItem(snapshotKey);
      storages.local.removeItem(snapshotKey);
      return;
    }
    timer ??= setTimeout(save, snapshotIntervalMs);
  }

  const unsubscribe = [sources.session, sources.server, sources.events].map((source) =>
    source.subscribe(onChange),
  );
  return {
    flush() {
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    },
    stop() {
      clearTimeout(timer);
      for (const leave of unsubscribe) leave();
    },
  };
}

function snapshotOf({ session, server, events }: SnapshotSources): Snapshot | undefined {
  const state = session.get();
  if (state.phase !== 'signed-in' || state.isOver) return undefined;
  return {
    version: 1,
    session: state.person,
    auth: { isLogged: true, email: state.email, profile: state.profile },
    server: server.get(),
    events: [...events.get()],
  };
}
