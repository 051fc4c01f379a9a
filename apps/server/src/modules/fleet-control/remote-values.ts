/** The provider's values in the form in which they are compared: texts without needless blanks, null for nothing. */
import { externalText } from '../../platform/outbound/external-text.ts';

const longest = 255;

export type Remote = Readonly<Record<string, unknown>>;

/** A text or a number as text; blanks within it single. */
export function word(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = externalText(String(value), longest, []);
  return text === '' ? null : text;
}

export function digits(value: unknown): string | null {
  return word(word(value)?.replaceAll(/\D/g, ''));
}

/** A Brazilian telephone number without the country's prefix. */
export function phone(value: unknown): string | null {
  const all = digits(value);
  return all && /^55\d{10,11}$/.test(all) ? all.slice(2) : all;
}

/** Letters and digits in capitals: a plate, a document, a chassis. */
export function bareCode(value: unknown): string | null {
  return word(
    word(value)
      ?.replaceAll(/[^a-z0-9]/gi, '')
      .toUpperCase(),
  );
}

/** The first number in a value (`80`, `12,5km/L`), as text. */
export function figure(value: unknown): string | null {
  const found = /\d+(?:[.,]\d+)?/.exec(word(value) ?? '')?.[0];
  if (found === undefined) return null;
  const number = Math.round(Number(found.replace(',', '.')) * 10) / 10;
  return number > 0 ? String(number) : null;
}

/** Number of another thing there; 0 and nothing are none. */
export function reference(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

export function part(value: unknown): Remote {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Remote) : {};
}

export function parts(value: unknown): readonly Remote[] {
  return Array.isArray(value) ? value.map(part) : [];
}
