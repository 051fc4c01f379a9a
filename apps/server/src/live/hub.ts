/**
 * From what was committed to who may see it. News of one tick is coalesced to the newest position of each device,
 * filtered by each user's sight, joined once a user and sent to each of his clients.
 */
import { liveCloseCodes, liveSilenceMs } from '@atalaia/contract/live-message';
import type { WebSocket } from 'ws';
import type { Bus, LiveFragment, PositionFragment } from '../bus/bus.ts';
import { createLiveClient, type LiveClient } from './client.ts';
import { messagesOf } from './messages.ts';
import type { ReadMissedEvents } from './missed-events.ts';
import { isNewer, type LiveBatch } from './outbox.ts';
import { createSightTable, type SightChange } from './sight-table.ts';

export interface HubParts {
  readonly bus: Bus;
  readonly visibleDeviceIds: (userId: number) => Promise<ArrayLike<number>>;
  /** Device and last position of each, for what comes into sight. */
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly lastPositions: (deviceIds: readonly number[]) => Promise<readonly PositionFragment[]>;
  readonly missedEvents: ReadMissedEvents;
  readonly onError: (error: unknown) => void;
  /** Events a slow client had to miss. */
  readonly onLostEvents: (count: number) => void;
  /** How long news waits for more, ms. */
  readonly tickMs?: number;
}

/** Whose session a connection was opened with. */
export interface Viewer {
  readonly userId: number;
  /** The session token's hash, base64url. */
  readonly tokenHash: string;
  /** When the session or the user ends, ms since 1970 UTC. */
  readonly expiresMs: number | undefined;
}

export interface Hub {
  /** Reads what the viewer may see, before the connection is accepted; rejects when the database does not answer. */
  enter(viewer: Viewer): Promise<void>;
  /** Undoes `enter` when no connection followed. */
  leave(viewer: Viewer): void;
  /**
   * Joins an accepted connection; from here on it misses nothing it may see. Leaves by itself when it closes.
   * With `gapMs`, the events of that long a silence are told first.
   */
  join(viewer: Viewer, socket: WebSocket, gapMs?: number): void;
  readonly clientCount: number;
  stop(): void;
}

const longestTimerMs = 2 ** 31 - 1;

export function createHub(parts: HubParts): Hub {
  const { bus, onError } = parts;
  const clients = new Map<number, Set<LiveClient>>();
  const holding = new Set<LiveClient>();
  const positions = new Map<number, PositionFragment>();
  const devices = new Map<number, LiveFragment>();
  let events: LiveFragment[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sights = createSightTable({
    visibleDeviceIds: parts.visibleDeviceIds,
    onChange: (change) => sightChanged(change),
  });

  const sendTo = (userId: number, batch: LiveBatch) => {
    const text = messagesOf(batch);
    if (text.length === 0) return;
    for (const client of clients.get(userId) ?? []) client.send(batch, text);
  };

  const flush = () => {
    timer = undefined;
    const news = { positions: [...positions.values()], devices: [...devices.values()], events };
    positions.clear();
    devices.clear();
    events = [];
    for (const userId of clients.keys()) {
      const seen = (fragment: LiveFragment) => sights.sees(userId, fragment.deviceId);
      sendTo(userId, {
        positions: news.positions.filter(seen),
        devices: news.devices.filter(seen),
        events: news.events.filter(seen),
      });
    }
    for (const client of holding) if (client.drain()) holding.delete(client);
    if (holding.size) flushSoon();
  };
  const flushSoon = () => {
    timer ??= setTimeout(flush, parts.tickMs ?? 50);
  };

  const closeAll = (
    userId: number,
    isMeant: (client: LiveClient) => boolean,
    code: number,
    reason: string,
  ) => {
    for (const client of clients.get(userId) ?? []) if (isMeant(client)) client.close(code, reason);
  };

  const bringIntoSight = async ({ userId, added }: SightChange) => {
    const [described, last] = await Promise.all([parts.describeDevices(added), parts.lastPositions(added)]);
    const seen = (fragment: LiveFragment) => sights.sees(userId, fragment.deviceId);
    sendTo(userId, { devices: described.filter(seen), positions: last.filter(seen), events: [] });
  };
  const sightChanged = (change: SightChange) => {
    if (change.removed) closeAll(change.userId, () => true, liveCloseCodes.sightChanged, 'sight changed');
    else bringIntoSight(change).catch(onError);
  };

  const unsubscribe = [
    bus.subscribe('positions', (fragments) => {
      if (clients.size === 0) return;
      for (const fragment of fragments) {
        if (isNewer(fragment, positions.get(fragment.deviceId))) positions.set(fragment.deviceId, fragment);
      }
      flushSoon();
    }),
    bus.subscribe('devices', (fragments) => {
      if (clients.size === 0) return;
      for (const fragment of fragments) devices.set(fragment.deviceId, fragment);
      flushSoon();
    }),
    bus.subscribe('events', (fragments) => {
      if (clients.size === 0) return;
      events.push(...fragments);
      flushSoon();
    }),
    bus.subscribe('sight', ({ userIds }) => {
      sights.refresh(userIds).catch((error) => {
        onError(error);
        const unsure = userIds === 'all' ? [...clients.keys()] : userIds;
        for (const userId of unsure) closeAll(userId, () => true, 1013, 'sight unknown, try again');
      });
    }),
    bus.subscribe('signedOut', ({ userId, tokenHash }) => {
      const isMeant = (client: LiveClient) => tokenHash === undefined || client.tokenHash === tokenHash;
      closeAll(userId, isMeant, liveCloseCodes.signedOut, 'signed out');
    }),
  ];
  const heart = setInterval(() => {
    for (const set of clients.values()) for (const client of set) client.probe();
  }, liveSilenceMs);
  heart.unref();

  const remove = (client: LiveClient) => {
    const set = clients.get(client.userId);
    holding.delete(client);
    if (!set?.delete(client)) return;
    if (set.size === 0) clients.delete(client.userId);
    sights.leave(client.userId);
  };

  const tellMissed = async (client: LiveClient, gapMs: number) => {
    const events = await parts.missedEvents(await parts.visibleDeviceIds(client.userId), gapMs);
    const batch: LiveBatch = { positions: [], devices: [], events };
    client.send(batch, messagesOf(batch));
  };

  return {
    enter: async ({ userId }) => {
      await sights.enter(userId);
    },
    leave: ({ userId }) => sights.leave(userId),
    join({ userId, tokenHash, expiresMs }, socket, gapMs) {
      const client: LiveClient = createLiveClient({
        socket,
        userId,
        tokenHash,
        onHeld: () => holding.add(client),
        onLostEvents: parts.onLostEvents,
      });
      clients.set(userId, (clients.get(userId) ?? new Set()).add(client));
      const expire = () => client.close(liveCloseCodes.signedOut, 'session expired');
      const untilExpiry =
        expiresMs === undefined ? longestTimerMs : Math.min(expiresMs - Date.now(), longestTimerMs);
      const expiry = setTimeout(expire, Math.max(untilExpiry, 0));
      expiry.unref();
      socket.on('error', parts.onError);
      socket.on('close', () => {
        clearTimeout(expiry);
        remove(client);
      });
      if (gapMs !== undefined) tellMissed(client, gapMs).catch(onError);
    },
    get clientCount() {
      return [...clients.values()].reduce((sum, set) => sum + set.size, 0);
    },
    stop() {
      for (const stop of unsubscribe) stop();
      clearInterval(heart);
      clearTimeout(timer);
      for (const set of clients.values()) for (const client of set) client.close(1001, 'server stops');
    },
  };
}
