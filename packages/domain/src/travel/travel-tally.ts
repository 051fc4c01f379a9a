/**
 * What a stretch of positions adds up to: the one counting under summary, trips, stops and their stored hours (REP-09).
 *
 * Tallies join: that of a whole period is that of its parts, joined in order, however it was cut. So an hour's tally is
 * stored once and depends on nothing but the positions of its own hour. Joining is associative; a tally begins with
 * `tallyOf` one position. Positions come in the order of their fix times, whenever they arrived, each once: so late data
 * counts where it belongs and nothing counts twice. For positions that arrived in order the counts are those of ingest
 * (`count` in `odometer.ts`).
 */
import { isImpossibleLeap, leapBetween } from '../geo/jump.ts';
import { knotsFromMps } from '../units/units.ts';
import { drivenMetres, longestEngineGapMs } from './odometer.ts';

/** Fuel spent, from readings of the tank. */

/**
 * A rise between two readings from which it counts as refuelling, litres. A smaller one is the tank's surface swaying,
 * which falls again as much and so cancels out.
 */
const refuellingLitres = 5;

/** Readings over a stretch of time. */
interface LitresRead {
  firstLitres: number;
  lastLitres: number;
  refuelledLitres: number;
}

/** The readings of two stretches as those of one of its own, the earlier first; undefined where neither has any. */
function joinFuel(earlier: LitresRead | undefined, later: LitresRead | undefined): LitresRead | undefined {
  if (!earlier) return later && { ...later };
  if (!later) return { ...earlier };
  return {
    firstLitres: earlier.firstLitres,
    lastLitres: later.lastLitres,
    refuelledLitres:
      earlier.refuelledLitres + refuelled(earlier.lastLitres, later.firstLitres) + later.refuelledLitres,
  };
}

/** What was filled in between two readings, litres. */
function refuelled(fromLitres: number, toLitres: number): number {
  const rise = toLitres - fromLitres;
  return rise >= refuellingLitres ? rise : 0;
}

/** What the tank lost and was given, litres, never below 0; 0 where nothing was read. */
function spentLitres(fuel: LitresRead | undefined): number {
  return fuel ? Math.max(0, fuel.firstLitres + fuel.refuelledLitres - fuel.lastLitres) : 0;
}

/** A stored position, as far as reports count. */
export interface TrackPosition {
  /** Fix time, ms since 1970 UTC. */
  readonly timeMs: number;
  /** The message brought a fix of its own; without one its place says nothing. */
  readonly hasFix: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKnots: number;
  readonly motion: boolean;
  /** Undefined when the tracker did not report it: then the last reported holds. */
  readonly ignition: boolean | undefined;
  readonly fuelLitres: number | undefined;
  /** The server's count as it was then, metres; undefined at a late position. */
  readonly odometerMetres: number | undefined;
}

export interface TallyFix {
  readonly timeMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly motion: boolean;
}

export interface FirstFix extends TallyFix {
  readonly speedKnots: number;
  /** Of the position right before it in the same tally; undefined when the fix is the first position. */
  readonly motionBefore: boolean | undefined;
}

export interface Tally {
  readonly positions: number;
  readonly firstTimeMs: number;
  readonly lastTimeMs: number;
  /** At the last position. */
  readonly motion: boolean;
  /** As last reported. */
  readonly ignition: boolean | undefined;
  readonly firstFix: FirstFix | undefined;
  readonly lastFix: TallyFix | undefined;
  readonly distanceMetres: number;
  /** The time in which that distance was covered. */
  readonly movingMs: number;
  /** Believed speeds, less that of the first fix: only what comes before can say whether that one is a jump. */
  readonly maxSpeedKnots: number;
  /** Engine time from the first reported ignition on. */
  readonly engineMs: number;
  /** Time before it, which is engine time when the ignition was on before this tally; and what of it was in motion. */
  readonly silentMs: number;
  readonly silentMovingMs: number;
  readonly fuel: LitresRead | undefined;
  readonly firstOdometerMetres: number | undefined;
  readonly lastOdometerMetres: number | undefined;
}

