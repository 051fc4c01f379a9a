import type { SinisterOpening } from '@atalaia/contract/sinisters/sinister';
import { openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { z } from 'zod';
import {
  aheadFault,
  hasHappened,
  instantOf,
  momentFields,
  required,
  requiredText,
} from '../sinister-moment.ts';

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
