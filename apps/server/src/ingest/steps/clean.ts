/**
 * What a tracker sent, as the database and JSON can hold it: no NUL, no half of a surrogate pair, and of each key the
 * kind of value that the contract names.
 */
import { attributeValue } from '@atalaia/domain/attributes/attribute-value';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';

type Value = string | number | boolean;

export function cleanText(text: string): string {
  return isClean(text) ? text : text.replaceAll('\0', '').toWellFormed();
}

/** Returns the same object when there is nothing to change, which is nearly always. */
export function cleanAttributes(attributes: PositionAttributes): PositionAttributes {
  for (const key in attributes) {
    if (!isCleanKey(key) || !fits(key, attributes[key])) return cleaned(attributes);
  }
  return attributes;
}

/** Any plain value as JSON text with its texts and keys cleaned. */
export function cleanJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value);
  // what is not clean is written with one of these; a text may hold them too, and is then looked at more closely
  if (json !== undefined && !json.includes('\\u0000') && !json.includes('\\ud')) return json;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? cleanText(part) : withCleanKeys(part),
  );
}

function withCleanKeys(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Object.keys(part).every(isClean)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [cleanText(key), value]));
}

/** Keys that were found clean before: each attribute of each position is asked for. Trackers send them, so there are bounds. */
const cleanKeys = new Set<string>();
const mostKeys = 10_000;
const longestKey = 40;

function isCleanKey(key: string): boolean {
  if (cleanKeys.has(key)) return true;
  if (!isClean(key)) return false;
  if (cleanKeys.size < mostKeys && key.length <= longestKey) cleanKeys.add(key);
  return true;
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function fits(key: string, value: Value | undefined): boolean {
  if (value === undefined || attributeValue(key, value) !== value) return false;
  return typeof value !== 'string' || isClean(value);
}

function cleaned(attributes: PositionAttributes): PositionAttributes {
  const clean: Record<string, Value> = {};
  for (const [rawKey, value] of Object.entries(attributes)) {
    const key = cleanText(rawKey);
    const allowed = attributeValue(key, value);
    if (allowed !== undefined) clean[key] = typeof allowed === 'string' ? cleanText(allowed) : allowed;
  }
  return clean;
}
