/** What the provider says in a refusal. */

import {
  type PaymentCustomerInput,
  paymentCustomerInputSchema,
} from '@atalaia/contract/providers/payment-provider';
import { z } from 'zod';
import { externalText } from '../../../platform/outbound/external-text.ts';

// The provider's customers as it answers them: texts with stray blanks, numbers where text was sent, nothing where there is nothing.

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
  // whether he is in force, where the provider says it
  active: answeredText,
  is_active: answeredText,
  status: answeredText,
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

export interface Refusal {
  /** Its words by its own names of fields. */
  readonly fields: ReadonlyMap<string, string>;
  readonly words: string | undefined;
}

const longestWords = 500;
const longestName = 100;
const mostFields = 50;
const mostWords = 50;
const deepest = 4;

/**
 * What a refusal says: `{ field: [messages] }`, the same under the name of the resource (`{ customers: { … } }`), a list of
 * `{ field, message }`, a text for a field, or a text for all. A page of HTML says nothing a person could read; secrets that
 * it repeats do not come out.
 */
export function refusalIn(text: string, secrets: readonly string[] = []): Refusal {
  const fields = new Map<string, string>();
  const words: string[] = [];
  const clean = (message: string, atMost = longestWords) => externalText(message, atMost, secrets);

  function add(message: string, name: string | undefined): void {
    if (message === '') return;
    const field = name === undefined || isGeneral(name) ? '' : clean(lastStep(name), longestName);
    if (field === '') {
      if (words.length < mostWords) words.push(message);
    } else if (fields.has(field) || fields.size < mostFields) {
      fields.set(field, clean([fields.get(field), message].filter(Boolean).join(' ')));
    }
  }

  function take(value: unknown, name: string | undefined, depth: number): void {
    if (typeof value === 'string' || typeof value === 'number') add(clean(String(value)), name);
    else if (typeof value !== 'object' || value === null || depth > deepest) return;
    else if (Array.isArray(value)) for (const one of value.slice(0, mostFields)) take(one, name, depth + 1);
    else takeObject(value, depth);
  }

  function takeObject(value: object, depth: number): void {
    const entries = Object.entries(value).slice(0, mostFields);
    const [named] = entries.filter(([key, one]) => namesField.has(key) && typeof one === 'string');
    const messages = named && entries.filter(([key]) => messageKeys.has(key.toLowerCase()));
    if (named && messages && messages.length > 0) {
      for (const [, one] of messages) take(one, String(named[1]), depth + 1);
    } else {
      for (const [key, one] of entries) take(one, key, depth + 1);
    }
  }

  take(jsonIn(text), undefined, 0);
  return { fields, words: words.length > 0 ? clean(words.join(' ')) : undefined };
}

/** Keys that show which field an entry of a list is about, and the message about it. */
const namesField: ReadonlySet<string> = new Set(['field', 'param', 'parameter', 'path', 'property', 'campo']);
const messageKeys: ReadonlySet<string> = new Set([
  'message',
  'messages',
  'msg',
  'detail',
  'description',
  'mensagem',
]);

/** Names under which a provider refers to the whole, without their blanks and capitals. */
const general: ReadonlySet<string> = new Set([
  ...['detail', 'details', 'error', 'errors', 'errormessage', 'errorcode', 'message', 'messages', 'msg'],
  ...['nonfielderrors', 'all', 'mensagem', 'title', 'code', 'status'],
]);

function isGeneral(name: string): boolean {
  return general.has(bareName(name));
}

/** `customer.email`, `/customer/email` and `customers[0][email]` refer to `email`. */
function lastStep(name: string): string {
  return name.split(/[./[\]]+/).findLast((step) => step !== '' && !/^\d+$/.test(step)) ?? name;
}

const failureNames: ReadonlySet<string> = new Set(['errorcode', 'errormessage', 'error', 'errors']);

/** Whether an answer of 2xx says that it is none: it carries an error's code or words. */
export function isFailureAnswer(text: string): boolean {
  const body = /error/i.test(text) ? jsonIn(text) : undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.entries(body).some(([name, value]) => failureNames.has(bareName(name)) && hasContent(value));
}

function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
