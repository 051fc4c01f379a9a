/** Values of Traccar's history as ours are. */
import { createHash } from 'node:crypto';
import { instantOfLocal } from '@atalaia/domain/time/zoned-time';

/** ms since 1970 of what the source's clock showed; NaN for what is no time. */
export function instantOf(value: unknown, zone: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?/.exec(String(value));
  if (!parts) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const ms = Number((parts[7] ?? '').padEnd(3, '0'));
  if (zone === 'UTC') return Date.UTC(year, month - 1, day, hour, minute, second, ms);
  return instantOfLocal({ year, month, day, hour, minute, second }, zone) + ms;
}

/** By which a position is found again when it comes twice. */
export function digestOf(source: string, id: unknown): string {
  return createHash('md5').update(`traccar ${source} ${id}`).digest('hex');
}
