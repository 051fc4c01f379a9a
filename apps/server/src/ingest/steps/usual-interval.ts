/**
 * How often a tracker speaks by its own habit, so that silence is judged by it and not by one time for all (DESK-10). A
 * parked tracker often speaks by the hour and a driven one by the minute: each has an interval of its own. Pure.
 */

/** Seconds: near the longest of the last twenty; and a much longer one that was seen once. */
export type UsualInterval = readonly [usual: number, longer?: number];

export interface IntervalMemory {
  readonly intervals?: { readonly on?: UsualInterval; readonly off?: UsualInterval } | undefined;
  /** As last reported. */
  readonly ignition?: boolean | undefined;
  readonly motion: boolean;
}

/** So many intervals are remembered, about. */
const remembered = 20;

/** Up to this, s, a longer interval counts at once; a single one beyond may be a tunnel, or a pause of ours. */
const countsAtOnce = 120;

/** Messages closer than this, s, are one sending. */
const burst = 0.5;

/** Silent is who is silent half as long again, and this, s. */
const slack = 30;

const stateOf = ({ ignition, motion }: IntervalMemory) => ((ignition ?? motion) ? 'on' : 'off');

/** The intervals after a message that came so many seconds after the last one. */
export function withInterval(memory: IntervalMemory, seconds: number): IntervalMemory['intervals'] {
  if (seconds < burst) return memory.intervals;
  const state = stateOf(memory);
  return { ...memory.intervals, [state]: nextInterval(memory.intervals?.[state], seconds) };
}

function nextInterval(known: UsualInterval | undefined, seconds: number): UsualInterval {
  const rounded = Math.round(seconds * 10) / 10;
  if (!known) return [rounded];
  const [usual, longer] = known;
  if (rounded > Math.max(2 * usual, countsAtOnce)) {
    // seen twice, it is a habit
    return longer === undefined ? [usual, rounded] : [Math.min(longer, rounded), Math.max(longer, rounded)];
  }
  const rest: readonly [] | readonly [number] = longer === undefined ? [] : [longer];
  if (rounded >= usual) return [rounded, ...rest];
  // by the time that passed: a burst of messages says nothing about the interval
  const kept = Math.exp(-rounded / (remembered * usual));
  return [Math.round((rounded + (usual - rounded) * kept) * 10) / 10, ...rest];
}

/** Silence longer than this, ms, is beyond its own interval; undefined while that is not known. */
export function longestSilenceMs(memory: IntervalMemory): number | undefined {
  const known = memory.intervals?.[stateOf(memory)];
  return known && (known[0] * 1.5 + slack) * 1000;
}
