import type { SinisterOpening } from '@atalaia/contract/sinister';
import { formatInstant, parseFormInstant } from '@atalaia/domain/dates';
import { openingTypes } from '@atalaia/domain/sinister-kinds';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';

const message = (key: PhraseKey): PhraseKey => key;
const required = message('form.required');
/** `dd/mm/yyyy`, or `hh:mm`. */
const typed = z.string().trim().min(1, { error: required, abort: true });

/** A person's clock and the server's may differ by as much, ms. */
const clockLagMs = 300_000;

/** What a person says of a case when it is opened (SIN-07); a message is the key of its text. */
export function openingFormSchema(zone: string) {
  return z
    .object({
      customerId: z.number({ error: required }).int().positive(required),
      openingType: z.enum(openingTypes, { error: required }),
      date: typed.refine((date) => parseFormInstant(date, zone) !== undefined, message('form.notADate')),
      time: typed.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message('form.notATime')),
      openingDescription: z.string().trim().min(1, required).max(10_000),
    })
    .refine(
      ({ date, time }) => !(Number(parseFormInstant(`${date} ${time}`, zone)) > Date.now() + clockLagMs),
      { path: ['date'], error: message('form.inTheFuture') },
    );
}

export type OpeningForm = z.infer<ReturnType<typeof openingFormSchema>>;

/** The date and time a form begins with: now, in the person's zone. */
export function openingNow(nowMs: number, zone: string): Pick<OpeningForm, 'date' | 'time'> {
  return { date: formatInstant(nowMs, 'formDate', zone), time: formatInstant(nowMs, 'formTime', zone) };
}

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
  const { customerId, openingType, openingDescription, date, time } = form;
  const openedMs = parseFormInstant(`${date} ${time}`, zone);
  if (openedMs === undefined) throw new RangeError(`${date} ${time} is no time of ${zone}`);
  return {
    deviceId,
    customerId,
    openingType,
    openingDescription,
    openingDate: new Date(openedMs).toISOString(),
    openingAddress: place?.address ?? null,
    openingLatitude: place?.latitude ?? null,
    openingLongitude: place?.longitude ?? null,
  };
}
