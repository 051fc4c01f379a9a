/**
 * A workbook (.xlsx) that is written while its rows come, so that a sheet takes as much memory with a million rows as
 * with one.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type CellStyle, cellXml, type SheetCell } from './cell-xml.ts';
import { rowsEnd, sheetPath, sheetStart, stylesXml, workbookParts } from './workbook-parts.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export interface WorkbookStream {
  /** Rows of the sheet that is being written. Returns the next bytes of the file, which may be none yet. */
  rows(rows: readonly (readonly SheetCell[])[]): Bytes;
  /** Ends the sheet and begins the next one. */
  nextSheet(): void;
  /** The last bytes. */
  end(): Bytes;
}

export interface SheetHead {
  readonly name: string;
  /** Titles with their widths in characters. */
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  /** Of the titles; bold unless given. */
  readonly titleStyle?: CellStyle;
}

/** Deflate's quickest: it halves the time of the next level for a tenth more bytes. */
const level = 1;
const bold: CellStyle = { isBold: true };

/** Writes the first sheet at once; each has one row of titles, which stays in view. */
export function createWorkbookStream(sheets: readonly SheetHead[]): WorkbookStream {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const styles = createStyles();
  let sheet: ZipDeflate | undefined;
  let sheetCount = 0;
  let row = 0;

  function begin(path: string): ZipDeflate {
    const part = new ZipDeflate(path, { level });
    zip.add(part);
    return part;
  }
  const write = (cells: readonly SheetCell[]) => {
    row += 1;
    const xml = cells.map((cell, index) => cellXml(cell, index, row, styles.numberOf));
    return `<row r="${row}">${xml.join('')}</row>`;
  };

  function nextSheet(): void {
    const head = sheets[sheetCount];
    if (!head) throw new RangeError('the workbook has no further sheet');
    sheet?.push(strToU8(rowsEnd), true);
    sheet = begin(sheetPath(sheetCount));
    sheetCount += 1;
    row = 0;
    const { columns, titleStyle: style = bold } = head;
    const titles = write(columns.map(({ title: value }) => ({ value, style })));
    sheet.push(strToU8(sheetStart(columns.map(({ width }) => width)) + titles));
  }

  const taken = (): Bytes => {
    const bytes = joined(pieces);
    pieces = [];
    return bytes;
  };

  for (const [path, text] of workbookParts(sheets.map(({ name }) => name)))
    begin(path).push(strToU8(text), true);
  nextSheet();
  return {
    rows(rows) {
      sheet?.push(strToU8(rows.map(write).join('')));
      return taken();
    },
    nextSheet,
    end() {
      if (sheetCount < sheets.length) throw new RangeError('a sheet of the workbook was not written');
      sheet?.push(strToU8(rowsEnd), true);
      // last, since every style that was met is in it
      begin('xl/styles.xml').push(strToU8(stylesXml(styles.all)), true);
      zip.end();
      return taken();
    },
  };
}

/** The styles that were met, each once, whether it came as the same object or as an equal one. */
function createStyles() {
  const all: CellStyle[] = [{}];
  const numbers = new Map<string, number>();
  const known = new WeakMap<CellStyle, number>();
  return {
    all,
    numberOf(style: CellStyle): number {
      const before = known.get(style);
      if (before !== undefined) return before;
      const key = JSON.stringify(style);
      const number = numbers.get(key) ?? all.push(style) - 1;
      numbers.set(key, number);
      known.set(style, number);
      return number;
    },
  };
}

function joined(pieces: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
