/**
 * Batch CCE (CFF by another name) of the later models, numbers least significant byte first:
 *
 *     reports left in the cache u32 | number of reports u16 | reports
 *     report: its bytes u16 | number of its elements u16 | four lists, of values of one, two, four and counted bytes
 *     list: number of elements u8 | elements: number (1 byte, or 2 from FE00 on), [length u8], value
 *
 * Source: Meitrack T366, T633L and P88L GPRS Protocol, 1.2, and a public decoder.
 */

import { draftAt, type PositionDraft, setPlace } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { type ElementDraft, fourByteElements, oneByteElements, twoByteElements } from './elements.ts';
import { u16, u32 } from './little-endian.ts';
import { type Received, readWideElement } from './wide-elements.ts';

const extended = 0xfe;

/** Its two lengths and four empty lists. */
const leastReportBytes = 8;

function readNumber(reader: ByteReader): number {
  return reader.peekU8() === extended ? reader.u16() : reader.u8();
}

type Elements = typeof oneByteElements;

function readList(
  reader: ByteReader,
  found: ElementDraft,
  elements: Elements,
  readValue: (reader: ByteReader) => number,
): void {
  for (let left = reader.u8(); left > 0 && !reader.overrun; left -= 1) {
    const set = elements.get(readNumber(reader));
    const value = readValue(reader);
    if (!reader.overrun) set?.(found, value);
  }
}

function readWideList(reader: ByteReader, draft: PositionDraft, received: Received): void {
  for (let left = reader.u8(); left > 0 && !reader.overrun; left -= 1) {
    const id = readNumber(reader);
    const value = reader.bytes(reader.u8());
    if (!reader.overrun) readWideElement(id, new ByteReader(value), draft, received);
  }
}

/** A report within the bytes that it says it has; what later firmware adds at their end is left alone. */
function readReport(batch: ByteReader, { receivedMs, settings }: DecodeContext): PositionDraft {
  const reader = new ByteReader(batch.bytes(u16(batch)));
  u16(reader);
  const draft = draftAt(receivedMs);
  const found: ElementDraft = { draft, settings, fixed: false };
  readList(reader, found, oneByteElements, (source) => source.u8());
  readList(reader, found, twoByteElements, u16);
  readList(reader, found, fourByteElements, u32);
  const received: Received = { cellTowers: [], wifiAccessPoints: [] };
  readWideList(reader, draft, received);
  const { cellTowers, wifiAccessPoints } = received;
  if (cellTowers.length > 0 || wifiAccessPoints.length > 0) {
    draft.network = {
      ...(cellTowers.length > 0 && { cellTowers }),
      ...(wifiAccessPoints.length > 0 && { wifiAccessPoints }),
    };
  }
  if (found.latitude !== undefined && found.longitude !== undefined) {
    setPlace(draft, found.latitude, found.longitude, found.fixed);
  }
  if (reader.overrun) batch.overrun = true;
  return draft;
}

/** The reports of a batch; undefined when they do not fill it. */
export function readElementBatch(body: Uint8Array, context: DecodeContext): PositionDraft[] | undefined {
  const reader = new ByteReader(body);
  u32(reader);
  const count = u16(reader);
  if (reader.overrun || count === 0 || count * leastReportBytes > reader.remaining) return undefined;
  const drafts: PositionDraft[] = [];
  while (drafts.length < count && !reader.overrun) drafts.push(readReport(reader, context));
  return reader.overrun ? undefined : drafts;
}
