import type { Pool } from 'pg';
import type { LiveFragment } from '../platform/bus/bus.ts';
import { createLimiter } from '../platform/limiter/limiter.ts';

/** As many as a screen's list holds (SHELL-09). */
const mostEvents = 200;
/** A gap longer than this is no gap but an absence. */
const longestGapMs = 24 * 3_600_000;
/** Commits and clocks of the two ends may differ by this; a client knows which events it has. */
const overlapMs = 5_000;
/** When a network comes back, hundreds connect in one moment: they take turns, and leave connections to everybody else. */
const readingsAtOnce = 4;

/** What waits to be handled, and what was handled meanwhile, so that it leaves the lists (EVT-04). */
const text = `
  WITH recent AS MATERIALIZED (
    SELECT id, device_id, server_time AS at FROM events
    WHERE server_time >= now() - $1 * interval '1 millisecond' AND handled_at IS NULL
    UNION ALL
    SELECT id, device_id, handled_at FROM events WHERE handled_at >= now() - $1 * interval '1 millisecond'
  )
  SELECT id FROM recent WHERE device_id = ANY($2::int[]) ORDER BY at DESC, id DESC LIMIT ${mostEvents}`;

/** Reads what happened to these devices while a client was away, oldest first (WS-02). */
export type ReadMissedEvents = (
  deviceIds: ArrayLike<number>,
  gapMs: number,
) => Promise<readonly LiveFragment[]>;

/** Events as the live channel sends them, by number. */
export type DescribeEvents = (ids: readonly number[]) => Promise<readonly LiveFragment[]>;

export function missedEventsFrom(pool: Pool, describeEvents: DescribeEvents): ReadMissedEvents {
  const limiter = createLimiter(readingsAtOnce);
  return (deviceIds, gapMs) =>
    limiter.run(async () => {
      const sinceMs = Math.min(gapMs, longestGapMs) + overlapMs;
      const values = [sinceMs, Array.from(deviceIds)];
      const { rows } = await pool.query<{ id: number }>({ name: 'live-missed-events', text, values });
      return rows.length === 0 ? [] : describeEvents(rows.map(({ id }) => id));
    });
}

/** `gapMs` of the socket's address: how long a client that connects again has heard nothing; undefined for a new one. */
export function gapOf(url: URL): number | undefined {
  const said = url.searchParams.get('gapMs');
  return said !== null && /^\d{1,12}$/.test(said) ? Number(said) : undefined;
}
