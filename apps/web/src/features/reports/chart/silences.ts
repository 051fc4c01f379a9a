/** Where a device reported nothing for long: a line across would show values that nobody measured. */

/** From the last position before to the first one after, seconds since 1970 UTC. */
export type Silence = readonly [from: number, to: number];

/** Never less, so that a device that reports every few seconds may pause at a tunnel or a traffic light. */
const shortestSeconds = 600;
/** Of the device's usual interval: one that reports every hour is not silent after half of one. */
const usualIntervals = 5;

/**
 * Silences between instants that grow, in seconds: longer than ten minutes, and than five times the median of the
 * intervals. Instants reported twice are one.
 */
export function silencesOf(instants: readonly number[]): readonly Silence[] {
  const intervals = new Float64Array(Math.max(instants.length - 1, 0));
  let longest = 0;
  for (let at = 0; at < intervals.length; at++) {
    const interval = (instants[at + 1] ?? 0) - (instants[at] ?? 0);
    intervals[at] = interval;
    longest = Math.max(longest, interval);
  }
  if (longest <= shortestSeconds) return [];
  const positive = intervals.filter((interval) => interval > 0).sort();
  const usual = positive[positive.length >> 1] ?? 0;
  const limit = Math.max(shortestSeconds, usualIntervals * usual);
  const silences: Silence[] = [];
  intervals.forEach((interval, at) => {
    const from = instants[at] ?? 0;
    if (interval > limit) silences.push([from, from + interval]);
  });
  return silences;
}

/** Those that are alone: no line reaches them, and they are drawn as points. `places` and silences grow. */
export function loneAmong(
  times: readonly number[],
  places: readonly number[],
  silences: readonly Silence[],
): readonly number[] {
  if (silences.length === 0) return [];
  const ends = new Set(silences.map(([, to]) => to));
  const starts = new Set(silences.map(([from]) => from));
  const [first, last] = [times[places[0] ?? -1], times[places.at(-1) ?? -1]];
  return places.filter((place) => {
    const time = times[place] ?? 0;
    return (ends.has(time) || time === first) && (starts.has(time) || time === last);
  });
}
