/** Instants as clients of the field write them beside ISO 8601 in full. */

/** Seconds may be absent; a `+` that nobody encoded arrives as a blank. */
const written =
  /^([+-]?\d{4,6}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(?:([zZ])|([+\- ])(\d{2})(?::?(\d{2}))?)$/;

/** Milliseconds since 1970: from 1973, so that a small number is taken for what it is. */
const milliseconds = /^\d{12,14}$/;

/** In full, for example `2026-11-21T03:00:00Z`; undefined for what is none, one without an offset among it. */
export function instantOf(text: string): string | undefined {
  if (milliseconds.test(text)) return new Date(Number(text)).toISOString();
  const [, day, minutes, seconds = ':00', utc, sign, hours, rest = '00'] = written.exec(text) ?? [];
  if (!day || !minutes) return undefined;
  if (utc) return `${day}T${minutes}${seconds}Z`;
  return `${day}T${minutes}${seconds}${sign === '-' ? '-' : '+'}${hours}:${rest}`;
}
