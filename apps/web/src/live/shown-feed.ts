import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';
import type { LiveFeed } from './live-feed.ts';

/** The feed of a map with devices of its own: it begins with what it is shown, also when that is shown again. */
export interface ShownFeed extends LiveFeed {
  show(snapshot: LiveSnapshot): void;
}

/** What is not passed on is never told. */
export function createShownFeed(passedOn: Partial<LiveFeed> = {}): ShownFeed {
  const listeners = new Set<(snapshot: ArrayBuffer) => void>();
  let last: LiveSnapshot | undefined;
  const never = () => () => {};
  return {
    onPositions: never,
    onDevices: never,
    onEvents: never,
    onSirens: never,
    onNotices: never,
    onSinisters: never,
    onRemoved: never,
    onAlarms: never,
    onBlocks: never,
    onDeskNotices: never,
    onHandlings: never,
    onDeskLists: never,
    ...passedOn,
    onReset(listener) {
      listeners.add(listener);
      if (last) listener(bytesOf(last));
      return () => listeners.delete(listener);
    },
    show(snapshot) {
      last = snapshot;
      for (const listener of listeners) listener(bytesOf(snapshot));
    },
  };
}

const bytesOf = (snapshot: LiveSnapshot): ArrayBuffer =>
  new TextEncoder().encode(JSON.stringify(snapshot)).buffer;
