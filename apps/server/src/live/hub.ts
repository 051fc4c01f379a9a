/**
 * From what was committed to who may see it. News of one tick is coalesced to the newest position of each device,
 * filtered by each user's sight, joined once a user and sent to each of his clients.
 */
import { liveCloseCodes, liveSilenceMs } from '@atalaia/contract/devices/live-message';
import type { WebSocket } from 'ws';
import type { Bus, CustomerFragment, LiveFragment, PositionFragment } from '../platform/bus/bus.ts';
import { retryWhileAway } from '../platform/db/retry-while-away.ts';
import { piecesOf } from '../queries/pieces-of.ts';
import { createLiveClient, type LiveClient } from './client.ts';
import type { ReadFirstPositions } from './first-positions.ts';
import { messagesOf } from './messages.ts';
import type { ReadMissedEvents } from './missed-events.ts';
import type { LiveUpdates } from './outbox.ts';
import { createPendingUpdates } from './pending-updates.ts';
import { createSessionClock, type SessionClock } from './session-clock.ts';
import { createVisibilityTable, type VisibilityChange } from './visibility-table.ts';

export interface HubParts {
  readonly bus: Bus;
  readonly visibleDeviceIds: (userId: number) => Promise<ArrayLike<number>>;
  /** For what comes into sight. */
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly lastPositions: (deviceIds: readonly number[]) => Promise<readonly PositionFragment[]>;
  /** The alarms of these devices that nobody has handled. */
  readonly openAlarms: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly missedEvents: ReadMissedEvents;
  readonly firstPositions: ReadFirstPositions;
  /** When the session of this token's hash ends as things stand, ms since 1970 UTC; undefined when it is over. */
  readonly sessionEndMs: (tokenHash: string) => Promise<number | undefined>;
  /** Each of these customers with every user who sees it. They change by hand, a few a day: asked anew each time. */
  readonly customerWatchers: (
    customerIds: readonly number[],
  ) => Promise<readonly { readonly customerId: number; readonly userId: number }[]>;
  readonly onError: (error: unknown) => void;
  /** A client's connection broke off, or sent what is no WebSocket frame: an ordinary day on a mobile network. */
  readonly onClientError: (error: unknown) => void;
  /** Events a slow client had to miss. */
  readonly onLostEvents: (count: number) => void;
  /** How long updates wait for more, ms. */
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

/** What a connection asks for before the updates. */
export interface Beginning {
  /** The last position of everything in sight. */
  readonly wantsPositions: boolean;
  /** The events of that long a silence. */
  readonly gapMs?: number | undefined;
}

export interface Hub {
  /** Reads what the viewer may see, before the connection is accepted; rejects when the database does not answer. */
  enter(viewer: Viewer): Promise<void>;
  /** Undoes `enter` when no connection followed. */
  leave(viewer: Viewer): void;
  /** Joins an accepted connection; from here on it misses nothing it may see. Leaves by itself when it closes. */
  join(viewer: Viewer, socket: WebSocket, beginning: Beginning): void;
  readonly clientCount: number;
  stop(): void;
}

/** The close code of RFC 6455's registry for a passing failure of ours. */
const tryAgain = 1013;
/** Devices that come into sight, described and sent at once: thousands would hold the event loop. */
const devicesAtOnce = 500;

export function createHub(parts: HubParts): Hub {
  const { bus, onError } = parts;
  const clients = new Map<number, Set<LiveClient>>();
  const clocks = new Map<LiveClient, SessionClock>();
  const holding = new Set<LiveClient>();
  const pending = createPendingUpdates();
  let timer: NodeJS.Timeout | undefined;

  const visibilityTable = createVisibilityTable({
    visibleDeviceIds: parts.visibleDeviceIds,
    onChange: (change) => visibilityChanged(change),
    onLost: (userId) => closeAll(userId, () => true, tryAgain, 'sight unknown, try again'),
  });

  const sendTo = (userId: number, share: LiveUpdates) => {
    const text = messagesOf(share);
    if (text.length === 0) return;
    for (const client of clients.get(userId) ?? []) client.send(share, text);
  };

  const flush = () => {
    timer = undefined;
    const shareOf = pending.take();
    for (const userId of clients.keys()) {
      sendTo(
        userId,
        shareOf(userId, (deviceId) => visibilityTable.sees(userId, deviceId)),
      );
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

  const scrollIntoView = async ({ userId, added }: VisibilityChange) => {
    const seen = (fragment: LiveFragment) => visibilityTable.sees(userId, fragment.deviceId);
    for (const piece of piecesOf(devicesAtOnce, added)) {
      const [devices, positions, events] = await Promise.all([
        parts.describeDevices(piece),
        parts.lastPositions(piece),
        parts.openAlarms(piece),
      ]);
      sendTo(userId, {
        devices: devices.filter(seen),
        positions: positions.filter(seen),
        events: events.filter(seen),
      });
    }
  };
  const visibilityChanged = (change: VisibilityChange) => {
    if (change.removed)
      closeAll(change.userId, () => true, liveCloseCodes.visibilityChanged, 'sight changed');
    else
      scrollIntoView(change).catch((error) => {
        onError(error);
        closeAll(change.userId, () => true, tryAgain, 'devices unknown, try again');
      });
  };

  const publishToAll = (some: LiveUpdates) => {
    if (clients.size === 0) return;
    pending.add(some);
    flushSoon();
  };
  const publishToUser = (userId: number, some: LiveUpdates) => {
    if (!clients.has(userId)) return;
    pending.addFor(userId, some);
    flushSoon();
  };
  const publishCustomers = async (fragments: readonly CustomerFragment[]) => {
    if (clients.size === 0) return;
    const watchers = await parts.customerWatchers(fragments.map(({ customerId }) => customerId));
    for (const { customerId, userId } of watchers) {
      publishToUser(userId, {
        customers: fragments.filter((fragment) => fragment.customerId === customerId),
      });
    }
  };
  /** Whoever saw it is told, and his connections stay: nothing else left his sight. */
  const removeDevice = (deviceId: number) => {
    for (const userId of clients.keys()) {
      if (visibilityTable.sees(userId, deviceId)) publishToUser(userId, { removedDeviceIds: [deviceId] });
    }
    visibilityTable.forget(deviceId);
  };

  const unsubscribe = [
    bus.subscribe('positions', (positions) => publishToAll({ positions })),
    bus.subscribe('devices', (devices) => publishToAll({ devices })),
    bus.subscribe('events', (events) => publishToAll({ events })),
    bus.subscribe('sinisters', (sinisters) => publishToAll({ sinisters })),
    bus.subscribe('customers', (customers) => {
      publishCustomers(customers).catch(onError);
    }),
    bus.subscribe('notificationDeliveries', (deliveries) => {
      for (const delivery of deliveries) {
        publishToUser(delivery.userId, delivery.isTest ? { events: [delivery] } : { deliveries: [delivery] });
      }
    }),
    bus.subscribe('removedDevices', ({ deviceIds }) => {
      for (const deviceId of deviceIds) removeDevice(deviceId);
    }),
    bus.subscribe('visibility', ({ userIds }) => {
      visibilityTable.refresh(userIds).catch(onError);
    }),
    bus.subscribe('accountEnd', ({ userId }) => {
      for (const client of clients.get(userId) ?? []) clocks.get(client)?.ask();
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
    clocks.get(client)?.stop();
    clocks.delete(client);
    if (!set?.delete(client)) return;
    if (set.size === 0) clients.delete(client.userId);
    visibilityTable.leave(client.userId);
  };

  const sendMissed = async (client: LiveClient, sinceMs: number) => {
    const ids = await parts.visibleDeviceIds(client.userId);
    const found = await parts.missedEvents(ids, Date.now() - sinceMs);
    const events = found.filter(({ deviceId }) => visibilityTable.sees(client.userId, deviceId));
    client.send({ events }, messagesOf({ events }));
  };

  async function* firstPieces({ userId }: LiveClient): AsyncGenerator<LiveUpdates> {
    for await (const positions of parts.firstPositions(userId)) {
      yield { positions: positions.filter(({ deviceId }) => visibilityTable.sees(userId, deviceId)) };
    }
  }

  return {
    enter: async ({ userId }) => {
      await visibilityTable.enter(userId);
    },
    leave: ({ userId }) => visibilityTable.leave(userId),
    join({ userId, tokenHash, expiresMs }, socket, { wantsPositions, gapMs }) {
      const client: LiveClient = createLiveClient({
        socket,
        userId,
        tokenHash,
        loadsAtOpening: !wantsPositions,
        onQueued: () => {
          holding.add(client);
          flushSoon();
        },
        onLostEvents: parts.onLostEvents,
      });
      clients.set(userId, (clients.get(userId) ?? new Set()).add(client));
      const clock = createSessionClock({
        endsMs: expiresMs,
        readEndMs: () => parts.sessionEndMs(tokenHash),
        onEnd: () => client.close(liveCloseCodes.signedOut, 'session expired'),
        onUnsure(error) {
          onError(error);
          client.close(tryAgain, 'session unknown, try again');
        },
      });
      clocks.set(client, clock);
      socket.on('error', parts.onClientError);
      const gone = new AbortController();
      socket.on('close', () => {
        gone.abort();
        remove(client);
      });
      // lost between being read and this moment
      if (!visibilityTable.isKnown(userId)) client.close(tryAgain, 'sight unknown, try again');
      if (wantsPositions) {
        client.sendFirst(firstPieces(client)).catch((error) => {
          onError(error);
          client.close(tryAgain, 'positions unknown, try again');
        });
      }
      if (gapMs === undefined) return;
      const sinceMs = Date.now() - gapMs;
      // who connects again is asked for no such gap any more, so it is not left to that
      retryWhileAway(() => sendMissed(client, sinceMs), { signal: gone.signal }).catch(onError);
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
