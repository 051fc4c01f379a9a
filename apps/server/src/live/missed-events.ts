import type { Pool } from 'pg';
import type { LiveFragment } from '../platform/bus/bus.ts';
import { createLimiter } from '../platform/limiter/limiter.ts';
import type { Audience } from '../visibility/client-visibility.ts';

/** As many as a screen's list holds (SHELL-09). */
const mostEvents = 200;
/** A gap longer than this is no gap but an absence. */
const longestGapMs = 24 * 3_600_000;
/** For who uses the time: commits and clocks of the two ends may differ by this; a client knows which events it has. */
const overlapMs = 5_000;
/** When a network comes back, hundreds connect in one moment: they take turns, and leave connections to everybody else. */
const readingsAtOnce = 4;

const mostOf = (recent: string) => `
  WITH recent AS MATERIALIZED (${recent})
  SELECT id FROM recent WHERE device_id = ANY($2::int[]) ORDER BY at DESC, id DESC LIMIT ${mostEvents}`;

/** What was stored or handled by transactions that the client cannot have received: however long ago an event arrived. */
const byTransaction = mostOf(
  'SELECT id, device_id, coalesce(handled_at, server_time) AS at FROM events WHERE tx >= $1::xid8',
);

/** What waits to be handled, and what was handled meanwhile, so that it leaves the lists (EVT-04). */
const byTime = mostOf(`
  SELECT id, device_id, server_time AS at FROM events
  WHERE server_time >= now() - $1 * interval '1 millisecond' AND handled_at IS NULL
  UNION ALL
  SELECT id, device_id, handled_at FROM events WHERE handled_at >= now() - $1 * interval '1 millisecond'`);

/** Transactions continue from where they were; after a failover or a restore they may have started anew. */
const holdsText = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS holds';

/** Where a client that connects again stopped receiving. */
export interface Gap {
  /** How long it has received nothing. */
  readonly gapMs: number;
  /** The last `since` that the channel gave it (`live.ts`); absent in clients that keep none. */
  readonly since?: string;
}

/** Reads what happened to these devices while a client was away, oldest first (WS-02). */
export type ReadMissedEvents = (
  deviceIds: ArrayLike<number>,
  gap: Gap,
  audience?: Audience,
) => Promise<readonly LiveFragment[]>;

/** Events as the live channel sends them, by number. */
export type DescribeEvents = (audience: Audience, ids: readonly number[]) => Promise<readonly LiveFragment[]>;

interface Row {
  readonly id: number;
}

export function missedEventsFrom(pool: Pool, describeEvents: DescribeEvents): ReadMissedEvents {
  const limiter = createLimiter(readingsAtOnce);

  const readByTime = (deviceIds: readonly number[], gapMs: number) => {
    const values = [Math.min(gapMs, longestGapMs) + overlapMs, deviceIds];
    return pool.query<Row>({ name: 'live-missed-by-time', text: byTime, values });
  };

  const read = async (deviceIds: readonly number[], { gapMs, since }: Gap) => {
    if (since === undefined || gapMs > longestGapMs) return readByTime(deviceIds, gapMs);
    const { rows } = await pool.query<{ holds: boolean }>(holdsText, [since]);
    if (!rows[0]?.holds) return readByTime(deviceIds, longestGapMs);
    const values = [since, deviceIds];
    return pool.query<Row>({ name: 'live-missed-by-transaction', text: byTransaction, values });
  };

  return (deviceIds, gap, audience = 'clients') =>
    limiter.run(async () => {
      const { rows } = await read(Array.from(deviceIds), gap);
      return rows.length === 0
        ? []
        : describeEvents(
            audience,
            rows.map(({ id }) => id),
          );
    });
}

/** `gapMs` and `since` of the socket's address, for a client that connects again; undefined for a new one. */
export function gapOf(url: URL): Gap | undefined {
  const gapMs = url.searchParams.get('gapMs') ?? '';
  if (!/^\d{1,12}$/.test(gapMs)) return undefined;
  const since = url.searchParams.get('since') ?? '';
  return { gapMs: Number(gapMs), ...(/^\d{1,18}$/.test(since) && { since }) };
}
