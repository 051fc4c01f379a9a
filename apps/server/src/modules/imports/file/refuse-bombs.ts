import { unzipSync } from 'fflate';
import { AppError } from '../../../errors/app-error.ts';

/** Of all parts together, unpacked: some ten times what the largest import takes. */
const mostUnpackedBytes = 150 * 1024 * 1024;
/** The reader makes room for every cell up to the last row and column, empty as they may be. */
const mostCells = 5_000_000;

/** Throws `spreadsheet-too-large` for a workbook that is small as a file and unfolds beyond any use. */
export function refuseBombs(bytes: Uint8Array): void {
  refuseLargeParts(bytes);
  const sheets = unzipSync(bytes, { filter: ({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name) });
  for (const sheet of Object.values(sheets)) refuseFarCells(Buffer.from(sheet).toString('latin1'));
}

/**
 * The archive says how large its parts become, and whoever unfolds them makes room for just that: a part that says too
 * little is cut and fails to be read, so the sum is the bound.
 */
function refuseLargeParts(bytes: Uint8Array): void {
  let unpacked = 0;
  unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > mostUnpackedBytes) throw tooLarge(`the workbook unfolds to ${unpacked} bytes`);
}

function refuseFarCells(xml: string): void {
  let [lastRow, lastColumn] = [0, 0];
  for (const [, letters = '', row = ''] of xml.matchAll(/<(?:row|c) [^>]*?\br="([A-Z]*)(\d+)"/g)) {
    lastRow = Math.max(lastRow, Number(row));
    lastColumn = Math.max(lastColumn, columnNumber(letters));
  }
  if (lastRow * lastColumn > mostCells) {
    throw tooLarge(`the sheet reaches to row ${lastRow} and column ${lastColumn}`);
  }
}

/** `A` is 1, `AA` 27. */
function columnNumber(letters: string): number {
  let number = 0;
  for (let at = 0; at < letters.length; at += 1) number = number * 26 + letters.charCodeAt(at) - 64;
  return number;
}

function tooLarge(message: string): AppError {
  return new AppError('spreadsheet-too-large', message);
}
