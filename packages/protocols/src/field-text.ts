/** Fields of text reports as numbers: what is no number of the kind asked for is undefined, never 0. */

/** True for one digit or more, and nothing else, in `text[from, to)`. */
export function areDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return to > from;
}

const isSign = (code: number) => code === 0x2b || code === 0x2d;

/** A decimal, with or without sign and fraction. Blanks around it do not count. */
export function numberIn(field: string | undefined): number | undefined {
  if (field === undefined) return undefined;
  const text = field.charCodeAt(0) > 0x20 && field.charCodeAt(field.length - 1) > 0x20 ? field : field.trim();
  const first = isSign(text.charCodeAt(0)) ? 1 : 0;
  const point = text.indexOf('.', first);
  const whole = point < 0 ? text.length : point;
  if (!areDigits(text, first, whole)) return undefined;
  if (point >= 0 && point + 1 < text.length && !areDigits(text, point + 1, text.length)) return undefined;
  return Number(text);
}

export function integerIn(field: string | undefined): number | undefined {
  return field !== undefined && field.length <= 15 && areDigits(field, 0, field.length)
    ? Number(field)
    : undefined;
}

/** Hexadecimal of at most 32 bits. */
export function hexIn(field: string | undefined): number | undefined {
  return field !== undefined && /^[0-9A-Fa-f]{1,8}$/.test(field) ? Number.parseInt(field, 16) : undefined;
}

/**
 * Degrees from NMEA's degrees and minutes (`2234.4026`, `11354.3277`) and a hemisphere (N, S, E, W); undefined when the
 * minutes are 60 or more, or the hemisphere is none.
 */
export function degreesIn(field: string | undefined, hemisphere: string | undefined): number | undefined {
  if (field === undefined || !/^\s*\d{1,5}(\.\d{0,8})?\s*$/.test(field)) return undefined;
  const value = Number(field);
  const whole = Math.floor(value / 100);
  const minutes = value - whole * 100;
  if (minutes >= 60) return undefined;
  const degrees = whole + minutes / 60;
  if (hemisphere === 'N' || hemisphere === 'E') return degrees;
  return hemisphere === 'S' || hemisphere === 'W' ? -degrees : undefined;
}
