/**
 * The alarms that nobody has handled, as the server says (SHELL-04, DESK-18): requested at sign-in and after every gap,
 * kept by the live channel in between. Nothing that a person clears, filters or trims touches them.
 */
import type { Event } from '@atalaia/contract/rules/event';
import { isOpenAlarm, isUrgent } from '@atalaia/domain/catalog/alarms';
import { createStore, type ReadableStore } from '../lib/store/store.ts';
import { createListeners } from './listeners.ts';
import type { Unsubscribe } from './live-feed.ts';
import { reconnectDelayMs } from './socket/live-socket.ts';

export interface OpenAlarmsState {
  /** Urgent ones first; of these and of the others the newest arrival first. */
  readonly alarms: readonly Event[];
  /** Vehicles that have any. */
  readonly deviceIds: ReadonlySet<number>;
  /** When the server last sent all of them, ms since 1970; null before the first time. */
  readonly loadedMs: number | null;
  /** Why the last attempt to load them failed; null for none. It is tried again by itself. */
  readonly failure: unknown;
  /** More wait on the server than are held here. */
  readonly isCut: boolean;
}

export interface OpenAlarms extends ReadableStore<OpenAlarmsState> {
  /** Asks the server for all of them; until it answers, those known stay. */
  load(): void;
  /** News of events: alarms that were raised, and events that somebody handled. */
  take(events: readonly Event[]): void;
  /** Somebody handled it here. */
  remove(eventId: number): void;
  /** Takes out those of devices that exist no more. */
  removeOf(deviceIds: readonly number[]): void;
  /** Is notified of alarms that are new to the person; not of those that waited when he came. */
  onAdded(listener: (fresh: readonly Event[]) => void): Unsubscribe;
  /** Forgets everything, and asks nobody until the next `load`. */
  stop(): void;
}

export interface OpenAlarmsParts {
  /** A page of `GET events/open-alarms`: `alarmsPerPage` of them, or fewer when there are no more. */
  readonly fetchPage: (beforeId: number | undefined, signal: AbortSignal) => Promise<readonly Event[]>;
  /** 0–1. */
  readonly random: () => number;
}

export const alarmsPerPage = 1000;

/** What a browser holds with ease. Of more the latest are shown, and the list says so. */
export const mostAlarms = 20_000;

/** Handled alarms remembered, so that an older update on its way does not bring one back. */
const rememberedHandled = 10_000;

const nothing: OpenAlarmsState = {
  alarms: [],
  deviceIds: new Set(),
  loadedMs: null,
  failure: null,
  isCut: false,
};

export function createOpenAlarms({ fetchPage, random }: OpenAlarmsParts): OpenAlarms {
  const store = createStore(nothing);
  const addedListeners = createListeners<readonly Event[]>();
  const handled = new Set<number>();
  const removedDevices = new Set<number>();
  /** Raised since the load under way began: its answer may not know them yet. */
  const raisedMeanwhile = new Map<number, Event>();
  let loading: AbortController | undefined;

  const waits = (event: Event) =>
    isOpenAlarm(event) && !handled.has(event.id) && !removedDevices.has(event.deviceId);
  const change = (part: Partial<OpenAlarmsState>) => store.set({ ...store.get(), ...part });
  const hold = (alarms: readonly Event[], more?: Partial<OpenAlarmsState>) =>
    change({ alarms, deviceIds: new Set(alarms.map(({ deviceId }) => deviceId)), ...more });

  /** Lets go of what waits no more. A list that was cut has room then for what was left out. */
  function prune(): void {
    const { alarms, isCut } = store.get();
    const left = alarms.filter(waits);
    if (left.length === alarms.length) return;
    hold(left);
    if (isCut && !loading && left.length < mostAlarms / 2) load();
  }

  function load(attempt = 0): void {
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    raisedMeanwhile.clear();
    fetchAll(fetchPage, mine.signal).then(
      (answer) => {
        if (mine.signal.aborted) return;
        loading = undefined;
        const { alarms: known, loadedMs, isCut: wasCut } = store.get();
        const all = new Map(
          [...answer.alarms, ...raisedMeanwhile.values()].map((event) => [event.id, event]),
        );
        const alarms = inOrder([...all.values()].filter(waits));
        hold(alarms, { loadedMs: Date.now(), failure: null, isCut: answer.isCut });
        if (loadedMs === null) return;
        const before = new Set(known.map(({ id }) => id));
        const fresh = alarms.filter(({ id }) => !before.has(id));
        emitAdded(wasCut ? fresh.filter((event) => known.every((other) => isAbove(event, other))) : fresh);
      },
      (failure: unknown) => {
        if (mine.signal.aborted) return;
        change({ failure });
        const timer = setTimeout(() => load(attempt + 1), reconnectDelayMs(attempt, random()));
        mine.signal.addEventListener('abort', () => clearTimeout(timer));
      },
    );
  }

  function emitAdded(fresh: readonly Event[]): void {
    if (fresh.length > 0) addedListeners.emit(fresh);
  }

  function forget(eventIds: readonly number[]): void {
    for (const id of eventIds) handled.add(id);
    prune();
    for (const id of handled) {
      if (handled.size <= rememberedHandled) break;
      handled.delete(id);
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    load: () => load(),
    take(events) {
      forget(events.filter(({ handledAt }) => handledAt).map(({ id }) => id));
      const raised = events.filter(waits);
      if (loading) for (const event of raised) raisedMeanwhile.set(event.id, event);
      const ids = new Set(store.get().alarms.map(({ id }) => id));
      const fresh = [...new Map(raised.map((event) => [event.id, event])).values()].filter(
        ({ id }) => !ids.has(id),
      );
      if (fresh.length === 0) return;
      hold(withAdded(store.get().alarms, fresh));
      emitAdded(fresh);
    },
    remove: (eventId) => forget([eventId]),
    removeOf(deviceIds) {
      for (const deviceId of deviceIds) removedDevices.add(deviceId);
      prune();
    },
    onAdded: addedListeners.add,
    stop() {
      loading?.abort();
      loading = undefined;
      for (const known of [handled, removedDevices, raisedMeanwhile]) known.clear();
      store.set(nothing);
    },
  };
}

async function fetchAll(fetchPage: OpenAlarmsParts['fetchPage'], signal: AbortSignal) {
  const alarms: Event[] = [];
  for (;;) {
    const page = await fetchPage(alarms.at(-1)?.id, signal);
    alarms.push(...page);
    if (page.length < alarmsPerPage) return { alarms, isCut: false };
    if (alarms.length >= mostAlarms) return { alarms, isCut: true };
  }
}

/** By arrival, so that a tracker's late alarm is on top. */
function isAbove(one: Event, other: Event): boolean {
  return one.serverTime === other.serverTime ? one.id > other.id : one.serverTime > other.serverTime;
}

function inOrder(alarms: readonly Event[]): readonly Event[] {
  const sorted = [...alarms].sort((one, other) => (isAbove(one, other) ? -1 : 1));
  return [...sorted.filter(isUrgent), ...sorted.filter((event) => !isUrgent(event))];
}

/** A list in order with some more in their places: to sort thousands again for each alarm would hold the page. */
function withAdded(sorted: readonly Event[], fresh: readonly Event[]): readonly Event[] {
  const list = [...sorted];
  for (const event of fresh) {
    const urgent = isUrgent(event);
    const comesAfter = (other: Event) => (urgent === isUrgent(other) ? isAbove(event, other) : urgent);
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = list[middle];
      if (other && comesAfter(other)) high = middle;
      else low = middle + 1;
    }
    list.splice(low, 0, event);
  }
  return list;
}
