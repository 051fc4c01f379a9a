/**
 * The feed: live events a person has not cleared, newest arrival first, each once, at most 200 (SHELL-09). What waits for
 * somebody is kept apart from it (`desk/desk-alarms.ts`), so that neither clearing nor a flood takes an alarm away.
 */
import type { Event } from '@atalaia/contract/rules/event';
import { createStore, type ReadableStore } from '../lib/store/store.ts';
import { createListeners } from './listeners.ts';
import type { Unsubscribe } from './live-feed.ts';

/** `eventLimit` of the source. */
export const eventLimit = 200;

/** After a gap the server sends the last events again: ids are remembered longer than their cards, cleared ones too. */
const rememberedIds = 10 * eventLimit;

export interface EventList extends ReadableStore<readonly Event[]> {
  /** Takes in those that were not there yet, and lets go of those that somebody handled (EVT-04). */
  add(events: readonly Event[]): void;
  /** Is notified of what `add` took in; never of what was there at first. */
  onAdded(listener: (fresh: readonly Event[]) => void): Unsubscribe;
  /** Takes some out, handled here or elsewhere; sent again, they stay out. */
  remove(...eventIds: readonly number[]): void;
  /** Takes out those of devices that exist no more. */
  removeOf(deviceIds: readonly number[]): void;
  clear(): void;
}

export function createEventList(restored: readonly Event[] = []): EventList {
  const store = createStore<readonly Event[]>(newestFirst(restored));
  const knownIds = new Set(restored.map(({ id }) => id));
  const addedListeners = createListeners<readonly Event[]>();
  function filterStore(fits: (event: Event) => boolean): void {
    const left = store.get().filter(fits);
    if (left.length < store.get().length) store.set(left);
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add(events) {
      const last = new Map(events.map((event) => [event.id, event]));
      const handled = new Set([...last.values()].filter(({ handledAt }) => handledAt).map(({ id }) => id));
      filterStore(({ id }) => !handled.has(id));
      for (const id of handled) knownIds.add(id);
      const fresh = [...last.values()].filter(({ id }) => !knownIds.has(id));
      if (fresh.length === 0) return;
      for (const { id } of fresh) knownIds.add(id);
      for (const id of knownIds) {
        if (knownIds.size <= rememberedIds) break;
        knownIds.delete(id);
      }
      store.set(newestFirst([...fresh, ...store.get()]));
      addedListeners.emit(fresh);
    },
    onAdded: addedListeners.add,
    remove(...eventIds) {
      const removedIds = new Set(eventIds);
      filterStore(({ id }) => !removedIds.has(id));
    },
    removeOf(deviceIds) {
      const removedIds = new Set(deviceIds);
      filterStore(({ deviceId }) => !removedIds.has(deviceId));
    },
    clear() {
      if (store.get().length > 0) store.set([]);
    },
  };
}

/** By arrival, so that a tracker's late event is on top. Ids come in blocks and give no order. */
function newestFirst(events: readonly Event[]): readonly Event[] {
  const later = (one: Event, other: Event) =>
    one.serverTime === other.serverTime ? other.id - one.id : one.serverTime < other.serverTime ? 1 : -1;
  return [...events].sort(later).slice(0, eventLimit);
}
