/** How a cell is read, and what comes of it. */
import type { ImportErrorCode } from '@atalaia/contract/reports/import';
import type { SpeedUnit } from '@atalaia/domain/units/units';
import type { Language } from '@atalaia/phrases/phrases';

/** How the person writes numbers and dates. */
export interface CellReader {
  readonly language: Language;
  readonly timezone: string;
  readonly speedUnit: SpeedUnit;
}

/** A value as the API takes it; undefined for an empty cell. */
export type ReadValue = string | number | boolean | undefined;

export type CellReading =
  | { readonly value: ReadValue; readonly error?: never }
  | { readonly error: ImportErrorCode; readonly value?: never };
