/**
 * One AVL record: time u64 ms | priority u8 | longitude i32, latitude i32 (1e-7 degrees) | altitude i16 | angle u16 |
 * satellites u8 | speed u16 km/h | event id | [generation u8, codec 16] | element count | elements by width 1, 2, 4, 8,
 * 16 where the tracker is set to, and of any width in 8 extended, each width behind its count.
 * Ids have one byte in codec 8, two in 16 and 8 extended; counts have one byte, two in 8 extended.
 * Source: Teltonika wiki, "Teltonika Data Sending Protocols".
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { areDigits } from '../wire/field-text.ts';
import { isInstant } from '../wire/tracker-clock.ts';
import { readBeacons, readTags } from './beacon-list.ts';
import { driverCardHead, driverCardTail, gnssSpeed, iccidParts } from './io-element.ts';
import { isOtherInFmb6, setElement, setFmb6Element, setWideElement } from './io-value.ts';

/** GSM cell 205 (or 636 for LTE), area 206, operator 241 as country and network in one number. */
const ids = Object.freeze({ gsmCell: 'io205', area: 'io206', lteCell: 'io636' });

function take(draft: PositionDraft, key: string): number | undefined {
  const value = draft.attributes[key];
  delete draft.attributes[key];
  return typeof value === 'number' ? value : undefined;
}

/** Country code and network code of an operator number such as 72405 or 310260. */
function operatorOf(code: unknown): { mobileCountryCode: number; mobileNetworkCode: number } | undefined {
  if (typeof code !== 'string' || code.length < 5 || code.length > 6 || !areDigits(code, 0, code.length)) {
    return undefined;
  }
  return { mobileCountryCode: Number(code.slice(0, 3)), mobileNetworkCode: Number(code.slice(3)) };
}

/** Moves the cell's elements from the attributes into the network, when they make a whole cell. */
function setNetwork(draft: PositionDraft): void {
  const { attributes } = draft;
  const operator = operatorOf(attributes.operator);
  const wide = attributes[ids.lteCell] !== undefined;
  if (!operator || attributes[ids.area] === undefined) return;
  if (attributes[ids.gsmCell] === undefined && !wide) return;
  const locationAreaCode = take(draft, ids.area) ?? 0;
  const gsmCellId = take(draft, ids.gsmCell);
  const cellId = take(draft, ids.lteCell) ?? gsmCellId ?? 0;
  if (cellId === 0) return;
  draft.network = {
    radioType: wide ? 'lte' : 'gsm',
    cellTowers: [{ ...operator, locationAreaCode, cellId }],
  };
}

const vinIds: ReadonlySet<number> = new Set([256, 325]);
const faultCodesId = 281;
const plainBeaconsId = 385;
const tagListIds: ReadonlySet<number> = new Set([548, 10828, 10829, 10831, 11317]);

/** Sets what a codec 8 extended element of any length reports; one that cannot be read is kept as hexadecimal. */
function setVariableElement(draft: PositionDraft, id: number, value: Uint8Array): void {
  const { attributes } = draft;
  if (value.length === 0) return;
  if (vinIds.has(id)) setText(attributes, 'vin', value);
  else if (id === faultCodesId) setText(attributes, 'dtcs', value);
  else if (id === plainBeaconsId && readBeacons(value, draft)) return;
  else if (tagListIds.has(id) && readTags(value, draft)) return;
  else attributes[`io${id}`] = hexText(value);
}

function setText(attributes: AttributeDraft, key: string, value: Uint8Array): void {
  const text = withoutControls(byteText(value)).replace(/,/g, ' ');
  if (text !== '' && isPrintable(value.filter((byte) => byte !== 0))) attributes[key] = text;
}

interface RecordCodec {
  readonly idBytes: 1 | 2;
  readonly countBytes: 1 | 2;
  readonly generation: boolean;
  readonly variable: boolean;
  /** Elements of sixteen bytes too, which nothing in the packet announces. */
  readonly sixteen?: boolean;
}

/** Codecs 8, 16 and 8 extended. */
export const recordCodecs: ReadonlyMap<number, RecordCodec> = new Map<number, RecordCodec>([
  [0x08, { idBytes: 1, countBytes: 1, generation: false, variable: false }],
  [0x10, { idBytes: 2, countBytes: 1, generation: true, variable: false }],
  [0x8e, { idBytes: 2, countBytes: 2, generation: false, variable: true }],
]);

const fixedWidths = Object.freeze([1, 2, 4] as const);

function readNumber(reader: ByteReader, width: 1 | 2 | 4): number {
  if (width === 1) return reader.u8();
  return width === 2 ? reader.u16() : reader.u32();
}

/** The state of the receiver in one byte, which FMB6 and FM6xxx alone have. */
const fmb6Status = 71;

const mostIds = 512;
/** Ids of one byte that FMB6 has something else by: which family speaks is known behind all of that width. */
const shared = Uint8Array.from({ length: mostIds }, (_, id) => (isOtherInFmb6(id, 1) ? 1 : 0));

interface HeldElement {
  readonly id: number;
  readonly value: number;
}

function setHeld(
  held: readonly HeldElement[],
  isOfFmb6: boolean,
  event: number,
  attributes: AttributeDraft,
): void {
  for (const { id, value } of held) {
    if (isOfFmb6) setFmb6Element(attributes, id, value, 1, event);
    else setElement(attributes, id, value, 1, event);
  }
}

