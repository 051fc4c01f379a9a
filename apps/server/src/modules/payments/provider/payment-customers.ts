/** The provider's customers as it answers them: texts with stray blanks, numbers where text was sent, nothing where there is nothing. */
import {
  type PaymentCustomerInput,
  paymentCustomerInputSchema,
} from '@atalaia/contract/providers/payment-provider';
import { z } from 'zod';

type FieldName = keyof PaymentCustomerInput;
const fieldNames = Object.keys(paymentCustomerInputSchema.shape) as readonly FieldName[];

/** '' where it answers that there is nothing; undefined where it does not answer. */
const answeredText = z
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
  ...(Object.fromEntries(fieldNames.map((name) => [name, answeredText])) as Readonly<
    Record<FieldName, typeof answeredText>
  >),
});

/** Its rows are read one by one: one that makes no sense does not hide the others. */
export const pageAnswerSchema = z.object({
  meta: z.object({ next: z.string().nullish() }),
  objects: z.array(z.unknown()),
});

export type CustomerAnswer = z.output<typeof customerAnswerSchema>;

/**
 * Names of the fields that a provider stores otherwise than they were sent. Masks, capitals, accents, stray blanks, leading
 * zeros and a country's code before a telephone are its own manner; a field that it does not answer is not judged, one
 * that it answers empty is.
 */
export function differingFields(sent: PaymentCustomerInput, stored: CustomerAnswer): readonly string[] {
  return fieldNames.filter((name) => {
    const answered = stored[name];
    if (answered === undefined) return false;
    const bare = addresses.has(name) ? bareAddress : bareText;
    const [ours, theirs] = [bare(sent[name] ?? ''), bare(answered)];
    return ours !== theirs && !(name === 'phone_number' && isSameNumber(ours, theirs));
  });
}

const addresses: ReadonlySet<string> = new Set(['email', 'cc_email']);

function bareAddress(text: string): string {
  return text.trim().toLowerCase();
}

function bareText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=\d+$)/, '')
    .toLowerCase();
}

/** Digits of a telephone without its country's code. */
const leastDigits = 8;

function isSameNumber(ours: string, theirs: string): boolean {
  const [short, long] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  return short.length >= leastDigits && long.endsWith(short);
}
