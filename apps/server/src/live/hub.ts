/**
 * Sends what was committed to the users who see it. The updates of one tick are reduced to the newest position of each
 * device, filtered by what each user sees, made into text once a user and sent to each of his clients.
 */
import { liveCloseCodes } from '@atalaia/contract/devices/live-message';
import type { WebSocket } from 'ws';
import type { Bus, CustomerFragment, LiveFragment, PositionFragment } from '../platform/bus/bus.ts';
import { retryWhileAway } from '../platform/db/connection/retry-while-away.ts';
import { piecesOf } from '../queries/read-ids.ts';
import { type CatchUpParts, createCatchUp, createNewest } from './catch-up.ts';
import { createLiveClient, type LiveClient, messagesOf } from './client.ts';
import {
  createFieldClients,
  type FieldClients,
  type FieldClientsParts,
  type FieldWishes,
} from './field-clients.ts';
import { createLiveClients, createSessionClock, type LiveClients } from './live-clients.ts';
import type { Gap, ReadMissedEvents } from './missed-events.ts';
import type { LiveUpdates } from './outbox.ts';
import type { ReadFirstPositions } from './snapshot/first-positions.ts';
import { createTick, type Tick } from './tick.ts';
import { type ClientUpdatesParts, publishClientUpdates } from './updates/client-updates.ts';
import { type DeskUpdatesParts, publishDeskUpdates, seenAlarms } from './updates/desk-updates.ts';
import { publishSinisterUpdates, type SinisterUpdatesParts } from './updates/sinister-updates.ts';
import {
  createSight,
  createVisibilityTable,
  type Sight,
  type VisibilityChange,
  type VisibilityTableParts,
} from './visibility-table.ts';

