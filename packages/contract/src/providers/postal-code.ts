/** `GET postal-codes/{cep}`: the place of a Brazilian postal code, as a service outside returns it. */
import { z } from 'zod';

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
