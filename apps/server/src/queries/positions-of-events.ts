/**
 * The positions of events. There is a partition of `positions` for each month, and planning a look into all of them takes
 * longer than the rest of a statement: so the times are asked first, and named in it.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../platform/db/prepared.ts';
import type { Schema } from '../platform/db/schema.ts';

/** Between which the positions of some events lie; null of no events. */
export interface TimeSpan {
  readonly from: string | null;
  readonly to: string | null;
}

/** A `TimeSpan` of the events `e` of a statement; over all of its rows where it has more columns: `over`. */
export const spanOfTimes = (over: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
  min(e.event_time) ${over} - interval '2 days' AS "from", max(e.event_time) ${over} + interval '2 days' AS "to"`;

/** `events`: a FROM item with the events as `e`. */
export async function timesOfEvents(db: Kysely<Schema>, events: RawBuilder<unknown>): Promise<TimeSpan> {
  const { rows } = await sql<TimeSpan>`${prepared}
    SELECT ${spanOfTimes()} FROM ${events}`.execute(db);
  return rows[0] ?? { from: null, to: null };
}

/** `positions AS p ON …` of the events `e`, whose times these are. */
export const positionsOfEvents = ({ from, to }: TimeSpan): RawBuilder<unknown> => sql`
  positions AS p ON p.id = e.position_id AND p.fix_time >= ${from}::timestamptz AND p.fix_time <= ${to}::timestamptz
    AND p.fix_time >= e.event_time - interval '1 day' AND p.fix_time <= e.event_time + interval '1 day'`;
