import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../../../errors/app-error.ts';
import type { CellValue } from '../cells/cell-value.ts';
import { unreadable } from '../thread/sheet-orders.ts';

/** Of all parts together, unpacked: some ten times what the largest import takes. */
const mostUnpackedBytes = 150 * 1024 * 1024;
/** The reader makes room for every cell up to the last row and column, empty as they may be. */
const mostCells = 5_000_000;

/** Throws `spreadsheet-too-large` for a workbook that is small as a file and unfolds beyond any use. */
function refuseBombs(bytes: Uint8Array): void {
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

const separators = [';', ',', '\t'] as const;

/** Comma- or semicolon-separated text, as spreadsheets of either language save it; tabs too. */
function readCsv(bytes: Uint8Array): readonly (readonly CellValue[])[] {
  const text = textOf(bytes);
  if (text === undefined) throw unreadable('it is neither a workbook nor text');
  const { separator, rest } = separatorOf(text);
  try {
    return parse(rest, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
    });
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The separator that is most frequent in the first line, outside of quotes; a line `sep=;` says it. */
function separatorOf(text: string): { readonly separator: string; readonly rest: string } {
  const declared = /^sep=(.)\r?\n/i.exec(text);
  if (declared?.[1]) return { separator: declared[1], rest: text.slice(declared[0].length) };
  const [line = ''] = text.split(/\r\n|\r|\n/, 1);
  const open = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => open.split(separator).length;
  const separator = separators.toSorted((one, other) => count(other) - count(one))[0];
  return { separator: separator ?? ';', rest: text };
}

/**
 * Bytes as text: UTF-8, UTF-16 by its mark, else Windows-1252, in which Brazilian spreadsheets save their texts; line by line
 * where it is no whole UTF-8, since a file may be put together of both, or be cut. Undefined for what is no text at all.
 */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  // a text has no such bytes, a picture within its first few
  if (bytes.subarray(0, 4_096).some((byte) => byte < 0x09)) return undefined;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const windows = new TextDecoder('windows-1252');
  const decoded = (piece: Uint8Array) => {
    try {
      return utf8.decode(piece);
    } catch {
      return undefined;
    }
  };
  const whole = decoded(bytes);
  if (whole !== undefined) return whole;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end + 1);
    lines.push(decoded(line) ?? windows.decode(line));
    at += line.length;
  }
  return lines.join('');
}

const lineFeed = 0x0a;

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
