import type { CellValue } from '../cells/cell-value.ts';
import { readCsv } from './read-csv.ts';
import { isZip, readXlsx } from './read-xlsx.ts';

/**
 * The cells of a spreadsheet row by row, of a workbook those of its first sheet. What it is is told by its content, not
 * by its name. Throws `spreadsheet-unreadable` for what is neither a workbook nor text, and `spreadsheet-too-large` for
 * one that unfolds beyond any use.
 */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly CellValue[])[]> {
  return isZip(bytes) ? readXlsx(bytes) : readCsv(bytes);
}
