/** Times of work as a table writes them: short, and a dash where nothing was. */
import type { Formats } from '../../lib/formats/formats.ts';
import { dueText } from './due.ts';

const secondMs = 1000;

/** `0:42`, `14:05`, `3 h 20`. */
export function durationText(seconds: number | null): string {
  return seconds === null ? '–' : dueText(Math.round(seconds) * secondMs);
}

/** A share from 0 to 1 in percent. */
export function shareText(share: number | null, formats: Pick<Formats, 'percent'>): string {
  return share === null ? '–' : formats.percent(share * 100);
}
