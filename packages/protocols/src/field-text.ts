/** Fields of text reports as numbers: what is no number of the kind asked for is undefined, never 0. */

/** A decimal, with or without sign and fraction. */
export function numberIn(field: string | undefined): number | undefined {
  if (field === undefined || !/^\s*[+-]?\d+(\.\d*)?\s*$/.test(field)) return undefined;
  return Number(field);
}

export function integerIn(field: string | undefined): number | undefined {
  return field !== undefined && /^\d{1,15}$/.test(field) ? Number(field) : undefined;
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
