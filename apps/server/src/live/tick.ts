import type { LiveClient } from './client.ts';
import type { LiveClients } from './live-clients.ts';
import type { LiveUpdates } from './outbox.ts';
import { createPendingUpdates } from './pending-updates.ts';

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
