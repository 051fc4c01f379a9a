/** What the provider's failures and refusals mean. */
import { DeliveryFailed } from '../../delivery-failed.ts';
import { PaymentFailed } from '../../payment-failed.ts';

/** What a failed call means; `isWrite` where what was sent may have been taken although no answer came. */
export function paymentFailure(error: unknown, isWrite: boolean, key: string): unknown {
  if (!(error instanceof DeliveryFailed)) return error;
  const { status } = error;
  if (status === 401 || status === 403) return new PaymentFailed('key-refused');
  if (status === 404 || status === 410) return new PaymentFailed('gone');
  if (status !== undefined && status >= 400 && status < 500 && error.isLasting) {
    return new PaymentFailed('refused', refusalIn(error.answer ?? '', key));
  }
  return new PaymentFailed(isWrite && !error.certainlyNotSent ? 'uncertain' : 'unreachable');
}

const longestWords = 500;
const mostFields = 50;

/**
 * What a refusal says: `{ field: [messages] }`, the same under the name of the resource (`{ customers: { … } }`), a text for
 * a field, or a text for all. A page of HTML says nothing a person could read; a key that it repeats does not come out.
 */
export function refusalIn(
  text: string,
  key = '',
): { fields: ReadonlyMap<string, string>; words: string | undefined } {
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
  take(parsed(key === '' ? text : text.replaceAll(key, '…')), undefined, 0);
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
