import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../../../app-error.ts';
import type { CellValue } from '../cells/cell-value.ts';
import { refuseBombs } from './refuse-bombs.ts';
import { unreadable } from './unreadable.ts';

/** Whether it begins as a zip archive does, and so may be a workbook. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The first sheet of a workbook. A formula is what it last came to; one without a result is an empty cell. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly CellValue[])[]> {
  try {
    refuseBombs(bytes);
    return (await readSheet(bytes.slice().buffer, 1)) as readonly (readonly CellValue[])[];
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
}
