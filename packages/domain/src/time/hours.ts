import type { Language } from '../catalog/language.ts';
import { formatNumber } from '../units/number-text.ts';

/**
 * A duration as `H h mm m`: `4.812 h 07 m` in Portuguese, `4,812 h 07 m` in English (section 9). Unfinished minutes are
 * dropped. A negative or missing duration gives `-`.
 */
export function formatHours(durationMs: number | null | undefined, language: Language): string {
  if (durationMs === null || durationMs === undefined || !(durationMs >= 0) || durationMs === Infinity)
    return '-';
  const minutes = Math.floor(durationMs / 60_000);
  const hours = formatNumber(Math.floor(minutes / 60), language, { atLeast: 0, atMost: 0 });
  return `${hours} h ${String(minutes % 60).padStart(2, '0')} m`;
}
