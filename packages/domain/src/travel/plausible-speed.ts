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
