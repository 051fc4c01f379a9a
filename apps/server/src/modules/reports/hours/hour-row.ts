/** A tally as a row of `travel_hours`, there and back. */

import { jumpBoundKnots } from '@atalaia/domain/geo/jump';
import type { FirstFix, Tally, TallyFix } from '@atalaia/domain/travel/travel-tally';
import { type CopiedRow, flagAt, flagsOf } from '../../../queries/copy-rows.ts';

/** Columns of a tally, all that `tallyRecord` gives. */
export const tallyColumns = [
  ...['positions', 'first_time', 'last_time', 'motion', 'ignition'],
  ...['first_fix_time', 'first_fix_latitude', 'first_fix_longitude', 'first_fix_motion'],
  ...['first_fix_speed', 'motion_before_fix'],
  ...['last_fix_time', 'last_fix_latitude', 'last_fix_longitude', 'last_fix_motion'],
  ...['distance', 'moving_ms', 'max_speed', 'engine_ms', 'silent_ms', 'silent_moving_ms'],
  ...['first_fuel', 'last_fuel', 'refuelled', 'first_odometer', 'last_odometer'],
];

/** In the bits of an integer above those of the flags. */
const rulesFactor = 1024;

/**
 * What `countedHour` reads, in its order. What PostgreSQL sends costs by the column, a null nearly nothing: so what an hour nearly
 * always has, nothing or the time of its own end, is a null.
 */
export const hourSelect = [
  'device_id',
  `${flagsOf('motion', 'ignition', 'first_fix_motion', 'motion_before_fix', 'last_fix_motion')} + rules::integer * ${rulesFactor}`,
  ...['positions', 'first_time', 'last_time'],
  ...['nullif(first_fix_time, first_time)', 'first_fix_latitude', 'first_fix_longitude', 'first_fix_speed'],
  ...['nullif(last_fix_time, last_time)', 'last_fix_latitude', 'last_fix_longitude'],
  ...['nullif(distance, 0)', 'nullif(moving_ms, 0)', 'nullif(max_speed, 0)', 'nullif(engine_ms, 0)'],
  ...['nullif(silent_ms, 0)', 'nullif(silent_moving_ms, 0)'],
  ...['first_fuel', 'last_fuel', 'nullif(refuelled, 0)', 'first_odometer', 'last_odometer'],
].join(', ');

export interface CountedHour {
  readonly deviceId: number;
  /** Of the rules that it was counted by. */
  readonly rules: number;
  readonly tally: Tally;
}

export function countedHour(row: CopiedRow): CountedHour {
  const [deviceId = 0, flags] = [row.integer(), row.flags()];
  return { deviceId, rules: Math.floor(flags / rulesFactor), tally: tallyFrom(row, flags % rulesFactor) };
}

function tallyFrom(row: CopiedRow, flags: number): Tally {
  const [positions = 0, firstTimeMs = 0, lastTimeMs = 0] = [row.integer(), row.instant(), row.instant()];
  return {
    motion: flagAt(flags, 0) ?? false,
    ignition: flagAt(flags, 1),
    positions,
    firstTimeMs,
    lastTimeMs,
    firstFix: firstFixFrom(row, flags, firstTimeMs),
    lastFix: fixFrom(row, flagAt(flags, 4), lastTimeMs),
    distanceMetres: row.double() ?? 0,
    movingMs: row.bigint() ?? 0,
    maxSpeedKnots: row.double() ?? 0,
    engineMs: row.bigint() ?? 0,
    silentMs: row.bigint() ?? 0,
    silentMovingMs: row.bigint() ?? 0,
    fuel: fuelFrom(row),
    firstOdometerMetres: row.double(),
    lastOdometerMetres: row.double(),
  };
}

function fixFrom(row: CopiedRow, motion: boolean | undefined, endMs: number): TallyFix | undefined {
  const timeMs = row.instant() ?? endMs;
  const [latitude, longitude] = [row.double(), row.double()];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { timeMs, latitude, longitude, motion: motion ?? false };
}

function firstFixFrom(row: CopiedRow, flags: number, firstTimeMs: number): FirstFix | undefined {
  const fix = fixFrom(row, flagAt(flags, 2), firstTimeMs);
  const speedKnots = row.double() ?? 0;
  return fix && { ...fix, speedKnots, motionBefore: flagAt(flags, 3) };
}

function fuelFrom(row: CopiedRow): Tally['fuel'] {
  const [firstLitres, lastLitres = 0, refuelledLitres = 0] = [row.double(), row.double(), row.double()];
  return firstLitres === undefined ? undefined : { firstLitres, lastLitres, refuelledLitres };
}

/** For `json_populate_recordset`: what is undefined is left out and becomes null. */
export function tallyRecord({ firstFix, lastFix, fuel, ...tally }: Tally): Record<string, unknown> {
  return {
    positions: tally.positions,
    first_time: instant(tally.firstTimeMs),
    last_time: instant(tally.lastTimeMs),
    motion: tally.motion,
    ignition: tally.ignition,
    first_fix_time: firstFix && instant(firstFix.timeMs),
    first_fix_latitude: firstFix?.latitude,
    first_fix_longitude: firstFix?.longitude,
    first_fix_motion: firstFix?.motion,
    first_fix_speed: firstFix?.speedKnots,
    motion_before_fix: firstFix?.motionBefore,
    last_fix_time: lastFix && instant(lastFix.timeMs),
    last_fix_latitude: lastFix?.latitude,
    last_fix_longitude: lastFix?.longitude,
    last_fix_motion: lastFix?.motion,
    distance: tally.distanceMetres,
    moving_ms: tally.movingMs,
    max_speed: tally.maxSpeedKnots,
    engine_ms: tally.engineMs,
    silent_ms: tally.silentMs,
    silent_moving_ms: tally.silentMovingMs,
    first_fuel: fuel?.firstLitres,
    last_fuel: fuel?.lastLitres,
    refuelled: fuel?.refuelledLitres,
    first_odometer: tally.firstOdometerMetres,
    last_odometer: tally.lastOdometerMetres,
  };
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** To be raised when `@atalaia/domain/travel-tally` counts otherwise than before: every stored hour is then counted anew. */
const countingVersion = 1;

/** How a device's hours are counted. */
export interface CountingRules {
  readonly jumpBoundKnots: number;
  /** Version of the algorithm, stored with each hour; an hour of another version is computed again. */
  readonly number: number;
}

/** By the device's category, which a person may change at any time. */
export function countingRules(category: string | null): CountingRules {
  const bound = jumpBoundKnots(category);
  return { jumpBoundKnots: bound, number: countingVersion * 2_000 + Math.round(bound) };
}
