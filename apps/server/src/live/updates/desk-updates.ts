/**
 * Alarms of the desk to the people of the desk who see them. A change names alarms by number; each process reads them once,
 * as they are by then, however many of its clients there are.
 */

import type { Bus } from '../../platform/bus/bus.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import type { AlarmUpdate, LiveUpdates } from '../outbox.ts';

export interface DeskUpdatesParts {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly readAlarms: (ids: readonly number[]) => Promise<readonly AlarmFragment[]>;
  /** Which of these people work at the desk now. */
  readonly deskUsers: (userIds: readonly number[]) => Promise<readonly number[]>;
  readonly userIds: () => readonly number[];
  readonly sees: (userId: number, deviceId: number) => boolean;
  readonly publishTo: (userId: number, updates: LiveUpdates) => void;
  readonly onError: (error: unknown) => void;
}

export interface AlarmFragment extends AlarmUpdate {
  /** Who sees one of these sees it; none: everybody at the desk. */
  readonly deviceIds: readonly number[];
  /** Of a mass fault those that are back: each person receives the number of his own. */
  readonly backDeviceIds: readonly number[] | null;
}

/** Of the alarms those that a person sees, with what he may know of them. */
export function seenAlarms(
  alarms: readonly AlarmFragment[],
  sees: (deviceId: number) => boolean,
): readonly AlarmUpdate[] {
  return alarms.flatMap((alarm) => {
    const { alarmId, version, json, deviceIds, backDeviceIds } = alarm;
    if (backDeviceIds === null) return deviceIds.length === 0 || deviceIds.some(sees) ? [alarm] : [];
    const deviceCount = deviceIds.filter(sees).length;
    if (deviceCount === 0) return [];
    const counts = { deviceCount, deviceBackCount: backDeviceIds.filter(sees).length };
    return [{ alarmId, version, json: JSON.stringify({ ...JSON.parse(json), ...counts }) }];
  });
}

/** Returns how to stop. */
export function publishDeskUpdates(parts: DeskUpdatesParts): () => void {
  const stopping = new AbortController();
  const changed = new Set<number>();
  let reading = false;

  const read = async () => {
    while (changed.size > 0 && !stopping.signal.aborted) {
      const ids = [...changed];
      changed.clear();
      const userIds = parts.userIds();
      if (userIds.length === 0) continue;
      const [alarms, people] = await Promise.all([parts.readAlarms(ids), parts.deskUsers(userIds)]).catch(
        (error: unknown) => {
          for (const id of ids) changed.add(id);
          throw error;
        },
      );
      for (const userId of people) {
        const seen = seenAlarms(alarms, (id) => parts.sees(userId, id));
        if (seen.length > 0) parts.publishTo(userId, { alarms: seen });
      }
    }
  };
  const unsubscribe = [
    parts.bus.subscribe('alarms', ({ alarmIds }) => {
      for (const id of alarmIds) changed.add(id);
      if (reading) return;
      reading = true;
      retryWhileAway(read, { signal: stopping.signal })
        .catch(parts.onError)
        .finally(() => {
          reading = false;
        });
    }),
    parts.bus.subscribe('deskLists', ({ list, userId }) => {
      const publishTo = (userIds: readonly number[]) => {
        for (const id of userIds) parts.publishTo(id, { deskLists: [list] });
      };
      if (userId !== undefined) publishTo([userId]);
      else if (parts.userIds().length > 0) {
        const tell = async () => publishTo(await parts.deskUsers(parts.userIds()));
        retryWhileAway(tell, { signal: stopping.signal }).catch(parts.onError);
      }
    }),
    parts.bus.subscribe('deskNotices', (notices) => {
      for (const { userId, json } of notices) parts.publishTo(userId, { deskNotices: [{ json }] });
    }),
  ];
  return () => {
    stopping.abort();
    for (const stop of unsubscribe) stop();
  };
}
