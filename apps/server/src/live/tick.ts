import type { LiveClient } from './client.ts';
import type { LiveClients } from './live-clients.ts';
import { createOutbox, type LiveUpdates } from './outbox.ts';

/** Collects updates and sends them together, so that many of one device become one message. */
export interface Tick {
  /** To every user who sees their devices. */
  publish(updates: LiveUpdates): void;
  publishTo(userId: number, updates: LiveUpdates): void;
  /** The client is slow: what it has in its outbox is sent when its socket has drained. */
  drain(client: LiveClient): void;
  forget(client: LiveClient): void;
  stop(): void;
}

export interface TickParts {
  readonly clients: Pick<LiveClients, 'isEmpty' | 'has' | 'userIds' | 'send'>;
  /** What `sees` says is not outdated; nothing is sent otherwise. */
  isCurrent(): boolean;
  sees(userId: number, deviceId: number): boolean;
  readonly tickMs: number;
}

export function createTick({ clients, isCurrent, sees, tickMs }: TickParts): Tick {
  const pending = createPendingUpdates();
  const draining = new Set<LiveClient>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    // its clients are closed soon, or it is current again
    if (!clients.isEmpty && !isCurrent()) return flushSoon();
    const shareOf = pending.take();
    for (const userId of clients.userIds()) {
      clients.send(
        userId,
        shareOf(userId, (deviceId) => sees(userId, deviceId)),
      );
    }
    for (const client of draining) if (client.drain()) draining.delete(client);
    if (draining.size) flushSoon();
  };
  const flushSoon = () => {
    timer ??= setTimeout(flush, tickMs);
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
      flushSoon();
    },
    drain(client) {
      draining.add(client);
      flushSoon();
    },
    forget: (client) => draining.delete(client),
    stop: () => clearTimeout(timer),
  };
}

// What waits for the next tick: updates for all users who see the device, and updates for one user.

interface PendingUpdates {
  add(updates: LiveUpdates): void;
  addFor(userId: number, updates: LiveUpdates): void;
  /** Gives the share of each user, and nothing waits any more. */
  take(): (userId: number, sees: (deviceId: number) => boolean) => LiveUpdates;
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
    take() {
      const { positions, devices, events, blocks } = shared.take();
      const own = new Map([...personal].map(([userId, outbox]) => [userId, outbox.take()]));
      personal.clear();
      return (userId, sees) => {
        const seen = ({ deviceId }: { readonly deviceId: number }) => sees(deviceId);
        const mine = own.get(userId);
        return {
          positions: positions.filter(seen),
          devices: devices.filter(seen),
          events: [...events, ...(mine?.events ?? [])].filter(seen),
          sinisters: (mine?.sinisters ?? []).filter(seen),
          blocks: blocks.filter(seen),
          deliveries: (mine?.deliveries ?? []).filter(seen),
          customers: mine?.customers ?? [],
          alarms: mine?.alarms ?? [],
          deskNotices: mine?.deskNotices ?? [],
          handlings: (mine?.handlings ?? []).filter(seen),
          deskLists: mine?.deskLists ?? [],
          removedDeviceIds: mine?.removedDeviceIds ?? [],
        };
      };
    },
  };
}
