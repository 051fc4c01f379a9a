/** Junctions with lights, set along a road at even spaces: the data has lines only. */
import { createRandom } from '../random.ts';
import type { Road } from '../road/road.ts';

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
export function nextJunction(road: Road, { metres, forward }: Heading): number {
  if (road.speedLimitMps >= motorwayMps) return -1;
  const at = metres / spacingMetres;
  const junction = forward ? Math.floor(at) + 1 : Math.ceil(at) - 1;
  const metresThere = junction * spacingMetres;
  const within = metresThere > clearOfEndMetres && metresThere < road.lengthMetres - clearOfEndMetres;
  return within ? junction : -1;
}

export function metresToJunction({ metres }: Heading, junction: number): number {
  return Math.abs(junction * spacingMetres - metres);
}

/** How long a driver stands at a junction on a lap, seconds; 0 when the light is green. */
export function redLightSeconds(seed: string, lap: number, junction: number): number {
  const random = createRandom(seed, lap, junction);
  return random.chance(shareOfRed) ? random.between(6, 40) : 0;
}
