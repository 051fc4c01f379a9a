import { liveSilenceMs } from '@atalaia/contract/devices/live-message';
import { type LiveClient, messagesOf } from './client.ts';
import type { LiveUpdates } from './outbox.ts';

/**
 * Says when the session of a connection has ended. Its end may be moved while the connection is open, by use or by
 * whoever keeps the account, so it is asked again before it is believed.
 */
interface SessionClock {
  /** The end may have been moved. */
  ask(): void;
  stop(): void;
}

interface SessionClockParts {
  /** As it was when the connection opened, ms since 1970 UTC. */
  readonly endsMs: number | undefined;
  /** As it is now; undefined when it has ended. */
  readonly readEndMs: () => Promise<number | undefined>;
  readonly onEnd: () => void;
  /** Nobody knows whether it is over. */
  readonly onUnsure: (error: unknown) => void;
}

/** What a timer holds. */
const longestWaitMs = 2 ** 31 - 1;

export function createSessionClock({ endsMs, readEndMs, onEnd, onUnsure }: SessionClockParts): SessionClock {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wait = (untilMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.min(Math.max(untilMs - Date.now(), 0), longestWaitMs)).unref();
  };
  const received = (untilMs: number | undefined) => {
    if (isStopped) return;
    if (untilMs === undefined || untilMs <= Date.now()) onEnd();
    else wait(untilMs);
  };
  function ask() {
    readEndMs()
      .then(received)
      .catch((error) => {
        if (!isStopped) onUnsure(error);
      });
  }

  wait(endsMs ?? Number.POSITIVE_INFINITY);
  return {
    ask,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The connected clients of each user, and the clocks of their sessions. */
export interface LiveClients {
  add(client: LiveClient, clock: SessionClock): void;
  /** Stops its clock; false when it was removed before. */
  remove(client: LiveClient): boolean;
  has(userId: number): boolean;
  userIds(): readonly number[];
  /** Sends to every client of this user. */
  send(userId: number, updates: LiveUpdates): void;
  /** Closes the clients of this user, or those that are meant. */
  close(userId: number, code: number, reason: string, matches?: (client: LiveClient) => boolean): void;
  /** Makes the session clocks of this user read again when they end. */
  readSessionEnds(userId: number): void;
  readonly isEmpty: boolean;
  readonly count: number;
  /** Closes all: the server stops. */
  stop(): void;
}

/** `adapt`: what of updates a client is sent as they are. */
export function createLiveClients(
  position: () => string | undefined,
  adapt: (client: LiveClient, updates: LiveUpdates) => LiveUpdates = (_client, updates) => updates,
): LiveClients {
  const clients = new Map<number, Set<LiveClient>>();
  const clocks = new Map<LiveClient, SessionClock>();
  const all = () => [...clients.values()].flatMap((ofUser) => [...ofUser]);
  const of = (userId: number): Iterable<LiveClient> => clients.get(userId) ?? [];
  const probing = setInterval(() => {
    const now = position();
    for (const client of all()) client.probe(now);
  }, liveSilenceMs);
  probing.unref();

  return {
    add(client, clock) {
      clients.set(client.userId, (clients.get(client.userId) ?? new Set()).add(client));
      clocks.set(client, clock);
    },
    remove(client) {
      const ofUser = clients.get(client.userId);
      clocks.get(client)?.stop();
      clocks.delete(client);
      if (!ofUser?.delete(client)) return false;
      if (ofUser.size === 0) clients.delete(client.userId);
      return true;
    },
    has: (userId) => clients.has(userId),
    userIds: () => [...clients.keys()],
    send(userId, updates) {
      const text = messagesOf(updates);
      if (text.length === 0) return;
      for (const client of of(userId)) {
        const own = adapt(client, updates);
        if (own === updates) client.send(updates, text);
        else client.sendNow(own);
      }
    },
    close(userId, code, reason, matches = () => true) {
      for (const client of of(userId)) if (matches(client)) client.close(code, reason);
    },
    readSessionEnds(userId) {
      for (const client of of(userId)) clocks.get(client)?.ask();
    },
    get isEmpty() {
      return clients.size === 0;
    },
    get count() {
      return all().length;
    },
    stop() {
      clearInterval(probing);
      for (const client of all()) client.close(1001, 'server stops');
    },
  };
}
