import type { ImportNoun } from '@atalaia/contract/reports/import';
import { columnLetter } from '@atalaia/domain/spreadsheet/cell-xml';
import { foldText } from '@atalaia/domain/units/search-text';
import { type SpeedUnit, speedUnits, unitSigns } from '@atalaia/domain/units/units';
import { languages } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { type CellValue, cellText } from '../cells/cell-value.ts';
import { columnName, columnTitle, type ImportColumn, titleIn } from '../columns/import-column.ts';
import { keyPaths, nounColumns } from '../columns/noun-columns.ts';
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
  const bareNames = columns.map((column) => [
    key(columnName({ path: column.path })),
    ...languages.map((language) => key(say(language, column.title))),
  ]);
  // where a row is several, `Placa` is the device's, and `Nome` nobody's
  const owners = new Map<string, Set<ImportColumn>>();
  for (const [at, names] of bareNames.entries()) {
    const column = columns[at];
    if (column) for (const name of names) owners.set(name, (owners.get(name) ?? new Set()).add(column));
  }
  return new Map(
    columns.flatMap((column, at) => [
      ...(bareNames[at] ?? [])
        .filter((name) => !column.part || owners.get(name)?.size === 1)
        .map((name) => [name, column] as const),
      [key(columnName(column)), column] as const,
      ...languages.map((language) => [key(titleIn(language, column)), column] as const),
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
  /** Every heading, from left to right. */
  readonly all: readonly {
    readonly letter: string;
    readonly heading: string;
    readonly index: number;
    readonly column: string | null;
  }[];
  /** Whether every required column is there, each once. */
  readonly isComplete: boolean;
}

/** A title may be above the headings: they are looked for in the first rows. */
const rowsSearched = 10;

/** The row with the most headings that are known; what is missing or there twice is an error of it. */
export function readHeadings(
  { noun, reader, columns: mapped = {} }: SpreadsheetRequest,
  cells: readonly (readonly CellValue[])[],
  findings: FindingsList,
): Headings {
  const { columns } = nounColumns[noun];
  const candidates = cells.slice(0, rowsSearched).map((values) => foundIn(noun, values));
  const index = headingsAt(candidates, cells);
  const found = foundIn(noun, cells[index] ?? [], mapped);
  const known = found.filter(({ column }, at) => found.findIndex((other) => other.column === column) === at);
  const absent = columns.filter((column) => !known.some((one) => one.column === column));
  const places = Object.fromEntries<ColumnPlace>([
    ...known.map(({ column, heading, letter }) => [columnName(column), { heading, letter }] as const),
    ...absent.map(
      (column) => [columnName(column), { heading: columnTitle(column, reader), letter: null }] as const,
    ),
  ]);

  const twice = found.filter((one) => !known.includes(one));
  const isNamed = known.some(({ column: { part, path } }) => part && path === keyPaths[part]);
  const missing = absent.filter(
    ({ required, part, path }) => required || (part && path === keyPaths[part] && !isNamed),
  );
  const row = index + 1;
  for (const { column, heading, letter } of twice) {
    const at = { ...placeOf(places, row, columnName(column), heading), heading, cell: `${letter}${row}` };
    findings.error({ ...at, code: 'column-twice' });
  }
  for (const column of missing) {
    findings.error({ ...placeOf(places, row, columnName(column), ''), code: 'column-missing' });
  }
  const all = (cells[index] ?? []).flatMap((value, at) => {
    const heading = cellText(value).slice(0, 100);
    const column = found.find((one) => one.index === at)?.column;
    const named = column ? columnName(column) : null;
    return heading === '' ? [] : [{ heading, letter: columnLetter(at), index: at, column: named }];
  });
  const ignored = all
    .filter(({ column, letter }) => column === null && mapped[letter] === undefined)
    .map(({ heading }) => heading);
  return { index, known, places, ignored, all, isComplete: twice.length + missing.length === 0 };
}

/** Where none is known, the row with the most texts may be the one whose columns a person names. */
function headingsAt(
  candidates: readonly (readonly FoundColumn[])[],
  cells: readonly (readonly CellValue[])[],
): number {
  const most = Math.max(0, ...candidates.map(({ length }) => length));
  if (most > 0) return candidates.findIndex(({ length }) => length === most);
  const texts = cells
    .slice(0, rowsSearched)
    .map((values) => values.filter((value) => typeof value === 'string' && value.trim() !== '').length);
  return Math.max(0, texts.indexOf(Math.max(0, ...texts)));
}

function foundIn(
  noun: ImportNoun,
  values: readonly CellValue[],
  mapped: Readonly<Record<string, string>> = {},
): FoundColumn[] {
  return values.flatMap((value, index) => {
    const heading = cellText(value);
    const letter = columnLetter(index);
    const name = mapped[letter];
    const column =
      name === undefined ? undefined : nounColumns[noun].columns.find((one) => columnName(one) === name);
    const asHeaded = heading === '' ? undefined : readHeading(noun, heading);
    const read = name === undefined ? asHeaded : column && { column, unit: asHeaded?.unit };
    return read ? [{ ...read, heading, index, letter }] : [];
  });
}
