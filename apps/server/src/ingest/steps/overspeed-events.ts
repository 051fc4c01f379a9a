/** An excursion ends at this share of the limit or below, so that a speed that swings around it is told once. */
export const excursionEndShare = 0.95;

export interface OverspeedFindings {
  /** The excursion begins here. */
  readonly begins: boolean;
  /** The device is in an excursion after this position. */
  readonly overspeed: boolean;
}

/**
 * Whether a device begins to exceed its limit (ING-07): once an excursion, which lasts until the speed falls to 95 % of
 * the limit. Knots; without a limit there is no excursion. Only for positions with a believed fix.
 */
export function overspeedFindings(
  overspeed: boolean,
  speedKnots: number,
  limitKnots: number | undefined,
): OverspeedFindings {
  if (limitKnots === undefined || !(limitKnots > 0)) return { begins: false, overspeed: false };
  if (overspeed) return { begins: false, overspeed: speedKnots > limitKnots * excursionEndShare };
  const begins = speedKnots > limitKnots;
  return { begins, overspeed: begins };
}
