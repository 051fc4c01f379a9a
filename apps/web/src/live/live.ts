/** The live channel of the person signed in: socket, feed, open alarms, event list and watched device, put together. */

import { queueSchema } from '@atalaia/contract/desk/alarm';
import { deviceSchema } from '@atalaia/contract/devices/device';
import { positionSchema } from '@atalaia/contract/devices/position';
import { type Event, eventSchema } from '@atalaia/contract/rules/event';
import { z } from 'zod';
import type { ApiClient } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { createStore, type ReadableStore } from '../lib/store/store.ts';
import { createLiveFeed } from './create-live-feed.ts';
import { createDeskAlarms, type DeskAlarms, alarmsPerPage as deskAlarmsPerPage } from './desk/desk-alarms.ts';
import { createEventList, type EventList, eventLimit } from './event-list.ts';
import type { LiveFeed } from './live-feed.ts';
import { alarmsPerPage, createOpenAlarms, type OpenAlarms } from './open-alarms.ts';
import type { FrameBatch } from './socket/frame-batch.ts';
import { createLiveSocket } from './socket/live-socket.ts';
import type { SocketGap } from './socket/socket-address.ts';
import { createWatchedDevice, type WatchedDevice } from './watched-device.ts';

/** `lost`: what is shown may be old, and the connection is tried again. */
export type Connection = 'off' | 'connecting' | 'open' | 'lost';

export interface Live {
  readonly feed: LiveFeed;
  readonly connection: ReadableStore<Connection>;
  /** Connected, but the server itself lacks what happened elsewhere: what is shown may be old, and is completed by itself. */
  readonly isBehind: ReadableStore<boolean>;
  /** While it is lost: of when what is shown is, ms since 1970; null where nothing is. */
  readonly asOfMs: ReadableStore<number | null>;
  /** The fleet that is shown was kept in this browser then. */
  keptAt(ms: number): void;
  /** While it is lost: when it is tried next, ms since 1970. */
  readonly nextTryMs: ReadableStore<number>;
  readonly alarms: OpenAlarms;
  /** The alarm desk's, of the person who works there: see `useDesk`. */
  readonly desk: DeskAlarms;
  readonly events: EventList;
  readonly watched: WatchedDevice;
  /** Why the last snapshot of the fleet did not come, until one does; it is tried again by itself. Null for none. */
  readonly snapshotFailure: ReadableStore<unknown>;
  /** What the fleet weighed when it was loaded; 0 before. */
  fleetBytes(): number;
  /** Does not wait for the next attempt at a snapshot. */
  reloadSnapshot(): void;
  /** Keeps the desk's alarms from now on; returns the way to stop. */
  followDesk(): () => void;
  start(): void;
  stop(): void;
  /** The network is reported as back: does not wait for the next attempt. */
  retryNow(): void;
  /** The browser reports no network: marks the data as possibly stale at once, and keeps trying. */
  giveUpLine(): void;
}

export interface LiveParts {
  readonly api: ApiClient;
  /** `gap`: how long nothing was received, and how far the channel was then, for anybody who connects again (WS-02). */
  readonly openSocket: (gap: SocketGap | undefined) => WebSocket;
  readonly batch: (flush: () => void) => FrameBatch;
  /** The feed as the page showed it before it was loaded again. */
  readonly restoredEvents: readonly Event[];
  /** Said once per loss of the socket (WS-02). */
  readonly onLost: () => void;
  readonly onSignedOut: () => void;
  /** An attempt failed before it opened: asks the server whether the session still holds. */
  readonly checkSession: () => void;
  readonly random: () => number;
}

/** A snapshot of 100,000 devices is some 10 MB: more patience than for other calls, ms. */
const snapshotTimeoutMs = 60_000;

