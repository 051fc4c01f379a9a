/** From the socket's texts to what the map and the panels hear, once a frame and in the right order. */
import type { Device } from '@atalaia/contract/device';
import type { Event } from '@atalaia/contract/event';
import type { Position } from '@atalaia/contract/position';
import type { Sinister } from '@atalaia/contract/sinister';
import type { FrameBatch } from './frame-batch.ts';
import { createLastAddresses } from './last-addresses.ts';
import { createListeners } from './listeners.ts';
import type { LiveFeed } from './live-feed.ts';
import { isNewer } from './newer.ts';
import { readLiveMessage } from './read-live-message.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

export interface LiveFeedParts {
  /** The bytes of `GET live/snapshot`. */
  readonly fetchSnapshot: (signal: AbortSignal) => Promise<ArrayBuffer>;
  readonly batch: (flush: () => void) => FrameBatch;
  /** A snapshot could not be loaded; it is tried again. */
  readonly onSnapshotFailed: (error: unknown) => void;
  readonly random: () => number;
}

export interface FeedSource extends LiveFeed {
  /** One text of the socket. */
  receive(text: string): void;
  /** What came before may have a gap: positions and devices wait until a fresh snapshot is there. */
  reset(): void;
  /** Forgets everything, and fetches nothing until the next `reset`. */
  stop(): void;
}

export function createLiveFeed(parts: LiveFeedParts): FeedSource {
  const positionListeners = createListeners<readonly Position[]>();
  const deviceListeners = createListeners<readonly Device[]>();
  const eventListeners = createListeners<readonly Event[]>();
  const noticeListeners = createListeners<readonly Event[]>();
  const sinisterListeners = createListeners<readonly Sinister[]>();
  const removedListeners = createListeners<readonly number[]>();
  const resetListeners = createListeners<ArrayBuffer>();
  const addresses = createLastAddresses();

  // What waits for the next frame, or for the snapshot: a bounded amount, the newest of each device.
  const positions = new Map<number, Position>();
  const devices = new Map<number, Device>();
  const removed = new Set<number>();
  const sinisters = new Map<number, Sinister>();
  let events: Event[] = [];
  let notices: Event[] = [];

  let phase: 'idle' | 'loading' | 'unclaimed' | 'live' = 'idle';
  let unclaimed: ArrayBuffer | undefined;
  let loading: AbortController | undefined;
  const batch = parts.batch(flush);

  function flush(): void {
    if (events.length > 0) {
      const news = events;
      events = [];
      eventListeners.tell(news);
    }
    if (notices.length > 0) {
      const news = notices;
      notices = [];
      noticeListeners.tell(news);
    }
    if (sinisters.size > 0) {
      const news = [...sinisters.values()];
      sinisters.clear();
      sinisterListeners.tell(news);
    }
    if (phase !== 'live') return;
    const movedTo = [...positions.values()];
    const changed = [...devices.values()];
    const gone = [...removed];
    for (const waiting of [positions, devices, removed]) waiting.clear();
    if (gone.length > 0) removedListeners.tell(gone);
    if (changed.length > 0) deviceListeners.tell(changed);
    if (movedTo.length > 0) positionListeners.tell(movedTo);
  }

  async function load(attempt = 0): Promise<void> {
    phase = 'loading';
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
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

  /** Gives a snapshot to who waits for it; each gets bytes of his own, since a worker takes them away. */
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
    onPositions: positionListeners.add,
    onDevices: deviceListeners.add,
    onEvents: eventListeners.add,
    onNotices: noticeListeners.add,
    onSinisters: sinisterListeners.add,
    onRemoved: removedListeners.add,
    onReset(listener) {
      const leave = resetListeners.add(listener);
      if (phase === 'unclaimed') queueMicrotask(hand);
      else if (phase === 'live') void load();
      return leave;
    },
    receive(text) {
      const message = readLiveMessage(text);
      if (!message) return;
      for (const position of message.positions ?? []) {
        const complete = addresses.complete(position);
        if (isNewer(position, positions.get(position.deviceId))) positions.set(position.deviceId, complete);
      }
      for (const device of message.devices ?? []) devices.set(device.id, device);
      events.push(...(message.events ?? []));
      notices.push(...(message.notices ?? []));
      for (const sinister of message.sinisters ?? []) sinisters.set(sinister.id, sinister);
      for (const deviceId of message.removedDeviceIds ?? []) {
        removed.add(deviceId);
        positions.delete(deviceId);
        devices.delete(deviceId);
      }
      batch.request();
    },
    reset: () => void load(),
    stop() {
      loading?.abort();
      batch.cancel();
      phase = 'idle';
      unclaimed = undefined;
      for (const waiting of [positions, devices, removed, sinisters]) waiting.clear();
      events = [];
      notices = [];
      addresses.clear();
    },
  };
}
