import type { TrackPosition } from '@atalaia/domain/travel/travel-tally';
import type { ClientBase } from 'pg';
import { type CopiedRow, copyRows, flagAt, flagsOf, instantLiteral } from '../../../queries/copy-rows.ts';

/** A device's positions of some time. */
export interface Interval {
  readonly deviceId: number;
  /** The first instant in it and the first after it, ms since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface StoredPosition extends TrackPosition {
  readonly id: number;
}

/**
 * Hands over every position of the stretches, stretch by stretch and in each by fix time; positions of one instant stand
 * in the order of their digests, so that the order does not depend on when they came. All that is read is in the index.
 */
export async function readIntervals(
  client: ClientBase,
  intervals: readonly Interval[],
  take: (position: StoredPosition, interval: Interval) => void,
): Promise<void> {
  const [only] = intervals;
  if (!only) return;
  if (intervals.length === 1) {
    // as the trips of a month are: no number with each of its rows
    await copyRows(client, `${columnsOf(only)} ORDER BY fix_time, digest`, (row) =>
      take(positionOf(row), only),
    );
    return;
  }
  let number = 0;
  await copyRows(client, selectOf(intervals), (row) => {
    const next = row.integer() ?? 0;
    // a nested loop keeps the order of the stretches; sorting millions of rows again would double the time
    if (next < number) throw new Error('the positions of a report came out of order');
    number = next;
    const interval = intervals[number - 1];
    if (interval) take(positionOf(row), interval);
  });
}

const columns = `
  SELECT id, fix_time, ${flagsOf('valid', 'motion', 'ignition')}, latitude, longitude, speed, fuel, total_distance
  FROM positions`;

const columnsOf = ({ deviceId, fromMs, toMs }: Interval) => `${columns}
  WHERE device_id = ${Math.trunc(deviceId)} AND fix_time >= ${instantLiteral(fromMs)} AND fix_time < ${instantLiteral(toMs)}`;

function selectOf(intervals: readonly Interval[]): string {
  const instants = (pick: (interval: Interval) => number) =>
    `'{${intervals.map((interval) => `"${new Date(pick(interval)).toISOString()}"`).join(',')}}'::timestamptz[]`;
  // bounds that the planner sees leave it the partitions of the period: their indexes are in order, and nothing is sorted
  const fromMs = intervals.reduce(
    (least, interval) => Math.min(least, interval.fromMs),
    Number.POSITIVE_INFINITY,
  );
  const toMs = intervals.reduce((most, interval) => Math.max(most, interval.toMs), 0);
  const ids = `'{${intervals.map(({ deviceId }) => Math.trunc(deviceId)).join(',')}}'::integer[]`;
  return `
    SELECT s.number::integer, p.*
    FROM unnest(${ids}, ${instants(({ fromMs }) => fromMs)}, ${instants(({ toMs }) => toMs)})
      WITH ORDINALITY AS s (device_id, begins, ends, number),
    LATERAL (
      ${columns}
      WHERE device_id = s.device_id AND fix_time >= s.begins AND fix_time < s.ends
        AND fix_time >= ${instantLiteral(fromMs)} AND fix_time < ${instantLiteral(toMs)}
      ORDER BY fix_time, digest OFFSET 0
    ) AS p`;
}

function positionOf(row: CopiedRow): StoredPosition {
  const [id = 0, timeMs = 0, flags] = [row.bigint(), row.instant(), row.flags()];
  return {
    id,
    timeMs,
    hasFix: flagAt(flags, 0) ?? false,
    motion: flagAt(flags, 1) ?? false,
    ignition: flagAt(flags, 2),
    latitude: row.double() ?? 0,
    longitude: row.double() ?? 0,
    speedKnots: row.real() ?? 0,
    fuelLitres: row.real(),
    odometerMetres: row.double(),
  };
}
