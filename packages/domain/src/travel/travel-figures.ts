import { knotsFromMps } from '../units/units.ts';
import { spentLitres } from './spent-fuel.ts';
import type { Tally } from './travel-tally.ts';

/** The numbers a report shows of a tally: metres, knots, ms, litres. */
export interface TravelFigures {
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
