/**
 * How a vehicle moves along its road: a pure function from a state and a span of time to the next state.
 *
 * It gathers speed and brakes at rates that passengers bear, slows for bends, stops at some junctions, and turns round at
 * the ends of a road that is not a loop. Invariants: 0 ≤ metres ≤ length; metres driven in a step are the mean of the
 * speeds at its ends times its length (but for the last half metre of a road); the place is always on the road's line.
 */

import { createRandom } from '../random.ts';
import { placeAt, type Road, type RoadPlace, segmentAt } from '../road/road.ts';

/** Junctions with lights, set along a road at even spaces: the data has lines only. */
const spacingMetres = 380;
/** Roads this fast have no lights. */
const motorwayMps = 75 / 3.6;
/** The ends of a road are turning places, not junctions. */
const clearOfEndMetres = 40;
const shareOfRed = 0.4;

interface Heading {
  readonly metres: number;
  readonly forward: boolean;
}

/** Number of the junction ahead, or -1 when there is none before the end. */
function nextJunction(road: Road, { metres, forward }: Heading): number {
  if (road.speedLimitMps >= motorwayMps) return -1;
  const at = metres / spacingMetres;
  const junction = forward ? Math.floor(at) + 1 : Math.ceil(at) - 1;
  const junctionMetres = junction * spacingMetres;
  const within = junctionMetres > clearOfEndMetres && junctionMetres < road.lengthMetres - clearOfEndMetres;
  return within ? junction : -1;
}

function metresToJunction({ metres }: Heading, junction: number): number {
  return Math.abs(junction * spacingMetres - metres);
}

/** How long a driver is at a junction on a lap, seconds; 0 when the light is green. */
function redLightSeconds(seed: string, lap: number, junction: number): number {
  const random = createRandom(seed, lap, junction);
  return random.chance(shareOfRed) ? random.between(6, 40) : 0;
}

export interface Driver {
  /** Own stream of chance: the same driver meets the same red lights on the same lap. */
  readonly seed: string;
  /** Share of the speed limit that this driver holds. */
  readonly haste: number;
  readonly accelerationMps2: number;
  readonly brakingMps2: number;
}

export interface Motion {
  readonly metres: number;
  readonly forward: boolean;
  readonly speedMps: number;
  /** Seconds left to stand. */
  readonly standSeconds: number;
  /** Rounds of a loop, or turns at an end, so far. */
  readonly lap: number;
  /** The junction whose red light is over; -1 for none. */
  readonly clearedJunction: number;
}

/** What the vehicle is set to beyond its road. */
export interface Orders {
  /** Brake and stand. */
  readonly park?: boolean;
  /** Drive at this many times the limit, past junctions without stopping. */
  readonly speeding?: number;
}

const lookAheadMetres = 260;
const turnRoundSeconds = 12;
/** Vehicles stop this far before a junction's line. */
const stopShortMetres = 1.5;
/** Longer spans are driven in pieces, so that no stop is driven over. */
const stepSeconds = 0.5;

export function startMotion(metres: number, forward: boolean): Motion {
  return { metres, forward, speedMps: 0, standSeconds: 0, lap: 0, clearedJunction: -1 };
}

/** Where a vehicle is and whither it heads: the road's course, turned about when it drives against the points. */
export function placeOf(road: Road, motion: Motion): RoadPlace {
  const place = placeAt(road, motion.metres);
  if (motion.forward) return place;
  return { ...place, courseDegrees: (place.courseDegrees + 180) % 360 };
}

/** The speed from which one can brake down to `speedMps` within so many metres. */
function speedBefore(speedMps: number, metres: number, brakingMps2: number): number {
  return Math.sqrt(speedMps ** 2 + 2 * brakingMps2 * Math.max(0, metres));
}

/** Bends ahead, as far as a driver looks. */
function bendLimit(road: Road, motion: Motion, brakingMps2: number): number {
  let limit = Number.POSITIVE_INFINITY;
  const step = motion.forward ? 1 : -1;
  const first = segmentAt(road, motion.metres) + (motion.forward ? 1 : 0);
  for (let index = first; index >= 0 && index < road.points.length; index += step) {
    const metres = Math.abs((road.metresAt[index] ?? 0) - motion.metres);
    if (metres > lookAheadMetres) break;
    const turnSpeedMps = road.turnSpeedMps[index] ?? Number.POSITIVE_INFINITY;
    limit = Math.min(limit, speedBefore(turnSpeedMps, metres, brakingMps2));
  }
  return limit;
}

