import type { OccurrenceInput } from '@atalaia/contract/sinisters/occurrence';
import { occurrenceCategories } from '@atalaia/domain/catalog/sinister-kinds';
import { z } from 'zod';
import {
  aheadFault,
  hasHappened,
  instantOf,
  momentFields,
  required,
  requiredText,
} from '../sinister-moment.ts';

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
