import type { PaymentFault } from '@atalaia/contract/payment-link';
import { DeliveryFailed } from '../../delivery-failed.ts';

/** A call to the payment provider that did not do what it was for, and what may have come of it. Never holds the key. */
export class PaymentFailed extends Error {
  override readonly name = 'PaymentFailed';
  readonly fault: PaymentFault;
  /** Its words by its own names of fields; empty where it refused no field. */
  readonly fields: ReadonlyMap<string, string>;
  /** Its words beyond fields. */
  readonly words: string | undefined;

  constructor(
    fault: PaymentFault,
    facts: { fields?: ReadonlyMap<string, string>; words?: string | undefined } = {},
  ) {
    super(`the payment provider: ${fault}`);
    this.fault = fault;
    this.fields = facts.fields ?? new Map();
    this.words = facts.words;
  }
}

/** What a failed call means; `isWrite` where what was sent may have been taken although no answer came. */
export function paymentFailure(error: unknown, isWrite: boolean): unknown {
  if (!(error instanceof DeliveryFailed)) return error;
  const { status } = error;
  if (status === 401 || status === 403) return new PaymentFailed('key-refused');
  if (status === 404 || status === 410) return new PaymentFailed('gone');
  if (status !== undefined && status >= 400 && status < 500 && error.isLasting) {
    return new PaymentFailed('refused', refusalIn(error.answer ?? ''));
  }
  return new PaymentFailed(isWrite && !error.certainlyNotSent ? 'uncertain' : 'unreachable');
}

const longestWords = 500;
const mostFields = 50;

/**
 * What a refusal says: `{ field: [messages] }`, the same under the name of the resource (`{ customers: { … } }`), a text for
 * a field, or a text for all. A page of HTML says nothing a person could read.
 */
export function refusalIn(text: string): { fields: ReadonlyMap<string, string>; words: string | undefined } {
  const fields = new Map<string, string>();
  const words: string[] = [];
  const take = (value: unknown, name: string | undefined, depth: number): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const said = oneLine(String(value));
      if (said === '') return;
      if (name === undefined || general.has(name)) words.push(said);
      else if (fields.size < mostFields) fields.set(name, [fields.get(name), said].filter(Boolean).join(' '));
      return;
    }
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 10)) take(one, name, depth + 1);
    } else if (typeof value === 'object' && value !== null && depth < 4) {
      for (const [key, one] of Object.entries(value)) take(one, key, depth + 1);
    }
  };
  take(parsed(text), undefined, 0);
  return { fields, words: words.length > 0 ? words.join(' ').slice(0, longestWords) : undefined };
}

/** Names under which a provider speaks of the whole. */
const general = new Set([
  'detail',
  'error',
  'error_message',
  'message',
  'non_field_errors',
  '__all__',
  'errorcode',
]);

function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestWords);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
