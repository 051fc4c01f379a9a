/** Fields of text reports as numbers: what is no number of the kind requested is undefined, never 0. */

/** True for one digit or more, and nothing else, in `text[from, to)`. */
export function areDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return to > from;
}

/** The number of so many digits at an index; NaN when one of them is none. */
export function digitsAt(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** What a character is as hexadecimal digit, -1 when it is none. */
export function hexDigitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
}

/** True for so many hexadecimal digits from `from` to the end of the text. */
export function areHexDigits(text: string, from: number, count: number): boolean {
  if (text.length !== from + count) return false;
  for (let at = from; at < text.length; at += 1) if (hexDigitOf(text.charCodeAt(at)) < 0) return false;
  return true;
}

const minus = 0x2d;
const isSign = (code: number) => code === 0x2b || code === minus;

/**
 * An integer of so many digits is exact, and so is the power of ten below it: their quotient is the nearest double, the
 * one that `Number` finds with much more work.
 */
const exactDigits = 15;
export const powersOfTen: readonly number[] = Object.freeze(
  Array.from({ length: exactDigits + 1 }, (_, power) => 10 ** power),
);

/** A decimal, with or without sign and fraction. Blanks around it do not count. */
export function numberIn(field: string | undefined): number | undefined {
  if (field === undefined) return undefined;
  const text = field.charCodeAt(0) > 0x20 && field.charCodeAt(field.length - 1) > 0x20 ? field : field.trim();
  const first = isSign(text.charCodeAt(0)) ? 1 : 0;
  let digits = 0;
  let point = -1;
  for (let at = first; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === -2 && point < 0 && at > first) point = at;
    else return undefined;
  }
  if (text.length === first) return undefined;
  if (text.length - first > exactDigits) return Number(text);
  const size = point < 0 ? digits : digits / (powersOfTen[text.length - 1 - point] ?? 1);
  return text.charCodeAt(0) === minus ? -size : size;
}

export function integerIn(field: string | undefined): number | undefined {
  if (field === undefined || field.length === 0 || field.length > exactDigits) return undefined;
  const value = digitsAt(field, 0, field.length);
  return Number.isNaN(value) ? undefined : value;
}

/** Hexadecimal of at most 32 bits. */
export function hexIn(field: string | undefined): number | undefined {
  if (field === undefined || field.length === 0 || field.length > 8) return undefined;
  let value = 0;
  for (let at = 0; at < field.length; at += 1) {
    const digit = hexDigitOf(field.charCodeAt(at));
    if (digit < 0) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

/** Digits of degrees and minutes before and behind the point. */
const mostWholeDigits = 5;
const mostDecimals = 8;

/**
 * Degrees from NMEA's degrees and minutes (`2234.4026`, `11354.3277`) and a hemisphere (N, S, E, W); undefined when the
 * minutes are 60 or more, or the hemisphere is none.
 */
export function degreesIn(field: string | undefined, hemisphere: string | undefined): number | undefined {
  if (field === undefined) return undefined;
  const text = field.charCodeAt(0) > 0x20 && field.charCodeAt(field.length - 1) > 0x20 ? field : field.trim();
  const point = text.indexOf('.');
  const wholeDigits = point < 0 ? text.length : point;
  if (wholeDigits > mostWholeDigits || text.length - wholeDigits - 1 > mostDecimals) return undefined;
  if (isSign(text.charCodeAt(0))) return undefined;
  const value = numberIn(text);
  if (value === undefined) return undefined;
  const whole = Math.floor(value / 100);
  const minutes = value - whole * 100;
  if (minutes >= 60) return undefined;
  const degrees = whole + minutes / 60;
  if (hemisphere === 'N' || hemisphere === 'E') return degrees;
  return hemisphere === 'S' || hemisphere === 'W' ? -degrees : undefined;
}

/** The part of a text between two separators, counted from 0; undefined where there are not so many. */
export function partOf(text: string, separator: string, index: number): string | undefined {
  let from = 0;
  for (let passed = 0; passed < index; passed += 1) {
    const found = text.indexOf(separator, from);
    if (found < 0) return undefined;
    from = found + separator.length;
  }
  const end = text.indexOf(separator, from);
  return text.slice(from, end < 0 ? text.length : end);
}
