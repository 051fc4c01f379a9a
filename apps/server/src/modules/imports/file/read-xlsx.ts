import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../../../app-error.ts';
import type { CellValue } from '../cells/cell-value.ts';
import { unreadable } from './unreadable.ts';

/** Of all parts together, unpacked: some ten times what the largest import takes. */
const mostUnpackedBytes = 150 * 1024 * 1024;

/** Whether it begins as a zip archive does, and so may be a workbook. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The first sheet of a workbook. A formula is what it last came to; one without a result is an empty cell. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly CellValue[])[]> {
  refuseBombs(bytes);
  try {
    return (await readSheet(bytes.slice().buffer, 1)) as readonly (readonly CellValue[])[];
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
}

/**
 * The archive says how large its parts become, and the reader makes room for just that: a part that says too little is
 * cut and fails to be read, so the sum is the bound.
 */
function refuseBombs(bytes: Uint8Array): void {
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter({ originalSize }) {
        unpacked += originalSize;
        return false;
      },
    });
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
  if (unpacked > mostUnpackedBytes) {
    throw new AppError('spreadsheet-too-large', `the workbook unfolds to ${unpacked} bytes`);
  }
}
