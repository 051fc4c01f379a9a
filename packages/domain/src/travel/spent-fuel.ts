/** Fuel spent, from readings of the tank. */

/**
 * A rise between two readings from which it counts as refuelling, litres. A smaller one is the tank's surface swaying,
 * which falls again as much and so cancels out.
 */
export const refuellingLitres = 5;

/** Readings over a stretch of time. */
export interface LitresRead {
  readonly firstLitres: number;
  readonly lastLitres: number;
  readonly refuelledLitres: number;
}

/** The readings of two stretches as those of one, the earlier first; undefined where neither has any. */
export function joinFuel(
  earlier: LitresRead | undefined,
  later: LitresRead | undefined,
): LitresRead | undefined {
  if (!earlier || !later) return earlier ?? later;
  const rise = later.firstLitres - earlier.lastLitres;
  return {
    firstLitres: earlier.firstLitres,
    lastLitres: later.lastLitres,
    refuelledLitres: earlier.refuelledLitres + (rise >= refuellingLitres ? rise : 0) + later.refuelledLitres,
  };
}

/** What the tank lost and was given, litres, never below 0; 0 where nothing was read. */
export function spentLitres(fuel: LitresRead | undefined): number {
  return fuel ? Math.max(0, fuel.firstLitres + fuel.refuelledLitres - fuel.lastLitres) : 0;
}
