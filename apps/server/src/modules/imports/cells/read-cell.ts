import { isPlainText } from '@atalaia/contract/values/values';
import { parseFormInstant } from '@atalaia/domain/time/dates';
import { instantOfLocal, isTimezone } from '@atalaia/domain/time/zoned-time';
import { readTypedNumber } from '@atalaia/domain/units/number-text';
import { foldText } from '@atalaia/domain/units/search-text';
import { knotsFromSpeed, type SpeedUnit } from '@atalaia/domain/units/units';
import type { Language } from '@atalaia/phrases/languages';
import { languages } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { Choice, ImportColumn } from '../columns/import-column.ts';
import { type CellReader, type CellReading, type CellValue, cellText, lostDigits } from './cell-value.ts';

const dayMs = 86_400_000;
/** Day 0 of a spreadsheet's calendar. */
const dayZeroMs = Date.UTC(1899, 11, 30);
/** 31/12/9999 in that calendar. */
const lastDay = 2_958_465;

/**
 * An instant as ISO 8601, from a date cell, from a plain number of days since 1899, or from a text: `dd/MM/yyyy` or
 * `yyyy-MM-dd`, a time after it or none, in the person's zone; ISO with its offset in its own.
 */
function readDate(value: CellValue, timezone: string): CellReading {
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

const usualMost = 255;
const badInLongText = /[\0]/;
/** Knots (see the contract's device). */
const mostKnots = 2_000;

/** Reads one cell of a column. `unit` is the one that the heading names. */
export function readCell(
  column: ImportColumn,
  value: CellValue,
  reader: CellReader,
  unit: SpeedUnit = reader.speedUnit,
): CellReading {
  const text = cellText(value);
  if (text === '') return column.required ? { error: 'required' } : { value: undefined };
  switch (column.kind) {
    case 'number':
      return within(readNumber(value, reader.language), 0, Number.MAX_SAFE_INTEGER);
    case 'speed': {
      const speed = within(readNumber(value, reader.language), 0, Number.MAX_SAFE_INTEGER);
      if (typeof speed.value !== 'number') return speed;
      return within(knotsFromSpeed(speed.value, unit), 0, mostKnots);
    }
    case 'day':
      return whole(within(readNumber(value, reader.language), 1, 31));
    case 'year': {
      const year = whole(within(readNumber(value, reader.language), 1900, 2100));
      return year.error ? year : { value: String(year.value) };
    }
    case 'flag':
      return readFlag(value, text);
    case 'choice':
      return readChoice(column.choices ?? [], text);
    case 'timezone':
      return isTimezone(text) ? { value: text } : { error: 'unknown-timezone' };
    case 'date':
      return readDate(value, reader.timezone);
    case 'document':
      return readText(column, value, typeof value === 'number' ? withZeros(text) : text);
    default:
      return readText(column, value, text);
  }
}

/** What a formula comes to that could not be worked out, in either language: no name or number of anything. */
const failedFormula =
  /^#(?:n\/[ad]|ref!|value!|valor!|div\/0!|name\?|nome\?|n[uú]m!|null!|nulo!|spill!|despejar!|calc!)$/i;

function readText(
  { kind, most = usualMost, tidy }: ImportColumn,
  value: CellValue,
  text: string,
): CellReading {
  if (lostDigits(value)) return { error: 'digits-lost' };
  if (failedFormula.test(text)) return { error: 'invalid' };
  const isBad = kind === 'long-text' ? badInLongText.test(text) : !isPlainText(text);
  if (isBad || !text.isWellFormed()) return { error: 'bad-characters' };
  if (text.length > most) return { error: 'too-long' };
  return { value: tidy ? tidy(text) : text };
}

function within(number: number | undefined, least: number, most: number): CellReading {
  if (number === undefined) return { error: 'not-a-number' };
  return number >= least && number <= most ? { value: number } : { error: 'out-of-range' };
}

function whole(reading: CellReading): CellReading {
  return reading.error || Number.isInteger(reading.value) ? reading : { error: 'not-a-number' };
}

const yes = new Set(['sim', 's', 'yes', 'y', 'true', 'verdadeiro', '1', 'x']);
const no = new Set(['nao', 'n', 'no', 'false', 'falso', '0', '-']);

function readFlag(value: CellValue, text: string): CellReading {
  if (typeof value === 'boolean') return { value };
  const word = foldText(text);
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { error: 'not-yes-or-no' };
}

const readings = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>();

function readChoice(choices: readonly Choice[], text: string): CellReading {
  const known = readings.get(choices) ?? wordsOf(choices);
  readings.set(choices, known);
  const value = known.get(foldText(text));
  return value === undefined ? { error: 'not-in-list' } : { value };
}

/** The values themselves come last, so that a name is never taken for another's value. */
function wordsOf(choices: readonly Choice[]): ReadonlyMap<string, string> {
  return new Map([
    ...choices.flatMap(({ value, name }) =>
      languages.map((language) => [foldText(say(language, name)), value] as const),
    ),
    ...choices.map(({ value }) => [foldText(value), value] as const),
  ]);
}

/** A CPF has eleven digits and a CNPJ fourteen; a number has no zeros before it. */
function withZeros(digits: string): string {
  return digits.padStart(digits.length > 11 ? 14 : 11, '0');
}

/** A number, or a text that is one in the person's way of writing it. */
function readNumber(value: CellValue, language: Language): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readTypedNumber(value, language) : undefined;
}
