/** Entities of the card payment and billing provider, in its own words (PAY-01). */
import { z } from 'zod';

const text = z.string();

/** `cc_email` and `notes` go as empty text when absent (CUS-03). */
export const paymentCustomerInputSchema = z.object({
  cc_email: text,
  email: text,
  full_name: text,
  cpf_cnpj: text,
  phone_number: text,
  postal_code: text,
  number: text,
  neighborhood: text,
  complement: text.nullable(),
  street: text,
  city: text,
  state: text,
  type: text,
  notes: text,
});

export const paymentSellerInputSchema = z.object({
  email: text,
  password: text,
  first_name: text,
  last_name: text,
  cpf_cnpj: text,
  business_description: text,
  birthdate: text,
  phone_number: text,
  postal_code: text,
  street: text,
  number: text,
  complement: text.nullable(),
  neighborhood: text,
  city: text,
  state: text,
  taxpayer_id: text,
  types: text,
  /** At most 16 characters, the provider's own bound. */
  statement_descriptor: z.string().max(16),
});

export type PaymentCustomerInput = z.infer<typeof paymentCustomerInputSchema>;
export type PaymentSellerInput = z.infer<typeof paymentSellerInputSchema>;
