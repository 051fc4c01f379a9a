/**
 * The speed from which a device counts as moving, knots. A parked receiver's noise reaches 1 km/h (0.54 kn) in trackers
 * that send whole km/h; 2 km/h (1.08 kn) is a vehicle that creeps. The field's usual 0.01 kn would make a
 * moving/stopped pair of events out of every flicker.
 */
export const movingThresholdKnots = 1;

/** What shows whether a device moves. */
export interface MotionFacts {
  /** The tracker's own sensor or judgement, attribute `motion`; absent when it sends none. */
  readonly motionAttribute?: unknown;
  readonly speedKnots: number;
}

/** Whether a device moves: the tracker's own word when it gives one, otherwise speed from the threshold up. */
export function isMoving(facts: MotionFacts, thresholdKnots: number = movingThresholdKnots): boolean {
  if (typeof facts.motionAttribute === 'boolean') return facts.motionAttribute;
  return facts.speedKnots >= thresholdKnots;
}
