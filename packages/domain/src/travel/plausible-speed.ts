/** How fast a stolen vehicle gets on through a whole journey, by its category: for the circle in which it may be by now. */

const driven = 100;
const slow: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      ...['truck', 'boxTruck', 'tankTruck', 'dumpTruck', 'garbageTruck', 'mixerTruck', 'refrigeratedTruck'],
      ...['armoredTruck', 'towTruck', 'semiTrailer', 'trailer', 'container', 'fireTruck'],
      ...['bus', 'schoolBus', 'minibus', 'camper', 'package'],
    ].map((category) => [category, 80]),
  ),
  ...Object.fromEntries(
    [
      'tractor',
      'harvester',
      'excavator',
      'bulldozer',
      'backhoe',
      'roller',
      'forklift',
      'crane',
      'generator',
    ].map(
      // stolen on a truck
      (category) => [category, 80],
    ),
  ),
  ...{ bicycle: 25, scooter: 40, golfCart: 25, quad: 60, tricycle: 60, animal: 30, person: 80 },
  ...{ boat: 50, ship: 40, jetSki: 60, tram: 50, train: 100, trolleybus: 60 },
};

/** Null for what does not drive. km/h. */
export function plausibleKmh(category: string | null): number | null {
  if (category === 'plane' || category === 'helicopter' || category === 'drone') return null;
  return slow[category ?? ''] ?? driven;
}

/** Longer than this after the last fix a circle says nothing any more, ms. */
export const circleEndsMs = 4 * 3_600_000;

/** The radius in which a vehicle may be, metres; null when nothing can be said. */
export function plausibleRadiusMetres(kmh: number | null, sinceFixMs: number): number | null {
  if (kmh === null || !(sinceFixMs >= 0) || sinceFixMs > circleEndsMs) return null;
  return (kmh / 3.6) * (sinceFixMs / 1000);
}

/**
 * The speed from which a device counts as moving, knots. A parked receiver's noise reaches 1 km/h (0.54 kn) in trackers
 * that send whole km/h; 2 km/h (1.08 kn) is a vehicle that creeps. The field's usual 0.01 kn would make a
 * moving/stopped pair of events out of every flicker.
 */
export const movingThresholdKnots = 1;

/** What shows whether a device moves. */
interface MotionFacts {
  /** The tracker's own sensor or judgement, attribute `motion`; absent when it sends none. */
  readonly motionAttribute?: unknown;
  readonly speedKnots: number;
}

/** Whether a device moves: the tracker's own word when it gives one, otherwise speed from the threshold up. */
export function isMoving(facts: MotionFacts, thresholdKnots: number = movingThresholdKnots): boolean {
  if (typeof facts.motionAttribute === 'boolean') return facts.motionAttribute;
  return facts.speedKnots >= thresholdKnots;
}
