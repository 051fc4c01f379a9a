/** Millions of durations in a fixed room: exact to a tenth of a millisecond, up to 20 s. */
export interface Histogram {
  record(ms: number, times?: number): void;
  /** Upper end of the step in which that many percent of the durations lie; NaN of none. */
  percentile(percent: number): number;
  readonly count: number;
  /** As it was recorded; NaN of none. */
  readonly longest: number;
}

const stepMs = 0.1;
const steps = 200_000;

export function createHistogram(): Histogram {
  const counts = new Uint32Array(steps);
  let count = 0;
  let longest = 0;
  return {
    record(ms, times = 1) {
      const step = Math.min(steps - 1, Math.max(0, Math.floor(ms / stepMs)));
      counts[step] = (counts[step] ?? 0) + times;
      count += times;
      if (times > 0) longest = Math.max(longest, ms);
    },
    percentile(percent) {
      if (count === 0) return Number.NaN;
      const required = Math.ceil((percent / 100) * count);
      let seen = 0;
      let step = 0;
      while (step < steps) {
        seen += counts[step] ?? 0;
        if (seen >= required) break;
        step += 1;
      }
      return (step + 1) * stepMs;
    },
    get count() {
      return count;
    },
    get longest() {
      return count === 0 ? Number.NaN : longest;
    },
  };
}
