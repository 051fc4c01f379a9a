/**
 * What apps of the field are sent in their own way: devices each time they were heard, events with a sentence, and what
 * they ask for by a word of theirs: every position (`{"positions":"all"}`) and the traffic of the trackers
 * (`{"logs":true}`).
 */
import { z } from 'zod';
import type { Bus, LiveFragment, NotedFrame, StoredPosition } from '../platform/bus/bus.ts';
import { piecesOf } from '../queries/read-ids.ts';
import type { LiveClient } from './client.ts';
import type { LiveUpdates } from './outbox.ts';

export interface FieldClientsParts {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly sees: (userId: number, deviceId: number) => boolean;
  /** What is known of rights is not outdated; nothing is sent otherwise. */
  readonly isCurrent: () => boolean;
  /** Resolves when what `sees` says of this user is not outdated; nothing is sent before. */
  readonly untilCurrent: (userId: number) => Promise<void>;
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly describePositions: (stored: readonly StoredPosition[]) => Promise<readonly LiveFragment[]>;
  /** The same events, each with what happened in words as `attributes.message`, in this person's language. */
  readonly withMessages: (
    userId: number,
    events: readonly LiveFragment[],
  ) => Promise<readonly LiveFragment[]>;
  /** Hears each frame of each tracker; returns how to stop. */
  readonly watchTraffic: (listener: (frame: NotedFrame) => void) => () => void;
  /** Frames as the session of this token's hash may read them now, `undefined` where it may not. */
  readonly describeFrames: (
    tokenHash: string,
    frames: readonly NotedFrame[],
  ) => Promise<readonly (string | undefined)[]>;
  readonly onError: (error: unknown) => void;
  /** How long devices and frames wait for more, ms. */
  readonly gatherMs?: number;
}

export interface FieldClients {
  /** `begun`: what it is sent first has left. */
  add(client: LiveClient, wishes: FieldWishes, begun: Promise<unknown>): void;
  remove(client: LiveClient): void;
  /** A message of the client; what is none of the words is passed over. */
  hear(client: LiveClient, text: string): void;
  /** What of these updates the client is sent as it is; the rest goes its own way. */
  adapt(client: LiveClient, updates: LiveUpdates): LiveUpdates;
  stop(): void;
}

export interface FieldWishes {
  readonly allPositions: boolean;
}

/** `positions=all` of the socket's address. */
export function fieldWishesOf(url: URL): FieldWishes {
  return { allPositions: url.searchParams.get('positions') === 'all' };
}

const wordsSchema = z.object({
  positions: z.enum(['all', 'newest']).optional().catch(undefined),
  logs: z.boolean().optional().catch(undefined),
});

/** Positions that wait for a client who reads slowly; numbers only, they are read again when their turn comes. */
export const mostWaitingPositions = 100_000;
const positionsAtOnce = 500;
const devicesAtOnce = 500;
const mostWaitingFrames = 2_000;

interface Listening {
  readonly begun: Promise<unknown>;
  waiting: StoredPosition[] | undefined;
  isSending: boolean;
  wantsFrames: boolean;
  /** What is told goes one after the other. */
  telling: Promise<void>;
  isGone: boolean;
}

/** Reads what is to be sent, and sends it to those who see it at that moment. */
function createSenders(parts: FieldClientsParts, clients: ReadonlyMap<LiveClient, Listening>) {
  const { sees, untilCurrent, onError } = parts;

  function tell(
    client: LiveClient,
    channel: 'devices' | 'events',
    read: () => Promise<readonly LiveFragment[]>,
  ) {
    const listening = clients.get(client);
    if (!listening) return;
    const send = async () => {
      const found = await read();
      await untilCurrent(client.userId);
      client.sendNow({ [channel]: found.filter(({ deviceId }) => sees(client.userId, deviceId)) });
    };
    listening.telling = listening.telling.then(send).catch(onError);
  }

  /** Reads at the pace at which the client takes it. */
  async function sendPositions(client: LiveClient, listening: Listening): Promise<void> {
    if (listening.isSending) return;
    listening.isSending = true;
    try {
      await listening.begun;
      while (listening.waiting?.length && !listening.isGone) {
        const stored = listening.waiting.splice(0, positionsAtOnce);
        const found = await parts.describePositions(stored);
        await untilCurrent(client.userId);
        const positions = found.filter(({ deviceId }) => sees(client.userId, deviceId));
        await client.sendPositions(positions);
      }
    } catch (error) {
      onError(error);
      client.close(1013, 'positions unknown, try again');
    } finally {
      listening.isSending = false;
    }
  }

  async function sendDevices(deviceIds: readonly number[]): Promise<void> {
    for (const piece of piecesOf(devicesAtOnce, deviceIds)) {
      const seen = [...clients.keys()].filter(({ userId }) => piece.some((id) => sees(userId, id)));
      if (seen.length === 0) continue;
      const found = await parts.describeDevices(piece);
      for (const client of seen) tell(client, 'devices', async () => found);
    }
  }

  async function sendFrames(noted: readonly NotedFrame[]): Promise<void> {
    for (const [client, { wantsFrames }] of clients) {
      if (!wantsFrames) continue;
      const seen = noted.filter(({ key }) => typeof key === 'string' || sees(client.userId, key));
      if (seen.length === 0) continue;
      const logs = (await parts.describeFrames(client.tokenHash, seen)).filter((json) => json !== undefined);
      client.sendLogs(logs);
    }
  }

  return { tell, sendPositions, sendDevices, sendFrames };
}