/** A tally that positions are added to, and that nobody else looks at meanwhile. */
export type OpenTally = { -readonly [Field in keyof Tally]: Tally[Field] };

/** The tally of one position. */
export function tallyOf(position: TrackPosition): OpenTally {
  const { timeMs, motion, ignition, fuelLitres, odometerMetres } = position;
  const fix = fixOf(position);
  return {
    positions: 1,
    firstTimeMs: timeMs,
    lastTimeMs: timeMs,
    motion,
    ignition,
    firstFix: fix,
    lastFix: fix,
    distanceMetres: 0,
    movingMs: 0,
    maxSpeedKnots: 0,
    engineMs: 0,
    silentMs: 0,
    silentMovingMs: 0,
    fuel: fuelLitres === undefined ? undefined : litresOf(fuelLitres),
    firstOdometerMetres: odometerMetres,
    lastOdometerMetres: odometerMetres,
  };
}

/**
 * The tally of two stretches, the earlier first. `jumpBoundKnots` is that of the device's category (see `jump.ts`) and
 * the same for all that is joined.
 */
export function joinTallies(earlier: Tally, later: Tally, jumpBoundKnots: number): OpenTally {
  const { lastFix: from } = earlier;
  const { firstFix: to } = later;
  const movesIn = to !== undefined && (to.motion || (to.motionBefore ?? earlier.motion));
  const way = from && to ? wayBetween(from, to, movesIn, jumpBoundKnots) : noWay;
  const engine = engineBetween(earlier, later.firstTimeMs, later.silentMs, later.silentMovingMs);
  return {
    positions: earlier.positions + later.positions,
    firstTimeMs: earlier.firstTimeMs,
    lastTimeMs: later.lastTimeMs,
    motion: later.motion,
    ignition: later.ignition ?? earlier.ignition,
    firstFix: earlier.firstFix ?? firstFixBehind(earlier, to),
    lastFix: later.lastFix ?? earlier.lastFix,
    distanceMetres: earlier.distanceMetres + way.distanceMetres + later.distanceMetres,
    movingMs: earlier.movingMs + way.movingMs + later.movingMs,
    maxSpeedKnots: Math.max(earlier.maxSpeedKnots, way.speedKnots, later.maxSpeedKnots),
    engineMs: earlier.engineMs + engine.engineMs + later.engineMs,
    silentMs: earlier.silentMs + engine.silentMs,
    silentMovingMs: earlier.silentMovingMs + engine.silentMovingMs,
    fuel: joinFuel(earlier.fuel, later.fuel),
    firstOdometerMetres: earlier.firstOdometerMetres ?? later.firstOdometerMetres,
    lastOdometerMetres: later.lastOdometerMetres ?? earlier.lastOdometerMetres,
  };
}

/**
 * Makes of a tally what `joinTallies` makes of it and that of one position, which is not made: reports take positions by
 * the hundred thousand, and what each of them leaves behind is collected in the middle of them.
 */
export function addPosition(tally: OpenTally, position: TrackPosition, jumpBoundKnots: number): void {
  const { timeMs, motion, ignition, fuelLitres, odometerMetres } = position;
  if (position.hasFix) {
    if (tally.lastFix) {
      const isMoving = motion || tally.motion;
      const way = wayBetween(tally.lastFix, position, isMoving, jumpBoundKnots);
      tally.distanceMetres += way.distanceMetres;
      tally.movingMs += way.movingMs;
      if (way.speedKnots > tally.maxSpeedKnots) tally.maxSpeedKnots = way.speedKnots;
    }
    tally.firstFix ??= firstFixBehind(tally, fixOf(position));
    // it has what a fix has
    tally.lastFix = position;
  }
  const spanMs = engineSpanMs(tally.lastTimeMs, timeMs);
  if (tally.ignition === undefined) {
    tally.silentMs += spanMs;
    if (tally.motion) tally.silentMovingMs += spanMs;
  } else if (tally.ignition) {
    tally.engineMs += spanMs;
  }
  tally.positions += 1;
  tally.lastTimeMs = timeMs;
  tally.motion = motion;
  tally.ignition = ignition ?? tally.ignition;
  if (fuelLitres !== undefined) addReading(tally, fuelLitres);
  tally.firstOdometerMetres ??= odometerMetres;
  tally.lastOdometerMetres = odometerMetres ?? tally.lastOdometerMetres;
}

