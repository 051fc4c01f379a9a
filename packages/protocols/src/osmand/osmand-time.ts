import { instantFromIso, isInstant, type Zone } from '../wire/tracker-clock.ts';

/** A number up to here counts seconds, a larger one milliseconds: as seconds it would be beyond the year 5000. */
const latestSeconds = 100_000_000_000;

/**
 * The instant of a `timestamp`, ms since 1970 UTC: seconds or milliseconds since 1970, ISO 8601, or a wall clock
 * (`yyyy-MM-dd HH:mm:ss`) of `zone`. Undefined when it is none.
 */
export function readTimestamp(value: string | number, zone: Zone): number | undefined {
  const text = String(value).trim();
  if (!/^\d{1,16}(\.\d+)?$/.test(text)) return instantFromIso(text, zone);
  const number = Number(text);
  const timeMs = Math.round(number < latestSeconds ? number * 1000 : number);
  return isInstant(timeMs) ? timeMs : undefined;
}
