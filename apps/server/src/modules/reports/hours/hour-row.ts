/** A tally as a row of `travel_hours`, there and back. */
import type { FirstFix, Tally, TallyFix } from '@atalaia/domain/travel-tally';
import type { CopiedRow } from '../../../reading/copy-rows.ts';

/** Columns of a tally, in the order in which `tallyFrom` reads them. */
export const tallyColumns = [
  ...['positions', 'first_time', 'last_time', 'motion', 'ignition'],
  ...['first_fix_time', 'first_fix_latitude', 'first_fix_longitude', 'first_fix_motion'],
  ...['first_fix_speed', 'motion_before_fix'],
  ...['last_fix_time', 'last_fix_latitude', 'last_fix_longitude', 'last_fix_motion'],
  ...['distance', 'moving_ms', 'max_speed', 'engine_ms', 'untold_ms', 'untold_moving_ms'],
  ...['first_fuel', 'last_fuel', 'refuelled', 'first_odometer', 'last_odometer'],
];

export function tallyFrom(row: CopiedRow): Tally {
  return {
    positions: row.integer() ?? 0,
    firstTimeMs: row.instant() ?? 0,
    lastTimeMs: row.instant() ?? 0,
    motion: row.boolean() ?? false,
    ignition: row.boolean(),
    firstFix: firstFixFrom(row),
    lastFix: fixFrom(row),
    distanceMetres: row.double() ?? 0,
    movingMs: row.bigint() ?? 0,
    maxSpeedKnots: row.double() ?? 0,
    engineMs: row.bigint() ?? 0,
    untoldMs: row.bigint() ?? 0,
    untoldMovingMs: row.bigint() ?? 0,
    fuel: fuelFrom(row),
    firstOdometerMetres: row.double(),
    lastOdometerMetres: row.double(),
  };
}

function fixFrom(row: CopiedRow): TallyFix | undefined {
  const [timeMs, latitude, longitude, motion] = [row.instant(), row.double(), row.double(), row.boolean()];
  return timeMs === undefined
    ? undefined
    : { timeMs, latitude: latitude ?? 0, longitude: longitude ?? 0, motion: motion ?? false };
}

function firstFixFrom(row: CopiedRow): FirstFix | undefined {
  const fix = fixFrom(row);
  const [speedKnots = 0, motionBefore] = [row.double(), row.boolean()];
  return fix && { ...fix, speedKnots, motionBefore };
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
    untold_ms: tally.untoldMs,
    untold_moving_ms: tally.untoldMovingMs,
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
