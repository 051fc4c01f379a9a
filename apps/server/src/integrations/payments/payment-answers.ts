/** What the provider answers, as it does: texts with stray blanks, numbers where text was sent, nothing where there is nothing. */
import { z } from 'zod';

/** '' where it tells that there is nothing; undefined where it does not tell. */
const told = z
  .union([z.string(), z.number(), z.boolean()])
  .nullable()
  .transform((value) => String(value ?? '').trim())
  .optional();

/** A number or a word: nothing that would lead elsewhere in an address, or that could not be stored. */
export const providerIdSchema = z
  .union([z.string(), z.number()])
  .transform((id) => String(id).trim())
  .refine((id) => /^(?!\.+$)[\u0021-\u007e]{1,128}$/.test(id));

export const customerAnswerSchema = z.object({
  id: providerIdSchema,
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

/** Its rows are read one by one: one that makes no sense does not hide the others. */
export const pageAnswerSchema = z.object({
  meta: z.object({ next: z.string().nullish() }),
  objects: z.array(z.unknown()),
});

export type CustomerAnswer = z.output<typeof customerAnswerSchema>;
