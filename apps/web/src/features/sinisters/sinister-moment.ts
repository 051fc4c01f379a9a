/** The moment of something that happened in a case, as forms request it: a day and an hour in the person's zone. */
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';

export const message = (key: PhraseKey): PhraseKey => key;
export const required = message('form.required');

/** A text that must say something. */
export const requiredText = (most: number) => z.string().trim().min(1, required).max(most);

/** `dd/mm/yyyy` and `hh:mm`, as typed. */
export interface SinisterMoment {
  date: string;
  time: string;
}

const typed = z.string().trim().min(1, { error: required, abort: true });

/** The two fields of a form's schema. */
export const momentFields = (zone: string) => ({
  date: typed.refine((date) => parseFormInstant(date, zone) !== undefined, message('form.notADate')),
  time: typed.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message('form.notATime')),
});

/** A person's clock and the server's may differ by as much, ms. */
const clockLagMs = 300_000;

/** Whether it has happened, as far as it is a moment at all. */
export function hasHappened(moment: SinisterMoment, zone: string): boolean {
  return !(Number(momentMs(moment, zone)) > Date.now() + clockLagMs);
}

/** What the form's schema says of one that is ahead, at its date. */
export const aheadFault = { path: ['date'], error: message('form.inTheFuture') };

/** The date and time a form begins with: now, in the person's zone. */
export function momentNow(nowMs: number, zone: string): SinisterMoment {
  return { date: formatInstant(nowMs, 'formDate', zone), time: formatInstant(nowMs, 'formTime', zone) };
}

/** ms since 1970 UTC; undefined for what is no moment. */
export function momentMs({ date, time }: SinisterMoment, zone: string): number | undefined {
  return parseFormInstant(`${date.trim()} ${time.trim()}`, zone);
}

/** A checked moment as the API takes it. Throws RangeError for what is none. */
export function instantOf(moment: SinisterMoment, zone: string): string {
  const ms = momentMs(moment, zone);
  if (ms === undefined) throw new RangeError(`${moment.date} ${moment.time} is no time of ${zone}`);
  return new Date(ms).toISOString();
}
