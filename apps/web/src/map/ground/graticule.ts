/** Lines of longitude and latitude, closer the nearer one looks: on bare land they show how far and how fast it moves. */

/** Steps in seconds of arc, each a round number of degrees, minutes or seconds. */
const stepsSeconds = [108_000, 36_000, 18_000, 7200, 3600, 1800, 600, 300, 120, 60, 30, 10, 5] as const;

/** Lines stand at least this far apart on the equator, pixels. */
const leastGapPixels = 260;

/** Seconds of arc between two lines at a zoom. */
export function graticuleStep(zoom: number): number {
  const pixelsPerSecond = (256 * 2 ** zoom) / (360 * 3600);
  const step = stepsSeconds.findLast((seconds) => seconds * pixelsPerSecond >= leastGapPixels);
  return step ?? stepsSeconds[0];
}

/** Multiples of a step, in seconds, from the one at or before a place in degrees to the one at or after another. */
export function linesBetween(fromDegrees: number, toDegrees: number, stepSeconds: number): number[] {
  const first = Math.floor((fromDegrees * 3600) / stepSeconds);
  const last = Math.ceil((toDegrees * 3600) / stepSeconds);
  return Array.from({ length: last - first + 1 }, (_, line) => (first + line) * stepSeconds);
}

/** `22°54′30″S`; without minutes and seconds that the step never has. */
export function gridName(seconds: number, axis: 'latitude' | 'longitude', stepSeconds: number): string {
  const whole = Math.abs(seconds);
  const degrees = `${Math.floor(whole / 3600)}°`;
  const minutes = stepSeconds % 3600 === 0 ? '' : `${padded(Math.floor(whole / 60) % 60)}′`;
  const rest = stepSeconds % 60 === 0 ? '' : `${padded(whole % 60)}″`;
  const side = axis === 'latitude' ? (seconds < 0 ? 'S' : 'N') : seconds < 0 ? 'W' : 'E';
  return `${degrees}${minutes}${rest}${side}`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
