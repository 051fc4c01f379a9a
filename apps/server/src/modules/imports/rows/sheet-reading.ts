/** What was understood of a file, before the database is asked. */
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import {
  type ImportError,
  type ImportNoun,
  type ImportPreview,
  type ImportWarning,
  mostListedImportErrors,
} from '@atalaia/contract/reports/import';
import type { CellReader } from '../cells/cell-value.ts';
import type { ImportPart } from '../columns/import-column.ts';

/** The place of a column in the file, and its heading there. */
export interface ColumnPlace {
  readonly heading: string;
  /** `C` of `C7`; null for a column that the file does not have. */
  readonly letter: string | null;
}

export type ColumnPlaces = Readonly<Record<string, ColumnPlace>>;

/** So much of a value is shown. */
const shownLength = 100;

/** Where something was found, as it is shown. */
export function placeOf(places: ColumnPlaces, row: number, column: string | null, value: string) {
  const place = column === null ? undefined : places[column];
  return {
    row,
    column,
    heading: place?.heading ?? null,
    cell: place?.letter ? `${place.letter}${row}` : null,
    value: value.slice(0, shownLength).toWellFormed().replaceAll('\0', ''),
  };
}

/** What a file is to be read as. */
export interface SpreadsheetRequest {
  readonly noun: ImportNoun;
  readonly reader: CellReader;
  /** Whether every customer must name a group: without one, who is no administrator would not see him. */
  readonly needsGroup: boolean;
  /** What columns are read as, by their letter, whatever their headings say; '' for passed over. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Nothing is saved of it: an input that is right is `{}`, since the values of 10,000 rows are much to hand over and keep. */
  readonly isPreview?: boolean;
}

/** What a row says of its customer, device or user: values by the path of their column. */
export interface PartFields {
  /** By what it is found again, as it is compared; absent where the row names none. */
  readonly key?: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

export interface ReadRow {
  /** As the spreadsheet counts, from 1. */
  readonly row: number;
  /** What would be saved; absent where something is wrong with it. Group and customer are still missing. */
  readonly input?: DeviceInput | CustomerInput;
  /** What the database is asked about, right or wrong as the rest of the row may be. */
  readonly lookups?: {
    readonly uniqueId?: string;
    readonly document?: string;
    readonly groupName?: string;
    readonly customerName?: string;
  };
  /** Of a sheet in which a row is several; absent where something is wrong with it. */
  readonly parts?: Readonly<Partial<Record<ImportPart, PartFields>>>;
}

export interface ReadSheet extends Findings {
  readonly rows: readonly ReadRow[];
  /** Of every column, by its name; those of the file from left to right. */
  readonly places: ColumnPlaces;
  readonly ignored: readonly string[];
  readonly sample: ImportPreview['sample'];
  readonly columns: ImportPreview['columns'];
  readonly fields: ImportPreview['fields'];
}

type Place = Pick<ImportError, 'row' | 'column'>;

interface Findings {
  /** The first of them. */
  readonly errors: readonly ImportError[];
  readonly errorCount: number;
  readonly warnings: readonly ImportWarning[];
  readonly warningCount: number;
}

export interface FindingsList {
  error(found: ImportError): void;
  warning(found: ImportWarning): void;
  result(): Findings;
}

/** Collects what is found: all of it is counted, and as much of it collected as is shown. */
export function createFindings(): FindingsList {
  const errors: ImportError[] = [];
  const warnings: ImportWarning[] = [];
  let [errorCount, warningCount] = [0, 0];
  return {
    error(found) {
      errorCount += 1;
      if (errors.length < mostListedImportErrors) errors.push(found);
    },
    warning(found) {
      warningCount += 1;
      if (warnings.length < mostListedImportErrors) warnings.push(found);
    },
    result: () => ({ errors, errorCount, warnings, warningCount }),
  };
}

/** By row and, within it, by column from left to right; what is about a whole row comes last. As many as are shown. */
export function inOrder<Found extends Place>(found: readonly Found[], places: ColumnPlaces): Found[] {
  const columns = new Map(Object.keys(places).map((column, at) => [column, at]));
  const at = ({ column }: Place) =>
    column === null ? Number.MAX_SAFE_INTEGER : (columns.get(column) ?? columns.size);
  return found
    .toSorted((one, other) => one.row - other.row || at(one) - at(other))
    .slice(0, mostListedImportErrors);
}
