/** `GET server/geocode`: the address of a place, as plain text. */
import { z } from 'zod';

const degreesText = (most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,17})?$/, 'must be degrees like -22.9056')
    .refine((text) => Math.abs(Number(text)) <= most, `must be from -${most} to ${most}`);

export const geocodeQuerySchema = z.object({ latitude: degreesText(90), longitude: degreesText(180) });

/** `GET server/places`: where what a person types may be, such as a street with its number. */
export const placesQuerySchema = z.object({ text: z.string().trim().min(3).max(200) });

export const namedPlaceSchema = z.object({ name: z.string(), latitude: z.number(), longitude: z.number() });

export type NamedPlace = z.infer<typeof namedPlaceSchema>;

/** `GET postal-codes/{cep}`: the place of a Brazilian postal code, as a service outside returns it. */
/** A CEP with its hyphen or without. */
export const postalCodeParamsSchema = z.object({
  cep: z.string().regex(/^\d{5}-?\d{3}$/, 'must be eight digits like 60311-280'),
});

/** A code of a whole town has neither street nor neighbourhood: they are empty. */
export const postalCodeAddressSchema = z.object({
  street: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  /** Two-letter code of a Brazilian state. */
  state: z.string(),
});

export type PostalCodeAddress = z.infer<typeof postalCodeAddressSchema>;
