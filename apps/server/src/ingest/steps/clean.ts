/** What a tracker told, as the database and JSON can hold it: no NUL, no half of a surrogate pair, no NaN. */
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';

type Value = string | number | boolean;

export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Returns the same object when there is nothing to change, which is nearly always. */
export function cleanAttributes(attributes: PositionAttributes): PositionAttributes {
  for (const key in attributes) {
    if (!isClean(key) || !isClean(attributes[key])) return cleaned(attributes);
  }
  return attributes;
}

/** Any plain value as JSON text with its texts cleaned. */
export function cleanJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? cleanText(part) : part));
}

function isClean(value: Value | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return typeof value === 'boolean' || Number.isFinite(value);
}

function cleaned(attributes: PositionAttributes): PositionAttributes {
  const clean: Record<string, Value> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'string') clean[cleanText(key)] = cleanText(value);
    else if (isClean(value)) clean[cleanText(key)] = value;
  }
  return clean;
}
