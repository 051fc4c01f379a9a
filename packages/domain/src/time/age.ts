/** How long ago something happened, in the one unit a person reads: `há 4 s`, `há 3 min`, `há 2 h`, `há 3 dias`. */
export interface Age {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days';
  /** Whole units that have passed. */
  readonly count: number;
}

/** The age of an instant now. One of the future, as a clock ahead gives, counts as 0 seconds. */
export function ageOf(instantMs: number, nowMs: number): Age {
  const seconds = Math.max(0, Math.floor((nowMs - instantMs) / 1000));
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) };
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) };
  return { unit: 'days', count: Math.floor(seconds / 86_400) };
}

/** When the shown age next changes, ms from now, so that a list wakes up no oftener than it must. */
export function ageLastsMs(instantMs: number, nowMs: number): number {
  const unitMs = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
  const { unit, count } = ageOf(instantMs, nowMs);
  return Math.max(1, instantMs + (count + 1) * unitMs[unit] - nowMs);
}