export function createLive(parts: LiveParts): Live {
  const { api } = parts;
  const connection = createStore<Connection>('off');
  const isBehind = createStore(false);
  const nextTryMs = createStore(0);
  const asOfMs = createStore<number | null>(null);
  let fleetBytes = 0;
  const events = createEventList(parts.restoredEvents);
  const { alarms, desk } = alarmListsOf(parts);
  let isDeskFollowed = false;
  const snapshotFailure = createStore<unknown>(null);
  let since: string | undefined;
  const feed = createLiveFeed({
    async fetchSnapshot(signal) {
      const snapshot = await api.bytes({ path: 'live/snapshot', signal, timeoutMs: snapshotTimeoutMs });
      snapshotFailure.set(null);
      fleetBytes = snapshot.byteLength;
      return snapshot;
    },
    batch: parts.batch,
    onSnapshotFailed(error) {
      console.warn('The live snapshot could not be loaded', error);
      snapshotFailure.set(error);
    },
    random: parts.random,
    onSince(response) {
      since = response;
    },
    onLive: (isLive) => isBehind.set(!isLive),
  });
  feed.onEvents((added) => {
    alarms.take(added);
    events.add(added);
  });
  feed.onAlarms(desk.take);
  feed.onRemoved((deviceIds) => {
    alarms.removeOf(deviceIds);
    desk.removeOf(deviceIds);
    events.removeOf(deviceIds);
  });

  const watched = watchedDeviceOf(api, feed);

  const socket = createLiveSocket({
    open: (gapMs) => parts.openSocket(gapMs === undefined ? undefined : { gapMs, since }),
    onOpen() {
      connection.set('open');
      isBehind.set(false);
      feed.reset();
      alarms.load();
      if (isDeskFollowed) desk.load();
      watched.reload();
      dropHandled(events, (ids) => unhandledOf(api, ids)).catch((error: unknown) =>
        console.warn('Nobody says which events were handled meanwhile; all stay', error),
      );
    },
    onText: feed.receive,
    onLost() {
      if (connection.get() === 'open') asOfMs.set(Date.now());
      connection.set('lost');
      // started without a network: the fleet as this browser kept it
      if (fleetBytes === 0) feed.reset();
      // A network that lets no socket through may still answer.
      if (alarms.get().loadedMs === null) alarms.load();
      if (isDeskFollowed && desk.get().loadedMs === null) desk.load();
      parts.onLost();
    },
    onAttemptFailed: parts.checkSession,
    onRetryPlanned: nextTryMs.set,
    onSignedOut: parts.onSignedOut,
    random: parts.random,
  });

  return {
    feed,
    connection,
    isBehind,
    asOfMs,
    keptAt: asOfMs.set,
    nextTryMs,
    alarms,
    desk,
    events,
    watched,
    snapshotFailure,
    fleetBytes: () => fleetBytes,
    reloadSnapshot: feed.reset,
    followDesk() {
      isDeskFollowed = true;
      desk.load();
      return () => {
        isDeskFollowed = false;
        desk.stop();
      };
    },
    start() {
      if (connection.get() !== 'off') return;
      connection.set('connecting');
      socket.start();
    },
    stop() {
      socket.stop();
      since = undefined;
      fleetBytes = 0;
      asOfMs.set(null);
      feed.stop();
      watched.watch(null);
      alarms.stop();
      desk.stop();
      events.clear();
      snapshotFailure.set(null);
      isBehind.set(false);
      connection.set('off');
    },
    retryNow: socket.retryNow,
    giveUpLine: socket.giveUpLine,
  };
}

function alarmListsOf({ api, random }: Pick<LiveParts, 'api' | 'random'>) {
  const alarms = createOpenAlarms({
    fetchPage(beforeId, signal) {
      const query = { limit: alarmsPerPage, beforeId };
      return api.json({ path: 'events/open-alarms', query, signal }, z.array(eventSchema));
    },
    random: random,
  });
  const desk = createDeskAlarms({
    fetchPage(offset, signal) {
      const query = { limit: deskAlarmsPerPage, offset };
      return api.json({ path: 'desk/queue', query, signal }, queueSchema);
    },
    random: random,
  });
  return { alarms, desk };
}

function watchedDeviceOf(api: ApiClient, feed: LiveFeed): WatchedDevice {
  return createWatchedDevice({
    feed,
    async loadDevice(deviceId, signal) {
      const query = { id: deviceId };
      const [device] = await api.json({ path: 'devices', query, signal }, z.array(deviceSchema));
      if (!device) throw new ApiError('not-found', 404);
      return device;
    },
    async loadPosition(positionId, signal) {
      const query = { id: positionId };
      const [position] = await api.json({ path: 'positions', query, signal }, z.array(positionSchema));
      return position;
    },
  });
}

async function unhandledOf(api: ApiClient, eventIds: readonly number[]): Promise<readonly number[]> {
  const query = { id: eventIds, handled: 'false', limit: eventLimit };
  const waiting = await api.json({ path: 'events', query }, z.array(eventSchema));
  return waiting.map(({ id }) => id);
}

/**
 * Drops the listed events that were handled during a gap, and those that are no longer visible: no live message reports
 * them (EVT-04). `unhandledOf` returns the ids that still wait.
 */
export async function dropHandled(
  list: EventList,
  unhandledOf: (eventIds: readonly number[]) => Promise<readonly number[]>,
): Promise<void> {
  const ids = list.get().map(({ id }) => id);
  if (ids.length === 0) return;
  const waiting = new Set(await unhandledOf(ids));
  list.remove(...ids.filter((id) => !waiting.has(id)));
}
