/** Values of Traccar's history as ours are. */
import { createHash } from 'node:crypto';
import { instantOfLocal } from '@atalaia/domain/time/zoned-time';

/** Minutes of a source's clock whose instants are kept: a zone's rules cost more than the rest of a row. */
const keptMinutes = 10_000;
const minutes = new Map<string, number>();

/** ms since 1970 of what the source's clock showed; NaN for what is no time. */
export function instantOf(value: unknown, zone: string): number {
  const parts = /^((\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)):(\d\d)(?:\.(\d{1,3})\d*)?/.exec(String(value));
  if (!parts) return Number.NaN;
  const key = `${zone} ${parts[1]}`;
  let minuteMs = minutes.get(key);
  if (minuteMs === undefined) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(2, 7).map(Number);
    minuteMs = instantOfLocal({ year, month, day, hour, minute, second: 0 }, zone);
    if (minutes.size === keptMinutes) minutes.clear();
    minutes.set(key, minuteMs);
  }
  return minuteMs + Number(parts[7]) * 1000 + Number((parts[8] ?? '').padEnd(3, '0'));
}

/** By which a position is found again when it comes twice. */
export function digestOf(source: string, id: unknown): string {
  return createHash('md5').update(`traccar ${source} ${id}`).digest('hex');
}
