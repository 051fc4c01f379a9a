import type { LiveClient } from './client.ts';
import type { LiveClients } from './live-clients.ts';
import { type AlarmUpdate, createOutbox, type LiveBatch, type LiveUpdates } from './outbox.ts';

/**
 * Collects updates and sends them together, so that many of one device become one message: the first after a pause at once,
 * what comes within a tick of it at the tick's end.
 */
export interface Tick {
  /** To every user who sees their devices. */
  publish(updates: LiveUpdates): void;
  /** Alarms of the desk, which are few and urgent, go out at the end of this turn of the loop; the rest waits for the tick. */
  publishTo(userId: number, updates: LiveUpdates): void;
  /** The client is slow: what it has in its outbox is sent when its socket has drained. */
  drain(client: LiveClient): void;
  forget(client: LiveClient): void;
  stop(): void;
}

export interface TickParts {
  readonly clients: Pick<LiveClients, 'isEmpty' | 'has' | 'userIds' | 'send'>;
  /** What `sees` says, of this user or of all, is not outdated; nothing is sent otherwise. */
  isCurrent(userId?: number): boolean;
  sees(userId: number, deviceId: number): boolean;
  /** Nobody is sent two messages of positions within it. */
  readonly tickMs: number;
}

export function createTick({ clients, isCurrent, sees, tickMs }: TickParts): Tick {
  const pending = createPendingUpdates();
  const draining = new Set<LiveClient>();
  let timer: NodeJS.Timeout | undefined;
  let urgent: NodeJS.Immediate | undefined;
  let flushedMs = Number.NEGATIVE_INFINITY;

  const flushAlarms = () => {
    urgent = undefined;
    // they wait with the rest until it is known what may be sent
    if (!isCurrent()) return flushSoon();
    for (const [userId, alarms] of pending.takeAlarms()) {
      if (isCurrent(userId)) clients.send(userId, { alarms });
      else {
        pending.addFor(userId, { alarms });
        flushSoon();
      }
    }
  };
  const flush = () => {
    timer = undefined;
    flushedMs = performance.now();
    // its clients are closed soon, or it is current again
    if (!clients.isEmpty && !isCurrent()) return flushSoon();
    const shareOf = pending.take();
    for (const userId of clients.userIds()) {
      const share = shareOf(userId, (deviceId) => sees(userId, deviceId));
      if (isCurrent(userId)) clients.send(userId, share);
      else if (Object.values(share).some((list) => list.length > 0)) {
        pending.addFor(userId, share);
        flushSoon();
      }
    }
    for (const client of draining) if (client.drain()) draining.delete(client);
    if (draining.size) flushSoon();
  };
  const flushSoon = () => {
    timer ??= setTimeout(flush, Math.max(0, flushedMs + tickMs - performance.now()));
  };

  return {
    publish(updates) {
      if (clients.isEmpty) return;
      pending.add(updates);
      flushSoon();
    },
    publishTo(userId, updates) {
      if (!clients.has(userId)) return;
      pending.addFor(userId, updates);
      if (updates.alarms?.length) urgent ??= setImmediate(flushAlarms);
      if (isOther(updates)) flushSoon();
    },
    drain(client) {
      draining.add(client);
      flushSoon();
    },
    forget: (client) => draining.delete(client),
    stop() {
      clearTimeout(timer);
      clearImmediate(urgent);
    },
  };
}

/** Whether there is more in it than alarms of the desk. */
const isOther = ({ alarms: _, ...rest }: LiveUpdates) => Object.values(rest).some((list) => list.length > 0);

// What waits for the next tick: updates for all users who see the device, and updates for one user.

interface PendingUpdates {
  add(updates: LiveUpdates): void;
  addFor(userId: number, updates: LiveUpdates): void;
  /** Gives the share of each user, once, and nothing waits any more. */
  take(): (userId: number, sees: (deviceId: number) => boolean) => LiveUpdates;
  /** Each user's alarms of the desk, which do not wait any more. */
  takeAlarms(): readonly (readonly [userId: number, alarms: readonly AlarmUpdate[]])[];
}

export function createPendingUpdates(): PendingUpdates {
  const shared = createOutbox(Number.POSITIVE_INFINITY);
  const personal = new Map<number, ReturnType<typeof createOutbox>>();
  return {
    add: shared.add,
    addFor(userId, updates) {
      const mine = personal.get(userId) ?? createOutbox(Number.POSITIVE_INFINITY);
      mine.add(updates);
      personal.set(userId, mine);
    },
    takeAlarms: () =>
      [...personal].flatMap(([userId, outbox]) => {
        const alarms = outbox.takeAlarms();
        return alarms.length > 0 ? [[userId, alarms] as const] : [];
      }),
    take() {
      const ofAll = shared.take();
      const own = new Map(personal);
      personal.clear();
      return (userId, sees) => {
        const mine = own.get(userId);
        mine?.add(ofAll);
        return seenOf(mine?.take() ?? ofAll, ({ deviceId }) => sees(deviceId));
      };
    },
  };
}

function seenOf(batch: LiveBatch, seen: (of: { readonly deviceId: number }) => boolean): LiveUpdates {
  return {
    ...batch,
    positions: batch.positions.filter(seen),
    devices: batch.devices.filter(seen),
    events: batch.events.filter(seen),
    sinisters: batch.sinisters.filter(seen),
    blocks: batch.blocks.filter(seen),
    deliveries: batch.deliveries.filter(seen),
    handlings: batch.handlings.filter(seen),
  };
}
