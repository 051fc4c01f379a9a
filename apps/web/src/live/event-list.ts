/** The live events a person has not cleared: newest arrival first, each once, at most 200 (SHELL-09). */
import type { Event } from '@atalaia/contract/event';
import { createStore, type ReadableStore } from '../lib/store/store.ts';
import { createListeners } from './listeners.ts';
import type { Unsubscribe } from './live-feed.ts';

/** `eventLimit` of the source. */
export const eventLimit = 200;

export interface EventList extends ReadableStore<readonly Event[]> {
  /** Takes in those that were not there yet. */
  add(events: readonly Event[]): void;
  /** Hears of what `add` took in; never of what was restored. */
  onAdded(listener: (fresh: readonly Event[]) => void): Unsubscribe;
  clear(): void;
}

export function createEventList(restored: readonly Event[] = []): EventList {
  const store = createStore<readonly Event[]>(newestFirst(restored));
  const addedListeners = createListeners<readonly Event[]>();
  return {
    get: store.get,
    subscribe: store.subscribe,
    add(events) {
      const known = new Set(store.get().map(({ id }) => id));
      const fresh = [...new Map(events.map((event) => [event.id, event])).values()].filter(
        ({ id }) => !known.has(id),
      );
      if (fresh.length === 0) return;
      store.set(newestFirst([...fresh, ...store.get()]));
      addedListeners.tell(fresh);
    },
    onAdded: addedListeners.add,
    clear() {
      if (store.get().length > 0) store.set([]);
    },
  };
}

/** Ids grow as events are stored: a tracker's late event stands where it arrived, on top, and is not overlooked. */
function newestFirst(events: readonly Event[]): readonly Event[] {
  return [...events].sort((one, other) => other.id - one.id).slice(0, eventLimit);
}
