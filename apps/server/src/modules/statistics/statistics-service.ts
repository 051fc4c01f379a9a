import {
  type StatisticsQuery,
  statisticsQuerySchema,
  statisticsSchema,
} from '@atalaia/contract/reports/statistics';
import { localTimeAt, startOfDay } from '@atalaia/domain/time/zoned-time';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { isConnectionError } from '../../errors/database-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type JsonRows, sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { type Counts, noCounts, readCounts } from './statistics-counters.ts';
import { addToDay, listStatistics, outcomeOf } from './statistics-queries.ts';

export interface StatisticsService {
  list(query: StatisticsQuery): JsonRows;
  /** Somebody asked the API something. */
  seen(userId: number): void;
  /** Adds what was counted since the last time to the day's row. For `every`, and once more when the server stops. */
  write(): Promise<void>;
}

export interface StatisticsParts {
  readonly kysely: Kysely<Schema>;
  readonly metrics: Registry;
  /** The installation's time zone (IANA): its days are counted. */
  readonly readZone: () => Promise<string>;
  readonly nowMs?: () => number;
}

export function createStatisticsService(parts: StatisticsParts): StatisticsService {
  const { kysely, metrics, readZone, nowMs = () => Date.now() } = parts;
  let written: Counts = noCounts;
  let seen = new Set<number>();
  /** Whether these were added nobody knows: the answer to the commit was lost. */
  let unsure: { readonly xid: string; readonly counted: Counts } | undefined;

  /** False while that transaction is still under way. */
  const settleUnsure = async (): Promise<boolean> => {
    if (!unsure) return true;
    const outcome = await outcomeOf(kysely, unsure.xid);
    if (outcome === 'in progress') return false;
    if (outcome === 'committed') written = unsure.counted;
    unsure = undefined;
    return true;
  };

  return {
    async *list(query) {
      yield await listStatistics(kysely, query, await readZone());
    },
    seen: (userId) => void seen.add(userId),
    async write() {
      if (!(await settleUnsure())) return;
      const counted = await readCounts(metrics);
      const since = Object.fromEntries(
        Object.entries(counted).map(([name, value]) => [name, value - written[name as keyof Counts]]),
      ) as unknown as Counts;
      const users = seen;
      seen = new Set();
      let xid: string | undefined;
      try {
        const day = dayAt(nowMs(), await readZone());
        await addToDay(kysely, day, since, [...users], (begun) => {
          xid = begun;
        });
        written = counted;
      } catch (error) {
        if (xid !== undefined && isConnectionError(error)) unsure = { xid, counted };
        // the database was away, say: the next turn writes it all
        for (const userId of users) seen.add(userId);
        throw error;
      }
    },
  };
}

/** The calendar day of a zone at an instant, and when it began. */
function dayAt(instantMs: number, zone: string) {
  const { year, month, day } = localTimeAt(instantMs, zone);
  return {
    day: new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
    beganAt: new Date(startOfDay(year, month, day, zone)).toISOString(),
  };
}

const route = routeOptions('statistics');

export function statisticsRoutes(app: App, statistics: StatisticsService): void {
  app.addHook('onResponse', async ({ caller }) => {
    if (caller) statistics.seen(caller.userId);
  });
  app.get(
    '/statistics',
    route('administrator', 'Lists what the server did, day by day', {
      querystring: statisticsQuerySchema,
      answer: z.array(statisticsSchema),
    }),
    (request, reply) => sendJsonArray(reply, statistics.list(request.query)),
  );
}
