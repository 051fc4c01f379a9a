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
  if (list === 'since' || list === 'deskLists') return entries.filter(fits.string);
  const fields = Object.entries(needed[list as keyof LiveMessage] ?? {});
  return entries.filter(
    (entry) =>
      fits.object(entry) &&
      fields.every(([name, kind]) => fits[kind]((entry as Record<string, unknown>)[name])),
  );
}

/** An address is found some time after its position, and not for each of a moving vehicle's: so long the last one serves, ms. */
const servesMs = 120_000;

/** Gives positions that have no address yet the last one of their device, as long as it is not too old. */
export function createLastAddresses(): { complete(position: Position): Position; clear(): void } {
  const known = new Map<number, { readonly address: string; readonly atMs: number }>();
  return {
    complete(position) {
      const { deviceId, address } = position;
      const atMs = Date.parse(position.fixTime);
      if (address !== null) {
        known.set(deviceId, { address, atMs });
        return position;
      }
      const last = known.get(deviceId);
      return last && Math.abs(atMs - last.atMs) <= servesMs
        ? { ...position, address: last.address }
        : position;
    },
    clear: () => known.clear(),
  };
}

/** What was received since the last frame, or since the snapshot was lost: a bounded amount, the newest of each device. */
function createPendingChanges() {
  const positionListeners = createListeners<readonly Position[]>();
  const deviceListeners = createListeners<readonly Device[]>();
  const eventListeners = createListeners<readonly Event[]>();
  const sirenListeners = createListeners<readonly SirenChange[]>();
  const webDeliveryListeners = createListeners<readonly Event[]>();
  const sinisterListeners = createListeners<readonly Sinister[]>();
  const removedListeners = createListeners<readonly number[]>();
  const alarmListeners = createListeners<readonly Alarm[]>();
  const blockListeners = createListeners<readonly Block[]>();
  const deskNoticeListeners = createListeners<readonly DeskNotice[]>();
  const deskListListeners = createListeners<readonly DeskList[]>();
  const handlingListeners = createListeners<readonly VehicleHandling[]>();
  const addresses = createLastAddresses();

  const positions = new Map<number, Position>();
  const devices = new Map<number, Device>();
  const removed = new Set<number>();
  const sirens = new Map<number, SirenChange>();
  const sinisters = new Map<number, Sinister>();
  const alarms = new Map<number, Alarm>();
  const blocks = new Map<number, Block>();
  const deskLists = new Set<DeskList>();
  const handlings = new Map<number, VehicleHandling>();
  let deskNotices: DeskNotice[] = [];
  let events: Event[] = [];
  let notices: Event[] = [];

  /** Positions, devices and sirens wait until the snapshot is there. */
  function flush(isLive: boolean): void {
    if (events.length > 0) {
      const batch = events;
      events = [];
      eventListeners.emit(batch);
    }
    if (notices.length > 0) {
      const batch = notices;
      notices = [];
      webDeliveryListeners.emit(batch);
    }
    if (sinisters.size > 0) {
      const batch = [...sinisters.values()];
      sinisters.clear();
      sinisterListeners.emit(batch);
    }
    if (alarms.size > 0) {
      const batch = [...alarms.values()];
      alarms.clear();
      alarmListeners.emit(batch);
    }
    if (blocks.size > 0) {
      const news = [...blocks.values()];
      blocks.clear();
      blockListeners.emit(news);
    }
    if (handlings.size > 0) {
      const batch = [...handlings.values()];
      handlings.clear();
      handlingListeners.emit(batch);
    }
    if (deskNotices.length > 0) {
      const batch = deskNotices;
      deskNotices = [];
      deskNoticeListeners.emit(batch);
    }
    if (deskLists.size > 0) {
      const batch = [...deskLists];
      deskLists.clear();
      deskListListeners.emit(batch);
    }
    if (!isLive) return;
    const movedTo = [...positions.values()];
    const changed = [...devices.values()];
    const removedIds = [...removed];
    const rung = [...sirens.values()];
    for (const waiting of [positions, devices, removed, sirens]) waiting.clear();
    if (removedIds.length > 0) removedListeners.emit(removedIds);
    if (changed.length > 0) deviceListeners.emit(changed);
    if (rung.length > 0) sirenListeners.emit(rung);
    if (movedTo.length > 0) positionListeners.emit(movedTo);
  }

  return {
    sirens,
    flush,
    subscriptions: {
      onPositions: positionListeners.add,
      onDevices: deviceListeners.add,
      onEvents: eventListeners.add,
      onSirens: sirenListeners.add,
      onNotices: webDeliveryListeners.add,
      onSinisters: sinisterListeners.add,
      onRemoved: removedListeners.add,
      onAlarms: alarmListeners.add,
      onBlocks: blockListeners.add,
      onDeskNotices: deskNoticeListeners.add,
      onHandlings: handlingListeners.add,
      onDeskLists: deskListListeners.add,
    },
    take(message: LiveMessage): void {
      for (const position of message.positions ?? []) {
        const complete = addresses.complete(position);
        if (isNewer(position, positions.get(position.deviceId))) positions.set(position.deviceId, complete);
      }
      for (const device of message.devices ?? []) devices.set(device.id, device);
      events.push(...(message.events ?? []));
      for (const siren of sirenChanges(message.events ?? [])) sirens.set(siren.deviceId, siren);
      notices.push(...(message.notices ?? []));
      for (const sinister of message.sinisters ?? []) sinisters.set(sinister.id, sinister);
      for (const alarm of message.alarms ?? []) {
        const before = alarms.get(alarm.id);
        if (!before || before.version < alarm.version) alarms.set(alarm.id, alarm);
      }
      for (const block of message.blocks ?? []) {
        if ((blocks.get(block.id)?.version ?? 0) <= block.version) blocks.set(block.id, block);
      }
      deskNotices.push(...(message.deskNotices ?? []));
      for (const handling of message.handlings ?? []) handlings.set(handling.deviceId, handling);
      for (const list of message.deskLists ?? []) deskLists.add(list);
      for (const deviceId of message.removedDeviceIds ?? []) {
        removed.add(deviceId);
        for (const waiting of [positions, devices, sirens]) waiting.delete(deviceId);
      }
    },
    clear(): void {
      for (const waiting of [positions, devices, removed, sirens, sinisters, alarms, blocks]) waiting.clear();
      deskLists.clear();
      deskNotices = [];
      events = [];
      notices = [];
      addresses.clear();
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
