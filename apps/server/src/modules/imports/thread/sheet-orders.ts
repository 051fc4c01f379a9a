/** What the server asks of the thread of the spreadsheets. */
import type { ImportNoun } from '@atalaia/contract/reports/import';
import type { Settings } from '@atalaia/domain/catalog/settings';
import type { Language } from '@atalaia/phrases/phrases';
import { AppError } from '../../../errors/app-error.ts';
import type { CellReader, CellValue } from '../cells/cell-value.ts';
import type { ReadRow, ReadSheet, SpreadsheetRequest } from '../rows/sheet-reading.ts';

/** In which language, zone and units a person reads and writes spreadsheets. */
export interface SheetReader extends Pick<Settings, 'timezone' | 'speedUnit' | 'twelveHourFormat'> {
  readonly language: Language;
}

/**
 * - `template`: its bytes come as one answer.
 * - `read`: the first answer is the sheet without its rows, which come in pieces; undefined at their end.
 * - `cells`: the cells of a file, row by row in pieces; undefined at their end.
 * - `list`: each question brings rows as JSON with commas between, each answer the next bytes of the file; the question
 *   without rows brings its end.
 */
export type SheetOrder =
  | { readonly kind: 'template'; readonly noun: ImportNoun; readonly reader: CellReader }
  | { readonly kind: 'read'; readonly bytes: Uint8Array<ArrayBuffer>; readonly wish: SpreadsheetRequest }
  | { readonly kind: 'cells'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'list'; readonly list: SheetList; readonly reader: SheetReader };

/** Lists that there are as spreadsheets. */
export type SheetList =
  | 'devices'
  | 'alarms'
  | 'silentDevices'
  | 'callOuts'
  | 'campaign'
  | 'moneyAtRisk'
  | 'differences'
  | 'simCards';

export interface SheetQuestion {
  readonly rows?: string;
}

export type SheetAnswer =
  | Uint8Array<ArrayBuffer>
  | { readonly sheet: Omit<ReadSheet, 'rows'> }
  | { readonly rows: readonly ReadRow[] }
  | { readonly cells: readonly (readonly CellValue[])[] }
  | undefined;

export function unreadable(reason: string): AppError {
  return new AppError('spreadsheet-unreadable', `the file is no spreadsheet that can be read: ${reason}`);
}
