/** From the socket's texts to what the map and the panels hear, once a frame and in the right order. */

import type { Block } from '@atalaia/contract/block/block';
import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { VehicleHandling } from '@atalaia/contract/desk/alarm-acts';
import type { DeskList, DeskNotice } from '@atalaia/contract/desk/desk';
import type { Device } from '@atalaia/contract/devices/device';
import type { LiveMessage } from '@atalaia/contract/devices/live-message';
import type { Position } from '@atalaia/contract/devices/position';
import type { Event } from '@atalaia/contract/rules/event';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { createListeners } from './listeners.ts';
import { isNewer, type LiveFeed, type SirenChange, sirenChanges } from './live-feed.ts';
import type { FrameBatch } from './socket/frame-batch.ts';
import { reconnectDelayMs } from './socket/live-socket.ts';

/** What every part of the screen counts on in an entry of a live message, looked at cheaply: 2,000 come in a second. */
type Kind = 'number' | 'string' | 'time' | 'object';

const eventFields = {
  ...{ id: 'number', deviceId: 'number', type: 'string', eventTime: 'time', serverTime: 'time' },
  attributes: 'object',
} as const satisfies Readonly<Record<string, Kind>>;

/** The fields without which an entry cannot be shown. Lists that are here not are taken as they are. */
const needed: { readonly [List in keyof LiveMessage]?: Readonly<Record<string, Kind>> } = {
  positions: {
    ...{ id: 'number', deviceId: 'number', fixTime: 'time', latitude: 'number', longitude: 'number' },
    ...{ speed: 'number', course: 'number', attributes: 'object' },
  },
  devices: { id: 'number', name: 'string', uniqueId: 'string', status: 'string', attributes: 'object' },
  events: eventFields,
  notices: eventFields,
  sinisters: { id: 'number', deviceId: 'number', status: 'string', openingDate: 'time', device: 'object' },
  alarms: {
    ...{ id: 'number', version: 'number', severity: 'string', state: 'string' },
    ...{ openedAt: 'time', lastEventAt: 'time', dueAt: 'time' },
  },
  blocks: { id: 'number', deviceId: 'number', version: 'number', state: 'string', askedAt: 'time' },
  deskNotices: { kind: 'string', alarmId: 'number', at: 'time' },
  handlings: { deviceId: 'number', alarms: 'object' },
};

const fits: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  object: (value) => typeof value === 'object' && value !== null,
};

/** The entries of a list that can be shown. */
function showable(list: string, entries: readonly unknown[]): readonly unknown[] {
  if (list === 'removedDeviceIds') return entries.filter(fits.number);
  if (list === 'live') return entries.filter((entry) => typeof entry === 'boolean');
  if (list === 'since' || list === 'deskLists') return entries.filter(fits.string);
  const fields = Object.entries(needed[list as keyof LiveMessage] ?? {});
  return entries.filter(
    (entry) =>
      fits.object(entry) &&
      fields.every(([name, kind]) => fits[kind]((entry as Record<string, unknown>)[name])),
  );
}

/** Entries of one list that wait for the next frame, the newest of each key, and those who listen to them. */
function createWaiting<Entry>(
  keyOf: (entry: Entry) => unknown,
  replaces: (entry: Entry, before: Entry) => boolean = () => true,
) {
  const listeners = createListeners<readonly Entry[]>();
  const entries = new Map<unknown, Entry>();
  return {
    onBatch: listeners.add,
    add(given: readonly Entry[] = []): void {
      for (const entry of given) {
        const before = entries.get(keyOf(entry));
        if (before === undefined || replaces(entry, before)) entries.set(keyOf(entry), entry);
      }
    },
    delete: (key: unknown) => entries.delete(key),
    clear: () => entries.clear(),
    flush(): void {
      if (entries.size === 0) return;
      const batch = [...entries.values()];
      entries.clear();
      listeners.emit(batch);
    },
  };
}

const itself = <Entry>(entry: Entry) => entry;
const byId = ({ id }: { readonly id: number }) => id;
const byDevice = ({ deviceId }: { readonly deviceId: number }) => deviceId;
const isLater = (entry: { readonly version: number }, before: { readonly version: number }) =>
  entry.version > before.version;

