import {
  type ImportError,
  type ImportWarning,
  mostListedImportErrors,
} from '@atalaia/contract/reports/import';
import type { ColumnPlaces } from './place.ts';

type Place = Pick<ImportError, 'row' | 'column'>;

export interface Findings {
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
