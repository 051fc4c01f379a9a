import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../../../errors/app-error.ts';
import type { CellValue } from '../cells/cell-value.ts';
import { readCsv } from './read-csv.ts';
import { refuseBombs } from './refuse-bombs.ts';
import { unreadable } from './unreadable.ts';

/**
 * The cells of a spreadsheet row by row, of a workbook those of its first sheet. Its format is found by its content, not
 * by its name. Throws `spreadsheet-unreadable` for what is neither a workbook nor text, and `spreadsheet-too-large` for
 * one that unfolds beyond any use.
 */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly CellValue[])[]> {
  return isZip(bytes) ? readXlsx(bytes) : readCsv(bytes);
}

/** Whether it begins as a zip archive does, and so may be a workbook. */
function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The first sheet of a workbook. A formula is what it last came to; one without a result is an empty cell. */
async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly CellValue[])[]> {
  try {
    refuseBombs(bytes);
    return (await readSheet(bytes.slice().buffer, 1)) as readonly (readonly CellValue[])[];
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
}
