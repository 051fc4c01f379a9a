import {
  addPosition,
  joinTallies,
  type OpenTally,
  type Tally,
  tallyOf,
} from '@atalaia/domain/travel/travel-tally';
import type { ClientBase } from 'pg';
import { copyRows, idsLiteral, instantLiteral } from '../../../queries/copy-rows.ts';
import { type CountingRules, countedHour, countingRules, hourSelect } from './hour-row.ts';
import { type Interval, readIntervals } from './intervals.ts';

export interface CountedDevice {
  readonly id: number;
  readonly category: string | null;
}

export const hourMs = 3_600_000;

/**
 * What each device adds up to from one instant to another, both included: from the stored hours, and from the positions
 * where an hour is cut by an end of the period, is marked, was counted by other rules or is not counted yet. A device
 * without positions is not in the answer. All is of one moment: `client` is in a transaction of REPEATABLE READ.
 */
export async function tallyDevices(
  client: ClientBase,
  devices: readonly CountedDevice[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<number, Tally>> {
  const rules = new Map(devices.map(({ id, category }) => [id, countingRules(category)]));
  const endMs = toMs + 1;
  const firstHourMs = Math.ceil(fromMs / hourMs) * hourMs;
  const untilMs = Math.min(Math.floor(endMs / hourMs) * hourMs, await countedUntilMs(client));
  const pieces = new Map<number, Tally[]>(devices.map(({ id }) => [id, []]));
  const missing: Interval[] = [];
  if (untilMs <= firstHourMs) {
    for (const deviceId of rules.keys()) missing.push({ deviceId, fromMs, toMs: endMs });
  } else {
    missing.push(...(await readHours(client, rules, firstHourMs, untilMs, pieces)));
    for (const deviceId of rules.keys()) {
      if (fromMs < firstHourMs) missing.push({ deviceId, fromMs, toMs: firstHourMs });
      if (untilMs < endMs) missing.push({ deviceId, fromMs: untilMs, toMs: endMs });
    }
  }
  await countMissing(client, rules, missing, pieces);
  return joinPieces(rules, pieces);
}

async function countedUntilMs(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ hour: string }>('SELECT hour FROM travel_hours_until');
  return rows[0] ? Date.parse(rows[0].hour) : -Infinity;
}

/**
 * Puts the stored hours that hold into `pieces`; returns those that do not. Hours that follow each other are joined as they
 * come, so that tens of thousands are not kept, unless one that does not hold may lie between them.
 */
async function readHours(
  client: ClientBase,
  rules: ReadonlyMap<number, CountingRules>,
  fromMs: number,
  toMs: number,
  pieces: ReadonlyMap<number, Tally[]>,
): Promise<readonly Interval[]> {
  const ids = idsLiteral(rules.keys());
  const range = `hour >= ${instantLiteral(fromMs)} AND hour < ${instantLiteral(toMs)}`;
  const dirty = new Map<string, Interval>();
  const mark = (deviceId: number, hour: number) =>
    dirty.set(`${deviceId} ${hour}`, { deviceId, fromMs: hour, toMs: hour + hourMs });
  await copyRows(
    client,
    `SELECT DISTINCT device_id, hour FROM dirty_hours WHERE device_id = ANY(${ids}) AND ${range}`,
    (row) => mark(row.integer() ?? 0, row.instant() ?? 0),
  );
  const marked = new Set(Array.from(dirty.values(), ({ deviceId }) => deviceId));
  /** The device whose last piece its next hour continues. */
  let open: number | undefined;
  await copyRows(
    client,
    `SELECT ${hourSelect} FROM travel_hours
     WHERE device_id = ANY(${ids}) AND ${range} ORDER BY device_id, hour`,
    (row) => {
      const { deviceId, rules: number, tally } = countedHour(row);
      const hour = Math.floor(tally.firstTimeMs / hourMs) * hourMs;
      const [rule, list] = [rules.get(deviceId), pieces.get(deviceId)];
      if (!rule || !list || (marked.has(deviceId) && dirty.has(`${deviceId} ${hour}`))) return;
      if (number !== rule.number) {
        open = undefined;
        mark(deviceId, hour);
        return;
      }
      const last = open === deviceId ? list.pop() : undefined;
      list.push(last ? joinTallies(last, tally, rule.jumpBoundKnots) : tally);
      open = marked.has(deviceId) ? undefined : deviceId;
    },
  );
  return [...dirty.values()];
}

async function countMissing(
  client: ClientBase,
  rules: ReadonlyMap<number, CountingRules>,
  missing: readonly Interval[],
  pieces: ReadonlyMap<number, Tally[]>,
): Promise<void> {
  let open: { readonly interval: Interval; readonly tally: OpenTally } | undefined;
  const close = () => open && pieces.get(open.interval.deviceId)?.push(open.tally);
  await readIntervals(client, missing, (position, interval) => {
    const bound = rules.get(interval.deviceId)?.jumpBoundKnots ?? 0;
    if (open?.interval === interval) addPosition(open.tally, position, bound);
    else {
      close();
      open = { interval, tally: tallyOf(position) };
    }
  });
  close();
}

function joinPieces(
  rules: ReadonlyMap<number, CountingRules>,
  pieces: ReadonlyMap<number, Tally[]>,
): ReadonlyMap<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const [id, { jumpBoundKnots }] of rules) {
    const [first, ...rest] = (pieces.get(id) ?? []).sort((one, other) => one.firstTimeMs - other.firstTimeMs);
    if (first)
      tallies.set(
        id,
        rest.reduce((all, next) => joinTallies(all, next, jumpBoundKnots), first),
      );
  }
  return tallies;
}
