import type { PositionDraft } from '../../position-draft.ts';
import type { ByteReader } from '../../wire/byte-reader.ts';
import {
  type CellWidths,
  gsmCell,
  isCountryOrNone,
  longGsmCell,
  lteCell,
  networkOf,
  readCell,
} from './cell-field.ts';

function setNetwork(draft: PositionDraft, reader: ByteReader, widths: CellWidths): void {
  const network = networkOf([readCell(reader, widths)]);
  if (network && !reader.overrun) draft.network = network;
}

/** A cell of known widths straight after the fix; false, with nothing read, when no country code is there. */
export function readPlainCell(reader: ByteReader, draft: PositionDraft, widths: CellWidths): boolean {
  if (!isCountryOrNone(reader.peekU16())) return false;
  setNetwork(draft, reader, widths);
  return !reader.overrun;
}

/** Of a cell of so many bytes; undefined when no model has such. */
function widthsOf(cellBytes: number, wideNetworkCode: boolean): CellWidths | undefined {
  const bareBytes = cellBytes - (wideNetworkCode ? 1 : 0);
  if (bareBytes === 15) return lteCell;
  if (bareBytes === 10 && !wideNetworkCode) return { ...longGsmCell, wideNetworkCode: true };
  if (bareBytes === 9) return longGsmCell;
  return bareBytes === 8 ? gsmCell : undefined;
}

/** The two widths that all documents have: of GSM and of LTE. */
function isDocumented(widths: CellWidths): boolean {
  return widths === gsmCell || widths === lteCell;
}

/** Whether what remains behind a cell of so many bytes is what the packet has there. */
type Fits = (restBytes: number, cellBytes: number) => boolean;

/** How wide the place of a cell is that is left empty: not there at all, or as wide as one. */
const emptyWidths: readonly number[] = [0, 8, 9, 10, 15, 16];

/** Zeros before the next byte that is none. */
function zerosAhead(reader: ByteReader): number {
  const bytes = reader.peekBytes(reader.remaining);
  const end = bytes.findIndex((byte) => byte !== 0);
  return end < 0 ? bytes.length : end;
}

/**
 * Behind a length of 0: zeros in the cell's place, or nothing. Of several widths that fit it is the one with which the
 * zeros end; fewer than a cell's are no cell.
 */
function skipEmptyCell(reader: ByteReader, fits: Fits): boolean {
  const zeros = zerosAhead(reader);
  const widths = emptyWidths.filter((width) => width <= zeros && fits(reader.remaining - width, width));
  const width = widths.length > 1 ? widths.find((one) => one === (zeros < 8 ? 0 : zeros)) : widths[0];
  if (width === undefined) return false;
  reader.skip(width);
  return true;
}

/**
 * A cell behind its length byte, which counts itself (with some clones, of GSM and LTE cells, it does not). The widths
 * follow from the length.
 * True when the cell is one, and what remains behind it is of a size that fits the packet.
 */
export function readMeasuredCell(reader: ByteReader, draft: PositionDraft, fits: Fits): boolean {
  const length = reader.u8();
  if (length === 0) return skipEmptyCell(reader, fits);
  const country = reader.peekU16();
  if (!isCountryOrNone(country)) return false;
  for (const cellBytes of [length - 1, length]) {
    const widths = widthsOf(cellBytes, (country & 0x8000) !== 0);
    if (!widths || !fits(reader.remaining - cellBytes, cellBytes)) continue;
    if (cellBytes === length && !isDocumented(widths)) continue;
    setNetwork(draft, reader, widths);
    return !reader.overrun;
  }
  return false;
}