/** What was received since the last frame, or since the snapshot was lost: a bounded amount, the newest of each device. */
function createPendingChanges() {
  const events = createWaiting<Event>(itself);
  const notices = createWaiting<Event>(itself);
  const sinisters = createWaiting<Sinister>(byId);
  const alarms = createWaiting<Alarm>(byId, isLater);
  const blocks = createWaiting<Block>(byId, (block, before) => block.version >= before.version);
  const handlings = createWaiting<VehicleHandling>(byDevice);
  const deskNotices = createWaiting<DeskNotice>(itself);
  const deskLists = createWaiting<DeskList>(itself);
  const removed = createWaiting<number>(itself);
  const devices = createWaiting<Device>(byId);
  const sirens = createWaiting<SirenChange>(byDevice);
  const positions = createWaiting<Position>(byDevice, isNewer);
  const always = [events, notices, sinisters, alarms, blocks, handlings, deskNotices, deskLists];
  const onlyLive = [removed, devices, sirens, positions];

  return {
    sirens,
    subscriptions: {
      onPositions: positions.onBatch,
      onDevices: devices.onBatch,
      onEvents: events.onBatch,
      onSirens: sirens.onBatch,
      onNotices: notices.onBatch,
      onSinisters: sinisters.onBatch,
      onRemoved: removed.onBatch,
      onAlarms: alarms.onBatch,
      onBlocks: blocks.onBatch,
      onDeskNotices: deskNotices.onBatch,
      onHandlings: handlings.onBatch,
      onDeskLists: deskLists.onBatch,
    },
    /** Positions, devices and sirens wait until the snapshot is there. */
    flush(isLive: boolean): void {
      for (const waiting of isLive ? [...always, ...onlyLive] : always) waiting.flush();
    },
    take(message: LiveMessage): void {
      positions.add(message.positions);
      devices.add(message.devices);
      events.add(message.events);
      sirens.add(sirenChanges(message.events ?? []));
      notices.add(message.notices);
      sinisters.add(message.sinisters);
      alarms.add(message.alarms);
      blocks.add(message.blocks);
      deskNotices.add(message.deskNotices);
      handlings.add(message.handlings);
      deskLists.add(message.deskLists);
      removed.add(message.removedDeviceIds);
      for (const deviceId of message.removedDeviceIds ?? []) {
        for (const waiting of [positions, devices, sirens]) waiting.delete(deviceId);
      }
    },
    clear(): void {
      for (const waiting of [...always, ...onlyLive]) waiting.clear();
    },
  };
}

export interface LiveFeedParts {
  /** The bytes of `GET live/snapshot`. */
  readonly fetchSnapshot: (signal: AbortSignal) => Promise<ArrayBuffer>;
  readonly batch: (flush: () => void) => FrameBatch;
  /** A snapshot could not be loaded; it is tried again. */
  readonly onSnapshotFailed: (error: unknown) => void;
  readonly random: () => number;
  /** How far the channel is: to be repeated when it is opened again. */
  readonly onSince?: (since: string) => void;
  /** Whether what the server sends lacks nothing that happened. */
  readonly onLive?: (isLive: boolean) => void;
}

export interface FeedSource extends LiveFeed {
  /** One text of the socket. */
  receive(text: string): void;
  /** What came before may have a gap: positions, devices and sirens wait until a fresh snapshot is there. */
  reset(): void;
  /** Forgets everything, and fetches nothing until the next `reset`. */
  stop(): void;
}

export function createLiveFeed(parts: LiveFeedParts): FeedSource {
  const resetListeners = createListeners<ArrayBuffer>();
  const pending = createPendingChanges();

  let phase: 'idle' | 'loading' | 'unclaimed' | 'live' = 'idle';
  let unclaimed: ArrayBuffer | undefined;
  let loading: AbortController | undefined;
  const batch = parts.batch(() => pending.flush(phase === 'live'));

  async function load(attempt = 0): Promise<void> {
    phase = 'loading';
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    // The snapshot requested now contains the sirens of before.
    pending.sirens.clear();
    try {
      const snapshot = await parts.fetchSnapshot(mine.signal);
      if (mine.signal.aborted) return;
      unclaimed = snapshot;
      phase = 'unclaimed';
      hand();
    } catch (error) {
      if (mine.signal.aborted) return;
      parts.onSnapshotFailed(error);
      const timer = setTimeout(() => load(attempt + 1), reconnectDelayMs(attempt, parts.random()));
      mine.signal.addEventListener('abort', () => clearTimeout(timer));
    }
  }

  /** Gives a snapshot to everybody who waits for it; each gets bytes of his own, since a worker takes them away. */
  function hand(): void {
    const snapshot = unclaimed;
    if (!snapshot || resetListeners.count === 0) return;
    unclaimed = undefined;
    const waiting = resetListeners.all();
    const copies = waiting.map((_, index) => (index === 0 ? snapshot : snapshot.slice(0)));
    waiting.forEach((listener, index) => {
      listener(copies[index] ?? snapshot);
    });
    phase = 'live';
    batch.request();
  }

  return {
    ...pending.subscriptions,
    onReset(listener) {
      const leave = resetListeners.add(listener);
      if (phase === 'unclaimed') queueMicrotask(hand);
      else if (phase === 'live') void load();
      return leave;
    },
    receive(text) {
      const message = readLiveMessage(text);
      if (!message) return;
      pending.take(message);
      const since = message.since?.at(-1);
      if (since !== undefined) parts.onSince?.(since);
      const isLive = message.live?.at(-1);
      if (isLive !== undefined) parts.onLive?.(isLive);
      batch.request();
    },
    reset: () => void load(),
    stop() {
      loading?.abort();
      batch.cancel();
      phase = 'idle';
      unclaimed = undefined;
      pending.clear();
    },
  };
}

/**
 * A text of the socket as a message. What is no object of lists is written to the console and left out, and so is each
 * entry that nothing could show; the others of its message are taken (WS-01).
 */
export function readLiveMessage(text: string): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && Object.values(message).every(Array.isArray)) {
      return Object.fromEntries(
        Object.entries(message).map(([list, entries]) => [list, taken(list, entries)]),
      );
    }
    console.warn('A live message is no object of lists');
  } catch (error) {
    console.warn('A live message is no JSON', error);
  }
  return undefined;
}

function taken(list: string, entries: readonly unknown[]): readonly unknown[] {
  const shown = showable(list, entries);
  if (shown.length < entries.length) {
    console.warn(`${entries.length - shown.length} of a live message's ${list} cannot be shown`);
  }
  return shown;
}