export interface HubParts {
  readonly bus: Bus;
  /** What is known here of rights and sessions is not outdated, or at most so old; nothing is sent otherwise. */
  readonly isCurrent: (withinMs?: number) => boolean;
  readonly visibleDeviceIds: (userId: number, among?: readonly number[]) => Promise<ArrayLike<number>>;
  readonly readPlace: VisibilityTableParts['readPlace'];
  /** For devices that a user sees from now on. */
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly lastPositions: (deviceIds: readonly number[]) => Promise<readonly PositionFragment[]>;
  /** A position that is sent, with its address. */
  readonly completePosition: (fragment: PositionFragment) => PositionFragment;
  /** The alarms of these devices that nobody has handled. */
  readonly openAlarms: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  /** Of the alarm desk; absent where there is none. */
  readonly desk?: Pick<DeskUpdatesParts, 'readAlarms' | 'deskUsers'> &
    Pick<ClientUpdatesParts, 'readHandlings'> &
    Pick<SinisterUpdatesParts, 'centreUsers'> & {
      /** Open alarms of these devices. */
      readonly openAlarms: DeskUpdatesParts['readAlarms'];
    };
  /** What apps of the field are sent in their own way; absent: the same as all others. */
  readonly field?: Pick<
    FieldClientsParts,
    'describePositions' | 'withMessages' | 'watchTraffic' | 'describeFrames' | 'gatherMs'
  >;
  /** Of several processes; absent where this is the only one. */
  readonly catchUp?: Pick<CatchUpParts, 'news' | 'pool' | 'describeEvents' | 'describeNotices'>;
  readonly missedEvents: ReadMissedEvents;
  /** How far what is sent now goes (`LivePosition`); undefined where nobody knows. */
  readonly position: () => string | undefined;
  readonly firstPositions: ReadFirstPositions;
  /** When the session of this token's hash ends, ms since 1970 UTC; undefined when it is over. */
  readonly sessionEndMs: (tokenHash: string) => Promise<number | undefined>;
  /** Each of these customers with every user who sees it. They change by hand, a few a day, so each time it is read again. */
  readonly customerWatchers: (
    customerIds: readonly number[],
  ) => Promise<readonly { readonly customerId: number; readonly userId: number }[]>;
  readonly onError: (error: unknown) => void;
  /** A client's connection broke off, or sent what is no WebSocket frame: usual on a mobile network. */
  readonly onClientError: (error: unknown) => void;
  /** Events that a slow client missed. */
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

/** What a connection requests before the updates. */
export interface Beginning {
  /** The last position of every device that the user sees. */
  readonly wantsPositions: boolean;
  readonly wishes?: FieldWishes | undefined;
  /** The events that the client missed. */
  readonly gap?: Gap | undefined;
}

export interface Hub {
  /** Reads what the viewer may see, before the connection is accepted; rejects when the database does not answer. */
  enter(viewer: Viewer): Promise<void>;
  /** Undoes `enter` when no connection followed. */
  leave(viewer: Viewer): void;
  /** Joins an accepted connection; from here on it misses nothing it may see. Leaves by itself when it closes. */
  join(viewer: Viewer, socket: WebSocket, beginning: Beginning): void;
  readonly clientCount: number;
  /** What is sent now may lack something. */
  readonly isBehind: boolean;
  /** Who has a connection here. */
  userIds(): readonly number[];
  stop(): void;
}

/** The close code of RFC 6455's registry for a passing failure of ours. */
const tryAgain = 1013;
/** Devices that a user sees from now on, described and sent at once: thousands would block the event loop. */
const devicesAtOnce = 500;
/** A snapshot costs less than more than these described one by one. */
const mostDifferences = 1_000;

export function createHub(parts: HubParts): Hub {
  const { bus, onError } = parts;
  let field: FieldClients | undefined;
  const clients = createLiveClients(
    parts.position,
    (client, updates) => field?.adapt(client, updates) ?? updates,
  );
  const visibilityTable = createVisibilityTable({
    visibleDeviceIds: parts.visibleDeviceIds,
    readPlace: parts.readPlace,
    onChange: (change) => applyVisibilityChange(parts, clients, sight, change),
    onLost: (userId) => clients.close(userId, tryAgain, 'visibility unknown, try again'),
  });
  const sight = createSight(visibilityTable, parts.isCurrent, clients.has);
  field = parts.field && createFieldClients({ ...parts.field, ...parts, ...sight });
  const tick = createTick({
    ...{ clients, ...sight, tickMs: parts.tickMs ?? 25 },
  });
  const catchUp = parts.catchUp && catchUpOf(parts, parts.catchUp, clients, tick);
  const unsubscribe = [
    ...subscribeUpdates(parts, clients, tick),
    ...(parts.desk
      ? [publishDeskUpdates, publishClientUpdates].map((publish) =>
          publish({
            ...(parts.desk as NonNullable<HubParts['desk']>),
            bus,
            onError,
            userIds: clients.userIds,
            sees: visibilityTable.sees,
            publishTo: tick.publishTo,
          }),
        )
      : []),
    bus.subscribe('removedDevices', ({ deviceIds }) => {
      // those who saw one are sent its removal, and keep their connections: they see everything else as before
      for (const deviceId of deviceIds) {
        for (const userId of clients.userIds()) {
          if (visibilityTable.sees(userId, deviceId))
            tick.publishTo(userId, { removedDeviceIds: [deviceId] });
        }
        visibilityTable.forget(deviceId);
      }
    }),
    bus.subscribe('changesUnread', () => {
      for (const userId of clients.userIds()) clients.close(userId, tryAgain, 'rights unknown, try again');
    }),
    bus.subscribe('visibility', (change) => {
      visibilityTable.refresh(change).catch(onError);
    }),
    bus.subscribe('accountEnd', ({ userId }) => clients.readSessionEnds(userId)),
    bus.subscribe('signedOut', ({ userId, tokenHash }) => {
      const matches = (client: LiveClient) => tokenHash === undefined || client.tokenHash === tokenHash;
      clients.close(userId, liveCloseCodes.signedOut, 'signed out', matches);
    }),
  ];

  return {
    async enter({ userId }) {
      // counted first: who is refused leaves, and takes nobody else's place with him
      await visibilityTable.enter(userId);
      if (!parts.isCurrent()) throw new Error('what may be seen is not known for sure now');
    },
    leave: ({ userId }) => visibilityTable.leave(userId),
    join({ userId, tokenHash, expiresMs }, socket, { wantsPositions, wishes, gap }) {
      const client: LiveClient = createLiveClient({
        socket,
        userId,
        tokenHash,
        loadsAtOpening: !wantsPositions,
        onQueued: () => tick.drain(client),
        onLostEvents: parts.onLostEvents,
      });
      const clock = createSessionClock({
        endsMs: expiresMs,
        readEndMs: () => parts.sessionEndMs(tokenHash),
        onEnd: () => client.close(liveCloseCodes.signedOut, 'session expired'),
        onUnsure(error) {
          onError(error);
          client.close(tryAgain, 'session unknown, try again');
        },
      });
      clients.add(client, clock);
      // it may have ended since it was read
      clock.ask();
      socket.on('error', parts.onClientError);
      const closed = new AbortController();
      socket.on('close', () => {
        closed.abort();
        tick.forget(client);
        field?.remove(client);
        if (clients.remove(client)) visibilityTable.leave(userId);
      });
      // lost between being read and this moment
      if (!visibilityTable.isKnown(userId)) client.close(tryAgain, 'visibility unknown, try again');
      begin(parts, sight, field, client, socket, { wantsPositions, wishes });
      const position = parts.position();
      if (position !== undefined && !wantsPositions) client.probe(position);
      if (catchUp?.isBehind) client.sendNow({ live: [false] });
      if (!gap) return;
      const lastMs = Date.now() - gap.gapMs;
      // a client that connects again requests the gap of that connection only, so this is tried until it succeeds
      const send = () => sendMissed(parts, sight, client, { ...gap, gapMs: Date.now() - lastMs });
      retryWhileAway(send, { signal: closed.signal }).catch(onError);
    },
    userIds: clients.userIds,
    get clientCount() {
      return clients.count;
    },
    get isBehind() {
      return catchUp?.isBehind ?? false;
    },
    stop() {
      for (const stop of unsubscribe) stop();
      catchUp?.stop();
      tick.stop();
      field?.stop();
      clients.stop();
    },
  };
}

function catchUpOf(
  parts: HubParts,
  given: NonNullable<HubParts['catchUp']>,
  clients: LiveClients,
  { publish, publishTo }: Tick,
) {
  return createCatchUp({
    ...{ ...parts, ...given, publish, publishTo, userIds: clients.userIds },
    deskUsers: parts.desk?.deskUsers ?? (async () => []),
    sendAway() {
      for (const userId of clients.userIds())
        clients.close(userId, tryAgain, 'too much was missed, try again');
    },
  });
}

/** Returns how to stop. */
function subscribeUpdates(
  { bus, onError, customerWatchers, completePosition, desk }: HubParts,
  clients: LiveClients,
  tick: Tick,
): (() => void)[] {
  const newest = createNewest();
  const publishCustomers = async (fragments: readonly CustomerFragment[]) => {
    if (clients.isEmpty) return;
    const watchers = await customerWatchers(fragments.map(({ customerId }) => customerId));
    for (const { customerId, userId } of watchers) {
      tick.publishTo(userId, {
        customers: fragments.filter((fragment) => fragment.customerId === customerId),
      });
    }
  };
  return [
    bus.subscribe('positions', (positions) => {
      if (!clients.isEmpty) tick.publish({ positions: positions.map(completePosition) });
    }),
    bus.subscribe('devices', (devices) => tick.publish({ devices: newest.of(devices) })),
    bus.subscribe('changesUnread', newest.forget),
    // what differs for clients goes another way (`client-updates.ts`)
    bus.subscribe('events', (events) =>
      tick.publish({ events: events.filter(({ forClients }) => forClients === undefined) }),
    ),
    publishSinisterUpdates({
      bus,
      onError,
      centreUsers: desk?.centreUsers ?? (async () => []),
      userIds: clients.userIds,
      publishTo: tick.publishTo,
    }),
    bus.subscribe('blocks', (blocks) => tick.publish({ blocks })),
    bus.subscribe('customers', (customers) => {
      publishCustomers(customers).catch(onError);
    }),
    bus.subscribe('notificationDeliveries', (deliveries) => {
      for (const delivery of deliveries) {
        // no event was sent before it, for a client that knows events alone
        if (delivery.isTest) tick.publishTo(delivery.userId, { events: [delivery] });
        tick.publishTo(delivery.userId, { deliveries: [delivery] });
      }
    }),
  ];
}

/** Few devices come and continue the open connection; for many all is loaded anew. */
function applyVisibilityChange(
  parts: HubParts,
  clients: LiveClients,
  { sees: seesOf, untilCurrent }: Sight,
  { userId, added, removed }: VisibilityChange,
): void {
  if (added.length + removed.length > mostDifferences) {
    clients.close(userId, liveCloseCodes.visibilityChanged, 'visibility changed');
    return;
  }
  // an app of the field that does not know the message still receives nothing of them from here on
  if (removed.length > 0) clients.send(userId, { removedDeviceIds: removed });
  const seesDevice = (deviceId: number) => seesOf(userId, deviceId);
  const sees = (fragment: LiveFragment) => seesDevice(fragment.deviceId);
  const sendAdded = async () => {
    const worksAtDesk = added.length > 0 && (await parts.desk?.deskUsers([userId]))?.includes(userId);
    for (const piece of piecesOf(devicesAtOnce, added)) {
      const [devices, positions, events, alarms] = await Promise.all([
        parts.describeDevices(piece),
        parts.lastPositions(piece),
        parts.openAlarms(piece),
        worksAtDesk && parts.desk ? parts.desk.openAlarms(piece) : [],
      ]);
      await untilCurrent(userId);
      clients.send(userId, {
        devices: devices.filter(sees),
        positions: positions.filter(sees),
        events: events.filter(sees),
        alarms: seenAlarms(alarms, seesDevice),
      });
    }
  };
  sendAdded().catch((error) => {
    parts.onError(error);
    clients.close(userId, tryAgain, 'devices unknown, try again');
  });
}

/** Sends what an app of the field waits for when it connects, and listens to its words. */
function begin(
  parts: HubParts,
  sight: Sight,
  field: FieldClients | undefined,
  client: LiveClient,
  socket: WebSocket,
  { wantsPositions, wishes = { allPositions: false } }: Omit<Beginning, 'gap'>,
): void {
  const begun = wantsPositions
    ? client.sendFirst(firstPieces(parts, sight, client.userId))
    : Promise.resolve();
  begun.catch((error) => {
    parts.onError(error);
    client.close(tryAgain, 'positions unknown, try again');
  });
  if (!wantsPositions && !wishes.allPositions) return;
  field?.add(client, wishes, begun);
  socket.on('message', (data) => field?.hear(client, String(data)));
}

async function sendMissed(
  parts: HubParts,
  { sees, untilCurrent }: Sight,
  client: LiveClient,
  gap: Gap,
): Promise<void> {
  const ids = await parts.visibleDeviceIds(client.userId);
  const worksAtDesk = (await parts.desk?.deskUsers([client.userId]))?.includes(client.userId) ?? false;
  const found = await parts.missedEvents(ids, gap, worksAtDesk ? 'desk' : 'clients');
  await untilCurrent(client.userId);
  const events = found.filter(({ deviceId }) => sees(client.userId, deviceId));
  client.send({ events }, messagesOf({ events }));
}

async function* firstPieces(
  parts: HubParts,
  { sees, untilCurrent }: Sight,
  userId: number,
): AsyncGenerator<LiveUpdates> {
  for await (const positions of parts.firstPositions(userId)) {
    await untilCurrent(userId);
    yield { positions: positions.filter(({ deviceId }) => sees(userId, deviceId)) };
  }
}
