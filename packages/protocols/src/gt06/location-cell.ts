import type { ByteReader } from '../byte-reader.ts';
import type { PositionDraft } from '../position-draft.ts';
import { type CellWidths, gsmCell, longGsmCell, lteCell, networkOf, readCell } from './cell-field.ts';
import { statusBytes } from './status-field.ts';

function setNetwork(draft: PositionDraft, reader: ByteReader, widths: CellWidths): void {
  const network = networkOf([readCell(reader, widths)]);
  if (network && !reader.overrun) draft.network = network;
}

/** A cell of known widths straight after the fix. */
export function readPlainCell(reader: ByteReader, draft: PositionDraft, widths: CellWidths): void {
  setNetwork(draft, reader, widths);
}

/**
 * A cell behind its length byte, which counts itself (with some clones it does not: then the rest is exactly a
 * status). The widths follow from the length. Length 0: no cell, its place filled with zeros or left out.
 */
export function readMeasuredCell(reader: ByteReader, draft: PositionDraft, restBytes = statusBytes): void {
  const length = reader.u8();
  if (length === 0) {
    reader.skip(Math.max(0, reader.remaining - restBytes));
    return;
  }
  const countsItself = reader.remaining - length !== restBytes;
  const cellBytes = countsItself ? length - 1 : length;
  if (cellBytes > reader.remaining) {
    reader.skip(reader.remaining + 1);
    return;
  }
  const before = reader.remaining;
  const wideNetworkCode = (reader.peekU8() & 0x80) !== 0;
  const bareBytes = cellBytes - (wideNetworkCode ? 1 : 0);
  if (bareBytes >= 15) setNetwork(draft, reader, lteCell);
  else if (bareBytes === 10) setNetwork(draft, reader, { ...longGsmCell, wideNetworkCode: true });
  else if (bareBytes === 9) setNetwork(draft, reader, longGsmCell);
  else if (bareBytes === 8) setNetwork(draft, reader, gsmCell);
  else if (bareBytes === 7) setNetwork(draft, reader, { areaBytes: 2, cellBytes: 2 });
  reader.skip(Math.max(0, cellBytes - (before - reader.remaining)));
}
