/** From the queue of events to notices, a piece at a time, each in a transaction of its own. */

import { resolveSettings, type ServerValues } from '@atalaia/domain/catalog/settings';
import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import type { CountDeliveries } from './deliveries-metrics.ts';
import {
  type CalendarMoment,
  findCalendarMoments,
  insertDeliveries,
  readCalendarData,
  removeFromQueue,
  takeQueuedEvents,
} from './delivery-queue-queries.ts';

export interface ExpansionParts {
  readonly commit: Commit;
  readonly nowMs: () => number;
  readonly readServer: () => Promise<ServerValues>;
  readonly count: CountDeliveries;
  /** The channels that are set up, `web` among them. */
  readonly notificators: () => readonly string[];
}

/** Small, so that a notification of many people keeps no transaction open for long. */
const eventsPerPiece = 50;
const mostCachedCalendars = 500;

type IsActive = (atMs: number) => boolean;

/** Works until the queue is empty or the signal aborts. */
export function createExpansion(parts: ExpansionParts): (signal: AbortSignal) => Promise<void> {
  const { commit, nowMs, count, notificators, readServer } = parts;
  const calendars = new LRUCache<string, IsActive>({ max: mostCachedCalendars });

  async function holds({ calendarId, version, eventTime }: CalendarMoment, zone: string, db: Kysely<Schema>) {
    const key = `${calendarId} ${version} ${zone}`;
    const isActive = calendars.get(key) ?? readCalendar(await readCalendarData(db, calendarId), zone);
    calendars.set(key, isActive);
    return isActive(Date.parse(eventTime));
  }

  async function outsideCalendar(moments: readonly CalendarMoment[], db: Kysely<Schema>) {
    if (moments.length === 0) return [];
    const zone = resolveSettings(await readServer()).timezone;
    const outside: CalendarMoment[] = [];
    for (const moment of moments) if (!(await holds(moment, zone, db))) outside.push(moment);
    return outside;
  }

  const expandPiece = () =>
    commit(async (transaction, publish) => {
      const eventIds = await takeQueuedEvents(transaction, eventsPerPiece);
      if (eventIds.length === 0) return 0;
      const inserted = await insertDeliveries(transaction, {
        eventIds,
        outsideCalendar: await outsideCalendar(await findCalendarMoments(transaction, eventIds), transaction),
        notificators: notificators(),
        now: new Date(nowMs()).toISOString(),
      });
      await removeFromQueue(transaction, eventIds);
      const fragments = inserted.flatMap(({ userIds, deviceId, json }) =>
        userIds.map((userId) => ({ userId, deviceId, json })),
      );
      if (fragments.length > 0) publish('notificationDeliveries', fragments);
      count('web', 'sent', fragments.length);
      return eventIds.length;
    });

  return async (signal) => {
    while (!signal.aborted && (await expandPiece()) === eventsPerPiece);
  };
}

/** A calendar that cannot be read holds nothing back: better one message too many than a silent alarm. */
function readCalendar(data: string | undefined, zone: string): IsActive {
  const calendar = data === undefined ? undefined : parseCalendar(data, zone);
  return calendar?.ok ? calendar.isActive : () => true;
}
