/** What a cell of a spreadsheet holds, and how it reads as text. */

import type { ImportErrorCode } from '@atalaia/contract/reports/import';
import { formatInstant } from '@atalaia/domain/time/dates';
import type { SpeedUnit } from '@atalaia/domain/units/units';
import type { Language } from '@atalaia/phrases/phrases';

export type CellValue = string | number | boolean | Date | null;

/** Without blanks around it; '' for nothing. A date is its day, and its time where it has one. */
export function cellText(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const isDay = value.getTime() % 86_400_000 === 0;
    return formatInstant(value.getTime(), isDay ? 'formDate' : 'formDateTime', 'UTC');
  }
  return String(value).trim();
}

/**
 * Whether digits are missing from a text that was stored as a number: a spreadsheet stores fifteen, and shows an ICCID of
 * twenty as 8,955E+19.
 */
export function lostDigits(value: CellValue): boolean {
  if (typeof value === 'number') return Math.abs(value) >= 1e15;
  return typeof value === 'string' && /^\s*\d(?:[.,]\d+)?e\+\d{2}\s*$/i.test(value);
}

/** How a cell is read, and what comes of it. */
/** How the person writes numbers and dates. */
export interface CellReader {
  readonly language: Language;
  readonly timezone: string;
  readonly speedUnit: SpeedUnit;
}

/** A value as the API takes it; undefined for an empty cell. */
type ReadValue = string | number | boolean | undefined;

export type CellReading =
  | { readonly value: ReadValue; readonly error?: never }
  | { readonly error: ImportErrorCode; readonly value?: never };