/** The count of all elements is reported too; it is not relied on, since the widths' own counts say the same. */
function readElements(reader: ByteReader, codec: RecordCodec, event: number, draft: PositionDraft): void {
  const { attributes } = draft;
  const { idBytes, countBytes } = codec;
  // FM63 and FMB630 alone speak the codec that tells why a record was made
  let isOfFmb6 = codec.generation;
  let held: HeldElement[] | undefined;
  reader.skip(countBytes);
  for (const width of fixedWidths) {
    if (held && width > 1) setHeld(held, isOfFmb6, event, attributes);
    held = undefined;
    const count = readNumber(reader, countBytes);
    for (let index = 0; index < count && !reader.overrun; index += 1) {
      const id = readNumber(reader, idBytes);
      const value = readNumber(reader, width);
      if (width === 1 && shared[id] === 1) {
        held ??= [];
        held.push({ id, value });
        continue;
      }
      if (width === 1 && id === fmb6Status) isOfFmb6 = true;
      if (isOfFmb6 && isOtherInFmb6(id, width)) setFmb6Element(attributes, id, value, width, event);
      else setElement(attributes, id, value, width, event);
    }
  }
  const wideCount = readNumber(reader, countBytes);
  for (let index = 0; index < wideCount && !reader.overrun; index += 1) {
    const id = readNumber(reader, idBytes);
    setWideElement(attributes, id, reader.bigU64());
  }
  const sixteenCount = codec.sixteen ? readNumber(reader, countBytes) : 0;
  for (let index = 0; index < sixteenCount && !reader.overrun; index += 1) {
    const id = readNumber(reader, idBytes);
    attributes[`io${id}`] = reader.hex(16);
  }
  const variableCount = codec.variable ? reader.u16() : 0;
  for (let index = 0; index < variableCount && !reader.overrun; index += 1) {
    const id = reader.u16();
    setVariableElement(draft, id, reader.bytes(reader.u16()));
  }
}

/** Every record of a packet, or undefined when its bytes do not hold exactly so many. */
export function readRecords(
  reader: () => ByteReader,
  codec: RecordCodec,
  count: number,
): PositionDraft[] | undefined {
  return readAll(reader(), codec, count) ?? readAll(reader(), { ...codec, sixteen: true }, count);
}

function readAll(reader: ByteReader, codec: RecordCodec, count: number): PositionDraft[] | undefined {
  const drafts: PositionDraft[] = [];
  for (let index = 0; index < count; index += 1) {
    const draft = readRecord(reader, codec);
    if (!draft) return undefined;
    drafts.push(draft);
  }
  return reader.remaining === 0 ? drafts : undefined;
}

/** Both halves of a tachograph's card, as its driver. */
function setCardDriver(attributes: AttributeDraft): void {
  const { [driverCardHead]: head, [driverCardTail]: tail } = attributes;
  if (head === undefined && tail === undefined) return;
  delete attributes[driverCardHead];
  delete attributes[driverCardTail];
  const card = `${head ?? ''}${tail ?? ''}`.trim();
  if (card !== '') attributes.driverUniqueId = card;
}

/** The parts of a card's number, as one. */
function setCardNumber(attributes: AttributeDraft): void {
  const { iccidPart1, iccidPart2, iccidPart3 } = attributes;
  if (iccidPart1 === undefined && iccidPart2 === undefined && iccidPart3 === undefined) return;
  if (!(iccidPart1 || iccidPart2 || iccidPart3)) return;
  for (const key of iccidParts) delete attributes[key];
  const number = `${iccidPart1 ?? ''}${iccidPart2 ?? ''}${iccidPart3 ?? ''}`.trim();
  if (/^[0-9A-Fa-f]{18,22}$/.test(number)) attributes.iccid = number;
}

/** The record as a position, or undefined when the bytes do not hold one. */
function readRecord(reader: ByteReader, codec: RecordCodec): PositionDraft | undefined {
  const draft = draftAt(reader.u64());
  const { attributes } = draft;
  attributes.priority = reader.u8();
  const longitude = reader.i32() / 1e7;
  const latitude = reader.i32() / 1e7;
  const altitude = reader.i16();
  const angle = reader.u16();
  attributes.sat = reader.u8();
  const speedKph = reader.u16();
  const event = readNumber(reader, codec.idBytes);
  if (event > 0) attributes.event = String(event);
  if (codec.generation) reader.skip(1);
  readElements(reader, codec, event, draft);
  if (reader.overrun || !isInstant(draft.fixTimeMs)) return undefined;
  const repeatedSpeedKnots = attributes[gnssSpeed];
  if (repeatedSpeedKnots !== undefined) delete attributes[gnssSpeed];
  setPlace(draft, latitude, longitude, attributes.sat > 0);
  if (draft.latitude !== undefined) {
    setAltitude(draft, altitude);
    setCourse(draft, angle);
    setSpeed(draft, typeof repeatedSpeedKnots === 'number' ? repeatedSpeedKnots : knotsFromKph(speedKph));
  }
  setNetwork(draft);
  setCardNumber(attributes);
  setCardDriver(attributes);
  return draft;
}
