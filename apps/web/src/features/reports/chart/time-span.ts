/** The part of the time axis that is visible, seconds; always within the whole. Pure. */
export interface TimeSpan {
  readonly min: number;
  readonly max: number;
}

/** No nearer than this: a tracker speaks at most once a second. */
const leastSeconds = 10;

/** Moves by a part of the visible span: 1 is a whole screen later. */
export function moved(span: TimeSpan, by: number, whole: TimeSpan): TimeSpan {
  return within({ min: span.min + length(span) * by, max: span.max + length(span) * by }, whole);
}

/** Nearer (factor below 1) or farther around an instant, which stays where it is. */
export function zoomed(span: TimeSpan, factor: number, around: number, whole: TimeSpan): TimeSpan {
  const seconds = Math.min(
    Math.max(length(span) * factor, leastSeconds),
    Math.max(length(whole), leastSeconds),
  );
  const part = length(span) > 0 ? (around - span.min) / length(span) : 0.5;
  const min = around - seconds * part;
  return within({ min, max: min + seconds }, whole);
}

/** Moved so far that an instant is visible. */
export function showing(span: TimeSpan, instant: number, whole: TimeSpan): TimeSpan {
  if (instant >= span.min && instant <= span.max) return span;
  const half = length(span) / 2;
  return within({ min: instant - half, max: instant + half }, whole);
}

const length = ({ min, max }: TimeSpan) => max - min;

function within(span: TimeSpan, whole: TimeSpan): TimeSpan {
  if (length(span) >= length(whole)) return whole;
  if (span.min < whole.min) return { min: whole.min, max: whole.min + length(span) };
  if (span.max > whole.max) return { min: whole.max - length(span), max: whole.max };
  return span;
}
