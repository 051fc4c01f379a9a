/**
 * What waits to be sent: the newest position and description of each device, the newest form of each customer, and the
 * newest events and cases. Nothing grows with time: all but events and cases are bounded by what there is, those by
 * `mostEvents`.
 */
import type { DeskList } from '@atalaia/contract/desk/desk';
import { takesPlace } from '@atalaia/domain/travel/fix-order';
import type { CustomerFragment, LiveFragment, PositionFragment } from '../platform/bus/bus.ts';

export interface Outbox {
  add(updates: LiveUpdates): void;
  /** Everything queued, oldest first; the outbox is empty then. */
  take(): LiveBatch;
  /** The alarms alone; everything else stays. */
  takeAlarms(): readonly AlarmUpdate[];
  readonly isEmpty: boolean;
  /** Events that had to be let go since the last `take`. */
  readonly lostEvents: number;
}

/** An alarm of the desk as it is. */
export interface AlarmUpdate {
  readonly alarmId: number;
  readonly version: number;
  readonly json: string;
}

/** The updates of one tick. */
export interface LiveBatch {
  readonly positions: readonly PositionFragment[];
  readonly devices: readonly LiveFragment[];
  readonly events: readonly LiveFragment[];
  readonly sinisters: readonly LiveFragment[];
  readonly blocks: readonly LiveFragment[];
  /** Events that the person's own notifications speak of. */
  readonly deliveries: readonly LiveFragment[];
  readonly customers: readonly CustomerFragment[];
  /** Never let go: of one alarm the newest. */
  readonly alarms: readonly AlarmUpdate[];
  /** Of the desk, to this person alone. */
  readonly deskNotices: readonly { readonly json: string }[];
  /** How alarms of a vehicle are handled, as clients may see it: the newest of each vehicle. */
  readonly handlings: readonly LiveFragment[];
  /** Lists of the desk that are to be read again. */
  readonly deskLists: readonly DeskList[];
  /** Devices that exist no more. */
  readonly removedDeviceIds: readonly number[];
  /** Whether all that happens arrives here: the last word counts. */
  readonly live: readonly boolean[];
}

export type LiveUpdates = Partial<LiveBatch>;

export function createOutbox(mostEvents: number): Outbox {
  const positions = new Map<number, PositionFragment>();
  const devices = new Map<number, LiveFragment>();
  const customers = new Map<number, CustomerFragment>();
  const alarms = new Map<number, AlarmUpdate>();
  const handlings = new Map<number, LiveFragment>();
  const removed = new Set<number>();
  const deskLists = new Set<DeskList>();
  let events: LiveFragment[] = [];
  let sinisters: LiveFragment[] = [];
  let blocks: LiveFragment[] = [];
  let deliveries: LiveFragment[] = [];
  let deskNotices: { readonly json: string }[] = [];
  let live: readonly boolean[] = [];
  let lostEvents = 0;

  const bounded = (list: LiveFragment[], more: readonly LiveFragment[]) => {
    list.push(...more);
    if (list.length <= mostEvents) return list;
    lostEvents += list.length - mostEvents;
    return list.slice(-mostEvents);
  };

  return {
    add(updates) {
      for (const fragment of updates.positions ?? []) {
        const waiting = positions.get(fragment.deviceId);
        if (!waiting || takesPlace(fragment, waiting)) positions.set(fragment.deviceId, fragment);
      }
      for (const fragment of updates.devices ?? []) devices.set(fragment.deviceId, fragment);
      for (const fragment of updates.handlings ?? []) handlings.set(fragment.deviceId, fragment);
      for (const fragment of updates.customers ?? []) customers.set(fragment.customerId, fragment);
      for (const alarm of updates.alarms ?? []) {
        if (alarm.version >= (alarms.get(alarm.alarmId)?.version ?? 0)) alarms.set(alarm.alarmId, alarm);
      }
      // a tick that says nothing of it takes nothing back
      if (updates.live?.length) live = updates.live;
      deskNotices.push(...(updates.deskNotices ?? []));
      for (const list of updates.deskLists ?? []) deskLists.add(list);
      events = bounded(events, updates.events ?? []);
      sinisters = bounded(sinisters, updates.sinisters ?? []);
      blocks = bounded(blocks, updates.blocks ?? []);
      deliveries = bounded(deliveries, updates.deliveries ?? []);
      for (const deviceId of updates.removedDeviceIds ?? []) {
        removed.add(deviceId);
        positions.delete(deviceId);
        devices.delete(deviceId);
        handlings.delete(deviceId);
      }
    },
    take() {
      const batch = {
        positions: [...positions.values()],
        devices: [...devices.values()],
        events,
        sinisters,
        blocks,
        deliveries,
        customers: [...customers.values()],
        alarms: [...alarms.values()],
        deskNotices,
        handlings: [...handlings.values()],
        deskLists: [...deskLists],
        removedDeviceIds: [...removed],
        live,
      };
      for (const current of [positions, devices, customers, alarms, handlings, removed, deskLists]) {
        current.clear();
      }
      events = [];
      sinisters = [];
      blocks = [];
      deliveries = [];
      deskNotices = [];
      live = [];
      lostEvents = 0;
      return batch;
    },
    takeAlarms() {
      const taken = [...alarms.values()];
      alarms.clear();
      return taken;
    },
    get isEmpty() {
      const current = [positions, devices, customers, alarms, handlings, removed, deskLists].reduce(
        (total, { size }) => total + size,
        0,
      );
      return (
        current +
          events.length +
          sinisters.length +
          blocks.length +
          deliveries.length +
          live.length +
          deskNotices.length ===
        0
      );
    },
    get lostEvents() {
      return lostEvents;
    },
  };
}
