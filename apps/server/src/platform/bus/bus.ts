/**
 * How parts of the server publish to each other what was committed. One interface; of several processes it is
 * `shared-bus.ts`. Messages are plain JSON values and are published after their commit, never before.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskList } from '@atalaia/contract/desk/desk';
import type { Logger } from 'pino';

/** What could not be read is read again after this, ms; what was read before counts until then. */
const againAfterMs = 1_000;

export interface Reread {
  /** Reads, and again after every message; rejects when the first reading fails. */
  start(): Promise<void>;
  stop(): void;
}

/** Reads something again whenever a topic says that it changed. */
export function createReread(
  topic: BusTopic,
  read: () => Promise<void>,
  { bus, log }: { readonly bus: Pick<Bus, 'subscribe'>; readonly log: Pick<Logger, 'warn'> },
): Reread {
  let isStale = false;
  let isReading = false;
  let unsubscribe = () => {};
  const stopping = new AbortController();
  async function readStale(): Promise<void> {
    isReading = true;
    // a change that comes while it is read may not be in what is read
    while (isStale && !stopping.signal.aborted) {
      isStale = false;
      try {
        await read();
      } catch (err) {
        isStale = true;
        log.warn({ err, topic }, 'what changed could not be read; what was read before counts until it is');
        await sleep(againAfterMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
    isReading = false;
  }
  return {
    async start() {
      unsubscribe = bus.subscribe(topic, () => {
        isStale = true;
        if (!isReading) void readStale();
      });
      await read();
    },
    stop() {
      stopping.abort();
      unsubscribe();
    },
  };
}

/** One object as the live channel sends it: serialised once, joined with others per client and tick. */
export interface LiveFragment {
  readonly deviceId: number;
  /** The contract's Position, Device or Event as JSON text. */
  readonly json: string;
  /** Of a device: the version of its state that it was read with. */
  readonly version?: number;
  /** Of a handled event: the event as clients may see it, null where they may not; absent where all see the same. */
  readonly forClients?: string | null;
  /** Of a sinister: nothing of it changed for clients, so that they hear nothing. */
  readonly centreOnly?: true;
}

/** The contract's VehicleHandling. */
export interface HandlingFragment extends LiveFragment {
  /** No alarm of the vehicle is told of. */
  readonly isNothing: boolean;
}

export interface PositionFragment extends LiveFragment {
  readonly positionId: number;
  readonly fixTimeMs: number;
  /** When the server received it, ms since 1970 UTC. */
  readonly receivedMs: number;
}

/** One that can be read again by its number and time. */
export interface StoredPosition {
  readonly id: number;
  readonly deviceId: number;
  readonly position: { readonly fixTimeMs: number };
}

/** Bytes that came from a device or went to it, by its number, or of a stranger, by the id it gave. */
export interface NotedFrame {
  readonly key: number | string;
  readonly direction: 'in' | 'out';
  /** ms since 1970 UTC. */
  readonly atMs: number;
  readonly protocol: string;
  /** Network address of the other side. */
  readonly address: string;
  readonly hex: string;
}

export interface CustomerFragment {
  readonly customerId: number;
  readonly json: string;
}

export interface WebDeliveryFragment extends LiveFragment {
  readonly userId: number;
  /** An event that was made for him alone, and is not published in `events`. */
  readonly isTest?: boolean;
}

/** What devices lie in, however deep. */
export interface Place {
  readonly noun: 'group' | 'customer';
  readonly id: number;
}

export type RuleKind =
  | 'alarmRules'
  | 'geofences'
  | 'calendars'
  | 'maintenances'
  | 'mirrors'
  | 'attributes'
  | 'notifications'
  | 'groups';

export interface BusTopics {
  /** New last positions: those that move a device on the map. Late ones are stored and not published. */
  positions: readonly PositionFragment[];
  /** Every position that was stored, late ones too, for who asks for all of them. */
  storedPositions: readonly StoredPosition[];
  /** Devices whose tracker said something. */
  heardDevices: readonly { readonly deviceId: number }[];
  /** Somebody watches what trackers send and are sent; said again each second. */
  framesWanted: Readonly<Record<never, never>>;
  frames: readonly NotedFrame[];
  /** A person looks at these positions. */
  positionsLookedAt: { readonly positionIds: readonly number[] };
  /** Devices whose status or description changed. */
  devices: readonly LiveFragment[];
  events: readonly LiveFragment[];
  /** Sinisters opened, added to or closed: the contract's Sinister, of the device it is about. */
  sinisters: readonly LiveFragment[];
  /** Blocks and releases that were asked for or changed: the contract's Block. */
  blocks: readonly LiveFragment[];
  /** Within this process: events were stored whose alarm is to be opened. */
  alarmQueue: Readonly<Record<never, never>>;
  /** Alarms that opened or changed; the subscriber reads them. */
  alarms: { readonly alarmIds: readonly number[] };
  /** The contract's DeskNotice, to one person. */
  deskNotices: readonly { readonly userId: number; readonly json: string }[];
  /** A list of the desk changed: for everybody there, or for one person. */
  deskLists: { readonly list: DeskList; readonly userId?: number };
  /** Customers added or changed: the contract's Customer. */
  customers: readonly CustomerFragment[];
  /** Commands were queued for devices that are not connected to the process that queued them. */
  commandsQueued: { readonly deviceIds: readonly number[] };
  /** Within this process: customers to be sent to the payment provider, with this person's key. */
  payments: { readonly userId: number; readonly account: string; readonly customerIds: readonly number[] };
  /** Deliveries of a user's notifications to his browser (NOT-01, notificator `web`). */
  notificationDeliveries: readonly WebDeliveryFragment[];
  /** Registered devices were added, edited or removed: caches of them are read again. */
  deviceRegistry: { readonly deviceIds: readonly number[] };
  /** Devices that exist no more. Published before `visibility`, so that clients that showed them need not load everything again. */
  removedDevices: { readonly deviceIds: readonly number[] };
  /**
   * Geofences, calendars, maintenances, computed attributes, notifications or their links to devices and groups
   * changed, or a device or group moved: caches of them are read again.
   */
  rules: {
    readonly kinds: readonly RuleKind[];
    /** Of maintenances only what was done on these changed; absent where it cannot be named. */
    readonly servicedDeviceIds?: readonly number[];
  };
  /** The server's settings changed: whoever keeps them reads them again. */
  serverSettings: Readonly<Record<never, never>>;
  /** What sets up services of others changed: every process reads it again. */
  integrations: Readonly<Record<never, never>>;
  /** Links, groups, customers or devices changed, and with them what people may see. `all` when it cannot be named. */
  visibility: {
    readonly userIds: readonly number[] | 'all';
    /** Only whether these are seen may have changed. */
    readonly deviceIds?: readonly number[];
    /** Only whether what lies in this one is seen may have changed: it moved, or a link to it did. */
    readonly place?: Place;
  };
  /** When a user's account ends was changed: what keeps his connections reads it again. */
  accountEnd: { readonly userId: number };
  /** Within this process: what it knows of rights and sessions may be outdated, since changes could not be read. */
  changesUnread: Readonly<Record<never, never>>;
  /** A session ended (its token's hash, base64url), or all sessions of a user did. */
  signedOut: { readonly userId: number; readonly tokenHash?: string };
}

export type BusTopic = keyof BusTopics;
type BusHandler<T extends BusTopic> = (message: BusTopics[T]) => void;

export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusTopics[T]): void;
  /** Returns how to stop listening. A handler that throws is logged and hurts no other. */
  subscribe<T extends BusTopic>(topic: T, handler: BusHandler<T>): () => void;
}

/** Delivers at once, in the caller's turn, in the order of subscription. */
export function createInProcessBus(onError: (topic: BusTopic, error: unknown) => void): Bus {
  const handlers = new Map<BusTopic, Set<(message: never) => void>>();
  return {
    publish(topic, message) {
      for (const handler of handlers.get(topic) ?? []) {
        try {
          (handler as BusHandler<typeof topic>)(message);
        } catch (error) {
          onError(topic, error);
        }
      }
    },
    subscribe<T extends BusTopic>(topic: T, handler: (message: BusTopics[T]) => void) {
      const listeners = handlers.get(topic) ?? new Set();
      handlers.set(topic, listeners);
      listeners.add(handler);
      return () => listeners.delete(handler);
    },
  };
}
