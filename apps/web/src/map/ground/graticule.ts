/** Lines of longitude and latitude, closer the nearer one looks: on bare land they show how far and how fast it moves. */

/** Steps in degrees, each a round number of degrees, minutes or thousandths. */
const stepsDegrees = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002] as const;

/** Lines stand at least this far apart on the equator, pixels. */
const leastGapPixels = 120;

/** Degrees between two lines at a zoom. */
export function graticuleStep(zoom: number): number {
  const pixelsPerDegree = (256 * 2 ** zoom) / 360;
  const step = stepsDegrees.findLast((degrees) => degrees * pixelsPerDegree >= leastGapPixels);
  return step ?? stepsDegrees[0];
}

/** Multiples of a step from the one at or before `from` to the one at or after `to`. */
export function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  return Array.from({ length: last - first + 1 }, (_, line) => (first + line) * step);
}