/** Seconds of red at the junction ahead, 0 when it is green, cleared or far. */
function redAhead(road: Road, motion: Motion, driver: Driver): number {
  const junction = nextJunction(road, motion);
  if (junction < 0 || junction === motion.clearedJunction) return 0;
  if (metresToJunction(motion, junction) > lookAheadMetres) return 0;
  return redLightSeconds(driver.seed, motion.lap, junction);
}

function metresToEnd(road: Road, motion: Motion): number {
  return motion.forward ? road.lengthMetres - motion.metres : motion.metres;
}

function targetSpeed(road: Road, motion: Motion, driver: Driver, orders: Orders): number {
  if (orders.park) return 0;
  const { brakingMps2 } = driver;
  const cruising = road.speedLimitMps * (orders.speeding ?? driver.haste);
  let target = Math.min(cruising, bendLimit(road, motion, brakingMps2));
  if (!road.loop) target = Math.min(target, speedBefore(0, metresToEnd(road, motion), brakingMps2));
  if (orders.speeding === undefined && redAhead(road, motion, driver) > 0) {
    const metres = metresToJunction(motion, nextJunction(road, motion)) - stopShortMetres;
    target = Math.min(target, speedBefore(0, metres, brakingMps2));
  }
  return target;
}

function roll(road: Road, motion: Motion, driver: Driver, orders: Orders, seconds: number): Motion {
  const target = targetSpeed(road, motion, driver, orders);
  const gathered = motion.speedMps + driver.accelerationMps2 * seconds;
  // A little harder than planned, since the road ahead is looked at in steps.
  const braked = motion.speedMps - driver.brakingMps2 * 1.3 * seconds;
  const speedMps = Math.max(
    0,
    motion.speedMps <= target ? Math.min(target, gathered) : Math.max(target, braked),
  );
  return goOn(road, { ...motion, speedMps }, ((motion.speedMps + speedMps) / 2) * seconds);
}

/** Drives on by so many metres: round a loop, or up to the end, where it turns. */
function goOn(road: Road, motion: Motion, drivenMetres: number): Motion {
  const metres = motion.metres + (motion.forward ? drivenMetres : -drivenMetres);
  if (road.loop) {
    if (metres >= 0 && metres < road.lengthMetres) return { ...motion, metres };
    const round = (metres + road.lengthMetres) % road.lengthMetres;
    return { ...motion, metres: round, lap: motion.lap + 1, clearedJunction: -1 };
  }
  if (drivenMetres < metresToEnd(road, motion) - 0.5) return { ...motion, metres };
  return {
    metres: motion.forward ? road.lengthMetres : 0,
    forward: !motion.forward,
    speedMps: 0,
    standSeconds: turnRoundSeconds,
    lap: motion.lap + 1,
    clearedJunction: -1,
  };
}

/** One who has come to rest before a red light stands its time out. */
function waitAtLight(road: Road, motion: Motion, driver: Driver, orders: Orders): Motion {
  if (motion.speedMps > 0.4 || orders.park || orders.speeding !== undefined) return motion;
  const red = redAhead(road, motion, driver);
  const junction = nextJunction(road, motion);
  if (red === 0 || metresToJunction(motion, junction) > stopShortMetres + 2) return motion;
  return { ...motion, speedMps: 0, standSeconds: red, clearedJunction: junction };
}

function step(road: Road, motion: Motion, driver: Driver, orders: Orders, seconds: number): Motion {
  if (motion.standSeconds > 0) {
    return { ...motion, standSeconds: Math.max(0, motion.standSeconds - seconds) };
  }
  return waitAtLight(road, roll(road, motion, driver, orders, seconds), driver, orders);
}

/** The state after so many seconds. */
export function drive(road: Road, motion: Motion, driver: Driver, orders: Orders, seconds: number): Motion {
  let now = motion;
  for (let left = seconds; left > 1e-9; left -= stepSeconds) {
    now = step(road, now, driver, orders, Math.min(stepSeconds, left));
  }
  return now;
}
