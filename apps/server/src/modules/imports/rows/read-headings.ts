import type { ImportNoun } from '@atalaia/contract/reports/import';
import { columnLetter } from '@atalaia/domain/spreadsheet/cell-xml';
import { foldText } from '@atalaia/domain/units/search-text';
import { type SpeedUnit, speedUnits, unitSigns } from '@atalaia/domain/units/units';
import { languages } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { type CellValue, cellText } from '../cells/cell-value.ts';
import { columnName, columnTitle, type ImportColumn } from '../columns/import-column.ts';
import { nounColumns } from '../columns/noun-columns.ts';
import {
  type ColumnPlace,
  type ColumnPlaces,
  type FindingsList,
  placeOf,
  type SpreadsheetRequest,
} from './sheet-reading.ts';

interface KnownHeading {
  readonly column: ImportColumn;
  /** The unit it names, `Speed limit (mph)`. */
  readonly unit: SpeedUnit | undefined;
}

const columnsByHeading = new Map(
  (Object.keys(nounColumns) as ImportNoun[]).map((noun) => [noun, byHeading(nounColumns[noun].columns)]),
);

/** The column that a heading means: by its name in either language or in the API, whatever its case and accents. */
function readHeading(noun: ImportNoun, heading: string): KnownHeading | undefined {
  const unit = speedUnits.find((one) => bare(heading).endsWith(`(${unitSigns[one]})`));
  const column = columnsByHeading.get(noun)?.get(key(heading));
  return column && { column, unit };
}

function byHeading(columns: readonly ImportColumn[]): ReadonlyMap<string, ImportColumn> {
  return new Map(
    columns.flatMap((column) => [
      [key(columnName(column)), column] as const,
      ...languages.map((language) => [key(say(language, column.title)), column] as const),
    ]),
  );
}

function bare(heading: string): string {
  return foldText(heading)
    .replaceAll(/[\s*]+/g, ' ')
    .trim();
}

/** Without what follows in brackets: a unit, a hint. */
function key(heading: string): string {
  return bare(heading.replace(/\s*\([^()]*\)[\s*]*$/, ''));
}

export interface FoundColumn extends ColumnPlace {
  readonly column: ImportColumn;
  /** Within the row, from 0. */
  readonly index: number;
  readonly unit: SpeedUnit | undefined;
}

export interface Headings {
  /** Their row, from 0. */
  readonly index: number;
  /** From left to right. */
  readonly known: readonly FoundColumn[];
  readonly places: ColumnPlaces;
  readonly ignored: readonly string[];
  /** Whether every required column is there, each once. */
  readonly isComplete: boolean;
}

/** A title may be above the headings: they are looked for in the first rows. */
const rowsSearched = 10;

/** The row with the most headings that are known; what is missing or there twice is an error of it. */
export function readHeadings(
  { noun, reader }: SpreadsheetRequest,
  cells: readonly (readonly CellValue[])[],
  findings: FindingsList,
): Headings {
  const { columns } = nounColumns[noun];
  const candidates = cells.slice(0, rowsSearched).map((values) => foundIn(noun, values));
  const most = Math.max(0, ...candidates.map(({ length }) => length));
  const isMost = ({ length }: readonly FoundColumn[]) => length === most;
  const index = Math.max(0, candidates.findIndex(isMost));
  const found = candidates[index] ?? [];
  const known = found.filter(({ column }, at) => found.findIndex((other) => other.column === column) === at);
  const absent = columns.filter((column) => !known.some((one) => one.column === column));
  const places = Object.fromEntries<ColumnPlace>([
    ...known.map(({ column, heading, letter }) => [columnName(column), { heading, letter }] as const),
    ...absent.map(
      (column) => [columnName(column), { heading: columnTitle(column, reader), letter: null }] as const,
    ),
  ]);

  const twice = found.filter((one) => !known.includes(one));
  const missing = absent.filter(({ required }) => required);
  const row = index + 1;
  for (const { column, heading, letter } of twice) {
    const at = { ...placeOf(places, row, columnName(column), heading), heading, cell: `${letter}${row}` };
    findings.error({ ...at, code: 'column-twice' });
  }
  for (const column of missing) {
    findings.error({ ...placeOf(places, row, columnName(column), ''), code: 'column-missing' });
  }
  const texts = (cells[index] ?? []).map(cellText);
  const ignored = texts.filter((text) => text !== '' && !readHeading(noun, text));
  return { index, known, places, ignored, isComplete: twice.length + missing.length === 0 };
}

function foundIn(noun: ImportNoun, values: readonly CellValue[]): FoundColumn[] {
  return values.flatMap((value, index) => {
    const heading = cellText(value);
    const read = heading === '' ? undefined : readHeading(noun, heading);
    return read ? [{ ...read, heading, index, letter: columnLetter(index) }] : [];
  });
}
