/**
 * The desk's open alarms, as the server says (DESK-03, DESK-18): requested when the connection opens and after every gap,
 * kept by the live channel in between. Outside React: 50 a second come in a storm, and 10,000 may be open (DESK-11).
 */
import type { Alarm, AlarmQueue, AlarmSeverity } from '@atalaia/contract/desk/alarm';
import { createStore, type ReadableStore } from '../../lib/store/store.ts';
import { createListeners } from '../listeners.ts';
import type { Unsubscribe } from '../live-feed.ts';
import { reconnectDelayMs } from '../socket/live-socket.ts';

export interface DeskState {
  /** By severity, then by the deadline. */
  readonly alarms: readonly Alarm[];
  /** Those that nobody has taken. */
  readonly waiting: readonly Alarm[];
  /** When the server last sent all of them, ms since 1970; null before the first time. */
  readonly loadedMs: number | null;
  /** Why the last attempt to load them failed; null for none. It is tried again by itself. */
  readonly failure: unknown;
  /** The server's clock less this browser's, ms: deadlines are the server's. */
  readonly clockMs: number;
}

/** A page of `GET desk/queue`. */
export type DeskPage = Pick<AlarmQueue, 'alarms' | 'now' | 'total'>;

/** Alarms of one answer. */
export const alarmsPerPage = 500;

/** Pages overlap by so many: what is closed between two of them moves the others forward. */
const overlap = 50;

export interface DeskAlarms extends ReadableStore<DeskState> {
  /** Asks the server for all of them; until it answers, those known stay. */
  load(): void;
  /** What became of alarms: of two the higher version counts. */
  take(updates: readonly Alarm[]): void;
  find(alarmId: number): Alarm | undefined;
  /** The person does not see these devices any more. */
  removeOf(deviceIds: readonly number[]): void;
  /** Is notified of alarms that are new to the person or sound again; not of those that waited when he came. */
  onRaised(listener: (raised: readonly Alarm[]) => void): Unsubscribe;
  /** Forgets everything, and asks nobody until the next `load`. */
  stop(): void;
}

export interface DeskAlarmsParts {
  /** `alarmsPerPage` of them from `offset` on, or fewer when there are no more. */
  readonly fetchPage: (offset: number, signal: AbortSignal) => Promise<DeskPage>;
  /** 0–1. */
  readonly random: () => number;
}

/** Closed alarms remembered, so that an older update on its way does not bring one back. */
const rememberedClosed = 10_000;

const nothing: DeskState = { alarms: [], waiting: [], loadedMs: null, failure: null, clockMs: 0 };