function addReading(tally: OpenTally, litres: number): void {
  const { fuel } = tally;
  if (fuel) {
    fuel.refuelledLitres += refuelled(fuel.lastLitres, litres);
    fuel.lastLitres = litres;
  } else {
    tally.fuel = litresOf(litres);
  }
}

function fixOf({
  hasFix,
  timeMs,
  latitude,
  longitude,
  motion,
  speedKnots,
}: TrackPosition): FirstFix | undefined {
  return hasFix ? { timeMs, latitude, longitude, motion, speedKnots, motionBefore: undefined } : undefined;
}

const litresOf = (litres: number): LitresRead => ({
  firstLitres: litres,
  lastLitres: litres,
  refuelledLitres: 0,
});

const noWay = Object.freeze({ distanceMetres: 0, movingMs: 0, speedKnots: 0 });

/** From the last fix of one to the first of the other, in motion at either end; the distance between them is worked out once. */
function wayBetween(
  from: TallyFix,
  to: TallyFix & Pick<FirstFix, 'speedKnots'>,
  isMoving: boolean,
  jumpBoundKnots: number,
) {
  const leap = leapBetween(from, to);
  const isJump = isImpossibleLeap(leap, jumpBoundKnots);
  const metres = isJump || leap.elapsedMs <= 0 ? 0 : drivenMetres(leap.distanceMetres, !isMoving);
  return {
    distanceMetres: metres,
    movingMs: metres > 0 ? leap.elapsedMs : 0,
    speedKnots: isJump ? 0 : to.speedKnots,
  };
}

/** What the time between both, and the later one's untold time, adds to the engine's. */
function engineBetween(earlier: Tally, nextMs: number, silentMs: number, silentMovingMs: number) {
  const span = engineSpanMs(earlier.lastTimeMs, nextMs);
  if (earlier.ignition !== undefined) {
    return {
      engineMs: earlier.ignition ? span + silentMs : 0,
      silentMs: 0,
      silentMovingMs: 0,
    };
  }
  return {
    engineMs: 0,
    silentMs: span + silentMs,
    silentMovingMs: (earlier.motion ? span : 0) + silentMovingMs,
  };
}

/** The engine time that a stretch between two positions can count at most. */
function engineSpanMs(fromMs: number, toMs: number): number {
  return Math.min(toMs - fromMs, longestEngineGapMs);
}

function firstFixBehind(earlier: Tally, firstFix: FirstFix | undefined): FirstFix | undefined {
  return firstFix && { ...firstFix, motionBefore: firstFix.motionBefore ?? earlier.motion };
}

/** The numbers a report shows of a tally: metres, knots, ms, litres. */
interface TravelFigures {
  readonly distanceMetres: number;
  readonly averageSpeedKnots: number;
  readonly maxSpeedKnots: number;
  readonly engineMs: number;
  readonly spentLitres: number;
  /** The server's count at both ends (ING-06); 0 where no position has it. */
  readonly startOdometerMetres: number;
  readonly endOdometerMetres: number;
}

/**
 * The average is over the time in which the distance was covered, or over `durationMs` when it is given (a trip's, with
 * its short halts). Where the ignition was never reported, the engine ran while the device moved.
 */
export function travelFigures(tally: Tally, durationMs: number = tally.movingMs): TravelFigures {
  const { distanceMetres, firstOdometerMetres = 0 } = tally;
  return {
    distanceMetres,
    averageSpeedKnots: durationMs > 0 ? knotsFromMps(distanceMetres / (durationMs / 1000)) : 0,
    maxSpeedKnots: Math.max(tally.maxSpeedKnots, tally.firstFix?.speedKnots ?? 0),
    engineMs: tally.engineMs + tally.silentMovingMs,
    spentLitres: spentLitres(tally.fuel),
    startOdometerMetres: firstOdometerMetres,
    endOdometerMetres: tally.lastOdometerMetres ?? firstOdometerMetres,
  };
}
