import type { ImportNoun } from '@atalaia/contract/import';
import { foldText } from '@atalaia/domain/search-text';
import { type SpeedUnit, speedUnits, unitSigns } from '@atalaia/domain/units';
import { languages } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { columnName, type ImportColumn } from './import-column.ts';
import { nounColumns } from './noun-columns.ts';

export interface KnownHeading {
  readonly column: ImportColumn;
  /** The unit it names, `Speed limit (mph)`. */
  readonly unit: SpeedUnit | undefined;
}

const columnsByHeading = new Map(
  (Object.keys(nounColumns) as ImportNoun[]).map((noun) => [noun, byHeading(nounColumns[noun].columns)]),
);

/** The column that a heading means: by its name in either language or in the API, whatever its case and accents. */
export function readHeading(noun: ImportNoun, heading: string): KnownHeading | undefined {
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