export function createDeskAlarms({ fetchPage, random }: DeskAlarmsParts): DeskAlarms {
  const store = createStore(nothing);
  const raisedListeners = createListeners<readonly Alarm[]>();
  const open = new Map<number, Alarm>();
  /** Versions of those that were closed or left the person's sight. */
  const closed = new Map<number, number>();
  let loading: AbortController | undefined;
  let updatedMeanwhile = new Set<number>();

  const change = (part: Partial<DeskState>) => store.set({ ...store.get(), ...part });

  function show(alarms: readonly Alarm[], more?: Partial<DeskState>): void {
    change({ alarms, waiting: alarms.filter(isWaiting), ...more });
  }

  function forget(alarmId: number, version: number): void {
    open.delete(alarmId);
    closed.delete(alarmId);
    closed.set(alarmId, version);
    for (const id of closed.keys()) {
      if (closed.size <= rememberedClosed) break;
      closed.delete(id);
    }
  }

  /** Takes one in; what was known before, or null where it changes nothing. */
  function takeOne(alarm: Alarm): { readonly before: Alarm | undefined } | null {
    const before = open.get(alarm.id);
    if (before && alarm.version < before.version) return null;
    // of a mass fault one's own vehicles are counted, and these come and go with one's sight
    if (before?.version === alarm.version && before.deviceCount === alarm.deviceCount) return null;
    // one that left the person's sight comes back as it was
    if (alarm.version < (closed.get(alarm.id) ?? 0)) return null;
    if (isOpen(alarm)) {
      closed.delete(alarm.id);
      open.set(alarm.id, alarm);
    } else forget(alarm.id, alarm.version);
    return { before };
  }

  function load(attempt = 0): void {
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    updatedMeanwhile = new Set();
    fetchAll(fetchPage, mine.signal).then(
      ({ alarms, now }) => {
        if (mine.signal.aborted) return;
        loading = undefined;
        const isFirst = store.get().loadedMs === null;
        const listed = new Set(alarms.map(({ id }) => id));
        for (const { id, version } of [...open.values()]) {
          if (!listed.has(id) && !updatedMeanwhile.has(id)) forget(id, version);
        }
        const raised = alarms.filter((alarm) => {
          const taken = takeOne(alarm);
          return taken !== null && isRaised(taken.before, alarm);
        });
        show([...open.values()].sort(compare), {
          loadedMs: Date.now(),
          clockMs: Date.parse(now) - Date.now(),
          failure: null,
        });
        if (!isFirst && raised.length > 0) raisedListeners.emit(raised);
      },
      (failure: unknown) => {
        if (mine.signal.aborted) return;
        change({ failure });
        const timer = setTimeout(() => load(attempt + 1), reconnectDelayMs(attempt, random()));
        mine.signal.addEventListener('abort', () => clearTimeout(timer));
      },
    );
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    load: () => load(),
    find: (alarmId) => open.get(alarmId),
    take(updates) {
      const changed = new Set<number>();
      const raised: Alarm[] = [];
      for (const alarm of updates) {
        updatedMeanwhile.add(alarm.id);
        const taken = takeOne(alarm);
        if (!taken) continue;
        changed.add(alarm.id);
        if (isRaised(taken.before, alarm)) raised.push(alarm);
      }
      if (changed.size === 0) return;
      const moved = [...changed].flatMap((id) => open.get(id) ?? []);
      show(
        withPlaced(
          store.get().alarms.filter(({ id }) => !changed.has(id)),
          moved,
        ),
      );
      if (raised.length > 0) raisedListeners.emit(raised);
    },
    removeOf(deviceIds) {
      const removed = new Set(deviceIds);
      const known = open.size;
      for (const { id, deviceId } of [...open.values()]) if (removed.has(deviceId)) open.delete(id);
      const hasMassFault = [...open.values()].some(({ kind }) => kind === 'massFault');
      if (open.size < known) show(store.get().alarms.filter(({ deviceId }) => !removed.has(deviceId)));
      // only the server knows whether one still sees some of its vehicles
      if (hasMassFault && loading === undefined) load();
    },
    onRaised: raisedListeners.add,
    stop() {
      loading?.abort();
      loading = undefined;
      open.clear();
      closed.clear();
      store.set(nothing);
    },
  };
}

async function fetchAll(fetchPage: DeskAlarmsParts['fetchPage'], signal: AbortSignal) {
  const alarms = new Map<number, Alarm>();
  for (let offset = 0; ; offset += alarmsPerPage - overlap) {
    const page = await fetchPage(offset, signal);
    for (const alarm of page.alarms) alarms.set(alarm.id, alarm);
    if (page.alarms.length < alarmsPerPage) return { alarms: [...alarms.values()], now: page.now };
  }
}

const rank: Readonly<Record<AlarmSeverity, number>> = Object.freeze({
  critical: 0,
  high: 1,
  medium: 2,
  low: 3,
});

/** One that waits whether it continues is in no queue yet. */
const isOpen = ({ state }: Alarm) => state !== 'closed' && state !== 'pending';

const isWaiting = ({ state }: Alarm) => state === 'waiting';

const isRaised = (before: Alarm | undefined, now: Alarm) =>
  isOpen(now) && (!before || (now.soundsAt ?? '') > (before.soundsAt ?? ''));

/** The queue's order: severity, then the deadline, then the number. */
function compare(one: Alarm, other: Alarm): number {
  if (one.severity !== other.severity) return rank[one.severity] - rank[other.severity];
  if (one.dueAt === other.dueAt) return one.id - other.id;
  return one.dueAt < other.dueAt ? -1 : 1;
}

/** A list in order with some more in their places: to sort 10,000 again for each would hold the page. */
function withPlaced(sorted: readonly Alarm[], added: readonly Alarm[]): readonly Alarm[] {
  const list = [...sorted];
  for (const alarm of added) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = list[middle];
      if (other && compare(alarm, other) < 0) high = middle;
      else low = middle + 1;
    }
    list.splice(low, 0, alarm);
  }
  return list;
}
