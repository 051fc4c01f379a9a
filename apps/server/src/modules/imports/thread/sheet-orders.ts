/** What the server asks of the thread of the spreadsheets. */
import type { ImportNoun } from '@atalaia/contract/reports/import';
import type { CellReader } from '../cells/cell-reading.ts';
import type { ReadRow, ReadSheet, SpreadsheetRequest } from '../rows/sheet-reading.ts';
import type { SheetReader } from '../spreadsheet/sheet-reader.ts';

/**
 * - `template`: its bytes come as one answer.
 * - `read`: the first answer is the sheet without its rows, which come in pieces; undefined at their end.
 * - `list`: each question brings rows as JSON with commas between, each answer the next bytes of the file; the question
 *   without rows brings its end.
 */
export type SheetOrder =
  | { readonly kind: 'template'; readonly noun: ImportNoun; readonly reader: CellReader }
  | { readonly kind: 'read'; readonly bytes: Uint8Array<ArrayBuffer>; readonly wish: SpreadsheetRequest }
  | { readonly kind: 'list'; readonly list: SheetList; readonly reader: SheetReader };

/** Lists that there are as spreadsheets. */
export type SheetList = 'devices' | 'alarms' | 'silentDevices';

export interface SheetQuestion {
  readonly rows?: string;
}

export type SheetAnswer =
  | Uint8Array<ArrayBuffer>
  | { readonly sheet: Omit<ReadSheet, 'rows'> }
  | { readonly rows: readonly ReadRow[] }
  | undefined;
