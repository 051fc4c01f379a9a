import { isTimezone, localTimeAt } from '@atalaia/domain/time/zoned-time';

/** Minutes by which the zone's clock is ahead of UTC at an instant (summer time counted); undefined for no IANA zone. */
export function minutesAhead(zone: string, instantMs: number): number | undefined {
  if (!isTimezone(zone)) return undefined;
  const { year, month, day, hour, minute, second } = localTimeAt(instantMs, zone);
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - instantMs) / 60_000);
}
