/** What the provider answers, as it does: texts with stray blanks, numbers where text was sent, nothing where there is nothing. */
import { z } from 'zod';

const told = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => String(value ?? '').trim());

export const customerAnswerSchema = z.object({
  id: z
    .union([z.string(), z.number()])
    .transform((id) => String(id).trim())
    .refine((id) => id !== ''),
  ...{ cc_email: told, email: told, full_name: told, cpf_cnpj: told, phone_number: told, postal_code: told },
  ...{
    number: told,
    neighborhood: told,
    complement: told,
    street: told,
    city: told,
    state: told,
    type: told,
  },
  notes: told,
});

export const pageAnswerSchema = z.object({
  meta: z.object({ next: z.string().nullish() }),
  objects: z.array(customerAnswerSchema),
});

export type CustomerAnswer = z.output<typeof customerAnswerSchema>;
