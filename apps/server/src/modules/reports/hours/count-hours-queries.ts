import { setTimeout as sleep } from 'node:timers/promises';
import { addPosition, type OpenTally, tallyOf } from '@atalaia/domain/travel/travel-tally';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../platform/db/pool.ts';
import { countingRules, tallyColumns, tallyRecord } from './hour-row.ts';
import { type Interval, readIntervals } from './intervals.ts';
import { type CountedDevice, hourMs } from './tally-devices.ts';

/**
 * Counts hours of travel: those that have come to their end, and those that late positions marked. Each step is one
 * transaction that begins by locking out other counters, so what it stores is never older than what is there.
 */
export interface HoursCounter {
  /**
   * Resolves when nothing is left to count for now, or the signal said to stop. What marks an hour again once it was
   * counted waits for the next time: while a tracker empties its memory, its hour would be counted anew without end.
   */
  count(signal: AbortSignal): Promise<void>;
}

const lockNumber = 5_023_006;
/** Shared by whoever brings old positions. */
const historyLock = 5_023_016;
const devicesPerStep = 200;
const markedPerStep = 200;
/** Marked hours are counted beside those who store positions: for each second of it, so many go by without. */
const pauseOfStep = 2;
/** The hours of the last days before all others, which an import may have marked by the million. */
const marksInTurn = ["now() - interval '3 days'", "'-infinity'"];
/** After a long pause, hours are counted a day at a time. */
const mostHoursAtOnce = 24;

type Pause = (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>;

export function createHoursCounter(pool: Pool, pause: Pause = sleep): HoursCounter {
  return {
    async count(signal) {
      for (const since of marksInTurn) {
        for (let after: Marked | undefined; !signal.aborted; ) {
          // an hour that has come to its end waits for none that was marked, of which there may be years
          await countSettled(pool, signal);
          const beganMs = performance.now();
          after = await countMarked(pool, since, after);
          if (!after) break;
          const pauseMs = pauseOfStep * (performance.now() - beganMs);
          await pause(pauseMs, undefined, { signal }).catch(() => undefined);
        }
      }
    },
  };
}

/** Old positions come hour after hour, many into each: the hours that `work` marks wait, and are counted once it is done. */
export async function whileMarksWait(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [historyLock]);
  try {
    await work();
  } finally {
    // where the connection is gone, so is its lock
    await client.query('SELECT pg_advisory_unlock_shared($1)', [historyLock]).catch(() => undefined);
  }
}

async function countSettled(pool: Pool, signal: AbortSignal): Promise<void> {
  const settledMs = await readSettledMs(pool);
  for (let fromMs = await readUntilMs(pool); fromMs < settledMs; ) {
    const toMs = Math.min(settledMs, fromMs + mostHoursAtOnce * hourMs);
    for (let after = 0; ; ) {
      if (signal.aborted) return;
      const devices = await nextDevices(pool, after);
      const last = devices.at(-1);
      if (!last) break;
      await inStep(pool, (client) =>
        countIntervals(
          client,
          devices,
          devices.map(({ id }) => ({ deviceId: id, fromMs, toMs })),
        ),
      );
      after = last.id;
    }
    await pool.query('UPDATE travel_hours_until SET hour = greatest(hour, $1)', [new Date(toMs)]);
    fromMs = toMs;
  }
}

/**
 * Hours before this hold every position that does not mark them: whoever is still storing one began later and so marks
 * it (see migration 0006).
 */
async function readSettledMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ hour: string }>(`
    SELECT hours_settled_at(least(now(), min(xact_start))) AS hour FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'`);
  return Date.parse(rows[0]?.hour ?? '');
}

async function readUntilMs(db: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await db.query<{ hour: string }>('SELECT hour FROM travel_hours_until');
  return Date.parse(rows[0]?.hour ?? '');
}

async function nextDevices(pool: Pool, after: number): Promise<readonly CountedDevice[]> {
  const { rows } = await pool.query<CountedDevice>({
    name: 'reports-next-devices',
    text: `SELECT id, category FROM devices WHERE id > $1 ORDER BY id LIMIT ${devicesPerStep}`,
    values: [after],
  });
  return rows;
}

interface Marked {
  readonly deviceId: number;
  readonly hour: string;
}

/** Takes the marks of the next hours away and counts these; returns the last of them, none when all are or while they wait. */
function countMarked(pool: Pool, since: string, after: Marked | undefined): Promise<Marked | undefined> {
  return inStep(pool, async (client) => {
    const { rows: locks } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS free', [historyLock]);
    if (!locks[0]?.free) return undefined;
    const { rows } = await client.query<Marked & { readonly category: string | null }>({
      text: `
        WITH marked AS MATERIALIZED (
          SELECT device_id, hour FROM dirty_hours
          WHERE (device_id, hour) > ($1::int, $2::timestamptz) AND hour >= ${since}
            AND hour < (SELECT hour FROM travel_hours_until)
          GROUP BY device_id, hour ORDER BY device_id, hour LIMIT ${markedPerStep}
        ), taken AS (
          DELETE FROM dirty_hours AS d USING marked AS m WHERE d.device_id = m.device_id AND d.hour = m.hour
        )
        SELECT m.device_id AS "deviceId", m.hour, d.category
        FROM marked AS m LEFT JOIN devices AS d ON d.id = m.device_id ORDER BY m.device_id, m.hour`,
      values: [after?.deviceId ?? 0, after?.hour ?? '-infinity'],
    });
    const devices = new Map<number, CountedDevice>();
    const hours: Interval[] = [];
    for (const { deviceId, hour, category } of rows) {
      const fromMs = Date.parse(hour);
      devices.set(deviceId, { id: deviceId, category });
      hours.push({ deviceId, fromMs, toMs: fromMs + hourMs });
    }
    // the marks no longer exist and their positions seen: READ COMMITTED looks anew at each statement
    await countIntervals(client, [...devices.values()], hours);
    return rows.at(-1);
  });
}

function inStep<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    return work(client);
  });
}

/** Counts and stores each hour of the stretches, which begin and end with an hour. An hour without positions has no row. */
async function countIntervals(
  client: PoolClient,
  devices: readonly CountedDevice[],
  intervals: readonly Interval[],
): Promise<void> {
  const rules = new Map(devices.map(({ id, category }) => [id, countingRules(category)]));
  const tallies = new Map<string, { deviceId: number; hour: number; tally: OpenTally }>();
  await readIntervals(client, intervals, (position, { deviceId }) => {
    const hour = Math.floor(position.timeMs / hourMs) * hourMs;
    const key = `${deviceId} ${hour}`;
    const open = tallies.get(key);
    if (open) addPosition(open.tally, position, rules.get(deviceId)?.jumpBoundKnots ?? 0);
    else tallies.set(key, { deviceId, hour, tally: tallyOf(position) });
  });
  const records = Array.from(tallies.values(), ({ deviceId, hour, tally }) => ({
    device_id: deviceId,
    hour: new Date(hour).toISOString(),
    rules: rules.get(deviceId)?.number,
    ...tallyRecord(tally),
  }));
  await client.query({ name: 'reports-store-hours', text: storeHours, values: [JSON.stringify(records)] });
}

const valueColumns = ['rules', ...tallyColumns];

const storeHours = `
  INSERT INTO travel_hours (device_id, hour, ${valueColumns.join(', ')})
  SELECT device_id, hour, ${valueColumns.join(', ')} FROM json_populate_recordset(NULL::travel_hours, $1)
  ON CONFLICT (device_id, hour) DO UPDATE SET ${valueColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`;
