/** What a refused act says: who holds the alarm and since when, or that it changed meanwhile (DESK-04). */
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Formats } from '../../lib/formats/formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text, TextsState } from '../../lib/texts/texts.ts';
import { stepTitle } from './step-words.ts';

export function refusedText(error: unknown, text: Text, formats: Pick<Formats, 'dateTime'>): string {
  if (error instanceof ApiError) {
    const { holderName, since } = error.details ?? {};
    if (error.code === 'alarm-claimed' && typeof holderName === 'string' && typeof since === 'string') {
      return text('desk.takenByOther', { name: holderName, date: formats.dateTime(since) });
    }
  }
  return failureText(error, text);
}

const openSteps = z.object({ steps: z.array(z.object({ title: z.string(), key: z.string().nullish() })) });

/** What a refused closing says: also which required steps are open (DESK-08). */
export function closingRefusedText(
  error: unknown,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
  formats: Pick<Formats, 'dateTime'>,
): string {
  if (error instanceof ApiError && error.code === 'steps-open') {
    const open = openSteps.safeParse(error.details).data;
    if (open) {
      return text('desk.stepsOpen', { steps: open.steps.map((step) => stepTitle(step, textOr)).join(', ') });
    }
  }
  return refusedText(error, text, formats);
}

/** Somebody else changed it: what is shown is old. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'alarm-claimed' || error.code === 'alarm-changed');
}
