import type { SinisterClosing } from '@atalaia/contract/sinisters/sinister';
import { closingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { z } from 'zod';
import {
  aheadFault,
  hasHappened,
  instantOf,
  message,
  momentFields,
  momentMs,
  required,
  requiredText,
} from './sinister-moment.ts';

const minuteMs = 60_000;

/** How a sinister ended (SIN-11); it cannot end before it began, to the minute that the form knows. */
export function closingFormSchema(zone: string, openedMs: number) {
  const openedMinuteMs = Math.floor(openedMs / minuteMs) * minuteMs;
  return z
    .object({
      closingType: z.enum(closingTypes, { error: required }),
      ...momentFields(zone),
      closingAddress: requiredText(1000),
      closingDescription: requiredText(10_000),
      vehicleDamaged: z.boolean(),
    })
    .refine((form) => hasHappened(form, zone), aheadFault)
    .refine((form) => !(Number(momentMs(form, zone)) < openedMinuteMs), {
      path: ['date'],
      error: message('sinister.beforeOpening'),
    });
}

export type ClosingForm = z.infer<ReturnType<typeof closingFormSchema>>;

/** A checked form as the API takes it. A sinister closed in the minute of its opening ends no earlier than it began. */
export function closingOf(
  form: ClosingForm,
  { sinisterId, openedMs, zone }: { sinisterId: number; openedMs: number; zone: string },
): SinisterClosing {
  const { date: _date, time: _time, ...fields } = form;
  const closedMs = Math.max(Date.parse(instantOf(form, zone)), openedMs);
  return { id: sinisterId, ...fields, closingDate: new Date(closedMs).toISOString() };
}