export function createFieldClients(parts: FieldClientsParts): FieldClients {
  const { bus, sees, onError, gatherMs = 1_000 } = parts;
  const clients = new Map<LiveClient, Listening>();
  const heard = new Set<number>();
  let frames: NotedFrame[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopWatching: (() => void) | undefined;

  const { tell, sendPositions, sendDevices, sendFrames } = createSenders(parts, clients);

  const gather = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!parts.isCurrent()) return gather();
      const [deviceIds, noted] = [[...heard], frames];
      heard.clear();
      frames = [];
      Promise.all([sendDevices(deviceIds), sendFrames(noted)]).catch(onError);
    }, gatherMs).unref();
  };
  const watchWhileWanted = () => {
    const isWanted = [...clients.values()].some(({ wantsFrames }) => wantsFrames);
    if (!isWanted) {
      stopWatching?.();
      stopWatching = undefined;
      frames = [];
    } else
      stopWatching ??= parts.watchTraffic((frame) => {
        frames.push(frame);
        if (frames.length > mostWaitingFrames) frames = frames.slice(-mostWaitingFrames / 2);
        gather();
      });
  };

  const unsubscribe = [
    bus.subscribe('heardDevices', (devices) => {
      if (clients.size === 0) return;
      for (const { deviceId } of devices) heard.add(deviceId);
      gather();
    }),
    bus.subscribe('storedPositions', (stored) => {
      for (const [client, listening] of clients) {
        if (!listening.waiting) continue;
        for (const { id, deviceId, position } of stored)
          if (sees(client.userId, deviceId))
            listening.waiting.push({ id, deviceId, position: { fixTimeMs: position.fixTimeMs } });
        if (listening.waiting.length > mostWaitingPositions) {
          listening.waiting = [];
          client.close(1013, 'too slow for every position');
        } else void sendPositions(client, listening);
      }
    }),
  ];

  return {
    add(client, { allPositions }, begun) {
      clients.set(client, {
        begun: begun.catch(() => undefined),
        waiting: allPositions ? [] : undefined,
        ...{ isSending: false, wantsFrames: false, telling: Promise.resolve(), isGone: false },
      });
    },
    remove(client) {
      const listening = clients.get(client);
      if (listening) listening.isGone = true;
      clients.delete(client);
      watchWhileWanted();
    },
    hear(client, text) {
      const listening = clients.get(client);
      const { positions, logs } = wordsIn(text);
      if (!listening) return;
      if (positions === 'all') listening.waiting ??= [];
      if (positions === 'newest') listening.waiting = undefined;
      if (logs !== undefined) listening.wantsFrames = logs;
      watchWhileWanted();
    },
    adapt(client, updates) {
      const listening = clients.get(client);
      if (!listening) return updates;
      const { events, positions, ...rest } = updates;
      if (events?.length)
        tell(client, 'events', () =>
          parts.withMessages(client.userId, events).catch((error) => {
            onError(error);
            return events;
          }),
        );
      return listening.waiting || !positions ? rest : { ...rest, positions };
    },
    stop() {
      clearTimeout(timer);
      stopWatching?.();
      for (const off of unsubscribe) off();
    },
  };
}

function wordsIn(text: string): z.infer<typeof wordsSchema> {
  try {
    return wordsSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
