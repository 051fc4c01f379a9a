/** What a refused act says: who holds the alarm and since when, or that it changed meanwhile (DESK-04). */
import { ApiError } from '../../lib/api/api-error.ts';
import type { Formats } from '../../lib/formats/formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';

export function refusedText(error: unknown, text: Text, formats: Pick<Formats, 'dateTime'>): string {
  if (error instanceof ApiError) {
    const { holderName, since, steps } = error.details ?? {};
    if (error.code === 'alarm-claimed' && typeof holderName === 'string' && typeof since === 'string') {
      return text('desk.takenByOther', { name: holderName, date: formats.dateTime(since) });
    }
    if (error.code === 'steps-open' && Array.isArray(steps)) {
      return text('desk.stepsOpen', { steps: steps.map(({ title }) => String(title)).join(', ') });
    }
  }
  return failureText(error, text);
}

/** Somebody else changed it: what is shown is old. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'alarm-claimed' || error.code === 'alarm-changed');
}
