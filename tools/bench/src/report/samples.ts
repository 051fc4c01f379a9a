/** Percentiles by nearest rank: always a value that was measured. */

/** The value that `percent` of the samples do not exceed; NaN of no samples. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Of times: less is better. */
export function spreadOfTimes(samples: readonly number[]): { p50: number; p99: number } {
  return { p50: percentile(samples, 50), p99: percentile(samples, 99) };
}

/** Of rates: more is better, so p99 is what 99 of 100 samples reached. */
export function spreadOfRates(samples: readonly number[]): { p50: number; p99: number } {
  return { p50: percentile(samples, 50), p99: percentile(samples, 1) };
}

export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}
