import { parseFormInstant } from '@atalaia/domain/time/dates';
import { instantOfLocal } from '@atalaia/domain/time/zoned-time';
import type { CellReading, CellValue } from './cell-value.ts';

const dayMs = 86_400_000;
/** Day 0 of a spreadsheet's calendar. */
const dayZeroMs = Date.UTC(1899, 11, 30);
/** 31/12/9999 in that calendar. */
const lastDay = 2_958_465;

/**
 * An instant as ISO 8601, from a date cell, from a plain number of days since 1899, or from a text: `dd/MM/yyyy` or
 * `yyyy-MM-dd`, a time after it or none, in the person's zone; ISO with its offset in its own.
 */
export function readDate(value: CellValue, timezone: string): CellReading {
  const instantMs = instantOf(value, timezone);
  const isInstant = instantMs !== undefined && Math.abs(instantMs) <= 8.64e15;
  return isInstant ? { value: new Date(instantMs).toISOString() } : { error: 'not-a-date' };
}

function instantOf(value: CellValue, timezone: string): number | undefined {
  if (value instanceof Date) return wallClock(value, timezone);
  if (typeof value === 'number') {
    if (value < 1 || value > lastDay) return undefined;
    return wallClock(new Date(dayZeroMs + Math.round(value * dayMs)), timezone);
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i.test(text)) return numberOrNone(Date.parse(text));
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d))?(?::\d\d)?$/.exec(text);
  if (!iso) return parseFormInstant(text, timezone);
  const [, year, month, day, time] = iso;
  return parseFormInstant(`${day}/${month}/${year}${time ? ` ${time}` : ''}`, timezone);
}

/** A date cell has a local time and no zone; its reader gives it as if it were UTC. */
function wallClock(date: Date, timezone: string): number | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const local = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
  return instantOfLocal(local, timezone);
}

function numberOrNone(instantMs: number): number | undefined {
  return Number.isNaN(instantMs) ? undefined : instantMs;
}
