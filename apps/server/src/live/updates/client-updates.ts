/**
 * Live messages about the desk's work. People of the desk receive all of it; others receive what clients may see
 * (DESK-12). A vehicle's handling is sent only when it changed: an empty message would show that somebody works on it.
 * The handling of a suppressed vehicle is not read, and so nothing is sent until that ends.
 */
import type { Bus, HandlingFragment, LiveFragment } from '../../platform/bus/bus.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import type { LiveUpdates } from '../outbox.ts';

export interface ClientUpdatesParts {
  readonly bus: Pick<Bus, 'subscribe'>;
  /** What clients may see of these devices, and of the devices of these alarms. */
  readonly readHandlings: (of: {
    readonly alarmIds: readonly number[];
    readonly deviceIds: readonly number[];
  }) => Promise<readonly HandlingFragment[]>;
  /** Which of these people work at the desk now. */
  readonly deskUsers: (userIds: readonly number[]) => Promise<readonly number[]>;
  readonly userIds: () => readonly number[];
  readonly sees: (userId: number, deviceId: number) => boolean;
  readonly publishTo: (userId: number, updates: LiveUpdates) => void;
  readonly onError: (error: unknown) => void;
}

/** Returns how to stop. */
export function publishClientUpdates(parts: ClientUpdatesParts): () => void {
  const stopping = new AbortController();
  const alarmIds = new Set<number>();
  const deviceIds = new Set<number>();
  /** What was last sent about a device, where that was not empty. */
  const told = new Map<number, string>();
  let handled: LiveFragment[] = [];
  let reading = false;

  const readFor = async (userIds: readonly number[], of: Parameters<typeof parts.readHandlings>[0]) => {
    const people: ReadonlySet<number> = new Set(await parts.deskUsers(userIds));
    const asks = userIds.some((id) => !people.has(id)) && of.alarmIds.length + of.deviceIds.length > 0;
    return [people, asks ? await parts.readHandlings(of) : []] as const;
  };
  const isChange = ({ deviceId, json, isNothing }: HandlingFragment) => {
    const before = told.get(deviceId);
    if (isNothing) told.delete(deviceId);
    else told.set(deviceId, json);
    return told.get(deviceId) !== before;
  };
  const send = (
    events: readonly LiveFragment[],
    handlings: readonly LiveFragment[],
    people: ReadonlySet<number>,
  ) => {
    const forClients = events.flatMap(({ deviceId, forClients: json }) => (json ? [{ deviceId, json }] : []));
    for (const userId of parts.userIds()) {
      const sees = ({ deviceId }: LiveFragment) => parts.sees(userId, deviceId);
      const ofDesk = people.has(userId);
      const updates = {
        events: (ofDesk ? events : forClients).filter(sees),
        handlings: ofDesk ? [] : handlings.filter(sees),
      };
      if (updates.events.length + updates.handlings.length > 0) parts.publishTo(userId, updates);
    }
  };
  const work = async () => {
    while (handled.length + alarmIds.size + deviceIds.size > 0 && !stopping.signal.aborted) {
      const userIds = parts.userIds();
      const of = { alarmIds: [...alarmIds], deviceIds: [...deviceIds] };
      const events = handled;
      // what comes meanwhile is asked for again
      alarmIds.clear();
      deviceIds.clear();
      handled = [];
      if (userIds.length === 0) continue;
      const [people, read] = await readFor(userIds, of).catch((error: unknown) => {
        for (const id of of.alarmIds) alarmIds.add(id);
        for (const id of of.deviceIds) deviceIds.add(id);
        handled = [...events, ...handled];
        throw error;
      });
      send(events, read.filter(isChange), people);
    }
  };
  const start = () => {
    if (reading) return;
    reading = true;
    retryWhileAway(work, { signal: stopping.signal })
      .catch(parts.onError)
      .finally(() => {
        reading = false;
      });
  };
  const unsubscribe = [
    parts.bus.subscribe('events', (events) => {
      const ofDesk = events.filter(({ forClients }) => forClients !== undefined);
      if (ofDesk.length === 0) return;
      handled.push(...ofDesk);
      start();
    }),
    parts.bus.subscribe('alarms', (changes) => {
      for (const id of changes.alarmIds) alarmIds.add(id);
      start();
    }),
    parts.bus.subscribe('sinisters', (sinisters) => {
      for (const { deviceId, centreOnly } of sinisters) if (!centreOnly) deviceIds.add(deviceId);
      start();
    }),
  ];
  return () => {
    stopping.abort();
    for (const stop of unsubscribe) stop();
  };
}
