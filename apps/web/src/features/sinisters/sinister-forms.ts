/** The forms of a case as schemas: what opens it, what happened in it, and the moment of either in the person's zone. */

import type { OccurrenceInput } from '@atalaia/contract/sinisters/occurrence';
import type { SinisterOpening } from '@atalaia/contract/sinisters/sinister';
import { occurrenceCategories, openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
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

/** The form of an occurrence (SIN-09); a message is the key of its text. */
export function occurrenceFormSchema(zone: string) {
  return z
    .object({
      category: z.enum(occurrenceCategories, { error: required }),
      ...momentFields(zone),
      address: z.string().trim().max(1000),
      description: requiredText(10_000),
    })
    .refine((form) => hasHappened(form, zone), aheadFault);
}

export type OccurrenceForm = z.infer<ReturnType<typeof occurrenceFormSchema>>;

/** An image that was chosen and may be sent. */
export interface ChosenImage {
  readonly name: string;
  /** Of the file's name, without the dot. */
  readonly ext: string;
  readonly dataUrl: string;
}

/** A checked form as the API takes it. */
export function occurrenceOf(
  form: OccurrenceForm,
  { sinisterId, image, zone }: { sinisterId: number; image: ChosenImage | undefined; zone: string },
): OccurrenceInput {
  const { category, address, description } = form;
  return {
    sinisterId,
    category,
    description,
    address: address || null,
    occurrenceDate: instantOf(form, zone),
    attributes: image ? { ext: image.ext, file: image.dataUrl } : {},
  };
}

/** The form that opens a sinister (SIN-07); a message is the key of its text. */
export function openingFormSchema(zone: string) {
  return z
    .object({
      customerId: z.number({ error: required }).int().positive(required),
      openingType: z.enum(openingTypes, { error: required }),
      ...momentFields(zone),
      openingDescription: requiredText(10_000),
    })
    .refine((form) => hasHappened(form, zone), aheadFault);
}

export type OpeningForm = z.infer<ReturnType<typeof openingFormSchema>>;

/** Where a device is when its case is opened. */
export interface OpeningPlace {
  readonly address: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** A checked form as the API takes it; the place is not typed, it is where the device is (PANEL-06). */
export function openingOf(
  form: OpeningForm,
  { deviceId, place, zone }: { deviceId: number; place: OpeningPlace | undefined; zone: string },
): SinisterOpening {
  const { customerId, openingType, openingDescription } = form;
  return {
    deviceId,
    customerId,
    openingType,
    openingDescription,
    openingDate: instantOf(form, zone),
    openingAddress: place?.address ?? null,
    openingLatitude: place?.latitude ?? null,
    openingLongitude: place?.longitude ?? null,
  };
}
