/**
 * Binary reports with places (+RSP, +BSP from the memory; events +EVT, +BVT):
 *
 *     header | type u8 | mask u32 | [length u16] | [device type u8] [protocol u16] [firmware u16] | unique id 8 |
 *     [battery %] [external mV] [analog mV…] [inputs] [outputs] [motion state] [satellites] | what the event reports |
 *     id and type u8 | number u8 | places | [mileage and hours] | [send time 7] | count u16 | checksum u16 | 0D 0A
 *     place: HDOP u8 | [0.1 km/h u24] [course u16] [metres i16] | longitude i32 | latitude i32 (millionths) | UTC 7 |
 *            [country u16, network u16, area u16, cell u16 or u32, reserved u8]
 *
 * The mask's bits 0 to 3 are speed, course, altitude and cell, 4 the send time, 7 length, 8 to 10 the types, 11 battery, 12 external
 * power, 13 to 15 analog inputs, 16 inputs, 17 outputs, 18 motion, 19 satellites, 20 to 23 mileage and hours. Which of 11 to
 * 17 a model has, and how wide, differs: the motion state behind them decides. The first place is found by what it must be.
 * Source: GV200 @Track Air Interface Protocol 5.01, 3.2 (AT+GTHRM) and 4.3; events and the shorter layout:
 * github.com/traccar/traccar Gl200BinaryProtocolDecoder.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  addAlarm,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText } from '../wire/byte-text.ts';
import { compressedType, readCompressed } from './hex-compressed.ts';
import { type HexTail, readHexClock, readTailOf, readUniqueId, tailBytes } from './hex-message.ts';
import { readState } from './hex-vehicle-state.ts';

interface HexReport {
  readonly uniqueId: string;
  readonly drafts: readonly PositionDraft[];
  readonly tail: HexTail;
}

const eventNames: ReadonlyMap<number, string> = new Map([
  [6, 'BPL'],
  [15, 'UPD'],
  [17, 'IDF'],
  [21, 'GSS'],
  [23, 'CRA'],
  [26, 'GES'],
  [31, 'GPJ'],
  [33, 'JDS'],
  [34, 'UPC'],
  [35, 'RMD'],
  [45, 'VGN'],
  [46, 'VGF'],
]);
const locationNames: ReadonlyMap<number, string> = new Map([
  [3, 'LCB'],
  [8, 'GEO'],
]);

const eventEffects: Readonly<Record<string, (attributes: AttributeDraft, own: Uint8Array) => void>> = {
  BPL: (attributes) => addAlarm(attributes, 'lowBattery'),
  CRA: (attributes) => addAlarm(attributes, 'accident'),
  GES: (attributes) => addAlarm(attributes, 'geofence'),
  GPJ: (attributes, own) => addAlarm(attributes, own[1] === 3 ? 'jamming' : undefined),
  JDS: (attributes, own) => addAlarm(attributes, own[0] === 2 ? 'jamming' : undefined),
  VGN: (attributes) => {
    attributes.ignition = true;
  },
  VGF: (attributes) => {
    attributes.ignition = false;
  },
};

const hasBit = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1;

/** Bytes of a place before its cell. */
function placeBytes(mask: number): number {
  return 1 + (hasBit(mask, 0) ? 3 : 0) + (hasBit(mask, 1) ? 2 : 0) + (hasBit(mask, 2) ? 2 : 0) + 15;
}

function readPlace(reader: ByteReader, mask: number, receivedMs: number): PositionDraft {
  const hdop = reader.u8();
  const speedKph = hasBit(mask, 0) ? reader.u24() / 10 : undefined;
  const course = hasBit(mask, 1) ? reader.u16() : undefined;
  const altitude = hasBit(mask, 2) ? reader.i16() : undefined;
  const longitude = reader.i32() / 1e6;
  const latitude = reader.i32() / 1e6;
  const draft = draftAt(readHexClock(reader) ?? receivedMs);
  setPlace(draft, latitude, longitude, hdop > 0);
  if (draft.latitude === undefined) return draft;
  if (hdop > 0) draft.attributes.hdop = hdop;
  else draft.outdated = true;
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  if (course !== undefined) setCourse(draft, course);
  if (altitude !== undefined) setAltitude(draft, altitude);
  return draft;
}

const mostPlaces = 15;

/** Whether a place may be at an index: a fix, or nothing at all. */
function isPlace(frame: Uint8Array, at: number, mask: number): boolean {
  if ((frame[at] ?? 0) > 50) return false;
  const reader = new ByteReader(frame, at + placeBytes(mask) - 15);
  const [longitude, latitude] = [reader.i32(), reader.i32()];
  if (Math.abs(longitude) > 180e6 || Math.abs(latitude) > 90e6) return false;
  if (longitude === 0 && latitude === 0 && reader.peekU8() === 0) {
    return frame.subarray(at, at + placeBytes(mask)).every((byte) => byte === 0);
  }
  const year = frame[at + placeBytes(mask) - 7] === 0x07 || frame[at + placeBytes(mask) - 7] === 0x08;
  return year && readHexClock(reader) !== undefined;
}

function placeIndex(frame: Uint8Array, from: number, mask: number): number {
  const to = frame.length - tailBytes - placeBytes(mask);
  for (let at = from + 1; at <= to; at += 1) {
    const number = frame[at - 1] ?? 0;
    if (number >= 1 && number <= mostPlaces && isPlace(frame, at, mask)) return at;
  }
  return -1;
}

const cellBytes = 9;
const meterBits: readonly (readonly [bit: number, bytes: number])[] = [
  [20, 3],
  [21, 5],
  [22, 3],
  [23, 6],
];

function packedDecimal(word: number): number {
  const hex = word.toString(16);
  return /^\d+$/.test(hex) ? Number(hex) : word;
}

function readCell(reader: ByteReader, wide: boolean, draft: PositionDraft): void {
  const mobileCountryCode = packedDecimal(reader.u16());
  const mobileNetworkCode = packedDecimal(reader.u16());
  const locationAreaCode = reader.u16();
  const cellId = wide ? reader.u32() : reader.u16();
  reader.skip(1);
  if (mobileCountryCode === 0 || cellId === 0) return;
  draft.network = { cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }] };
}

/** Mileages (whole km and tenths) and hours (h, min, s) of the journey and in all, when all four are there. */
function readMeters(reader: ByteReader, mask: number, attributes: AttributeDraft): void {
  if (!meterBits.every(([bit]) => hasBit(mask, bit))) return;
  const trip = reader.u16() + reader.u8() / 10;
  const total = reader.u32() + reader.u8() / 10;
  reader.skip(3);
  const hours = reader.u32() * 3600 + reader.u8() * 60 + reader.u8();
  if (reader.overrun) return;
  attributes.tripOdometer = Math.round(trip * 1000);
  attributes.odometer = Math.round(total * 1000);
  attributes.hours = hours * 1000;
}

function readPlaces(frame: Uint8Array, at: number, mask: number, receivedMs: number): PositionDraft[] {
  const number = frame[at - 1] ?? 0;
  const end = frame.length - tailBytes - (hasBit(mask, 4) ? 7 : 0);
  const meters = meterBits.reduce((sum, [bit, bytes]) => sum + (hasBit(mask, bit) ? bytes : 0), 0);
  const step = placeBytes(mask) + (hasBit(mask, 3) ? cellBytes : 0);
  const left = end - at - number * step - meters;
  // the cell of newer networks has two bytes more
  const wide = left === 2 * number && (number === 1 || !isPlace(frame, at + step, mask));
  const reader = new ByteReader(frame, at, end);
  const drafts: PositionDraft[] = [];
  for (let index = 0; index < number && !reader.overrun; index += 1) {
    const draft = readPlace(reader, mask, receivedMs);
    if (hasBit(mask, 3)) readCell(reader, wide, draft);
    if (!reader.overrun) drafts.push(draft);
  }
  const last = drafts.at(-1);
  if (last && (left === 0 || wide)) readMeters(reader, mask, last.attributes);
  return drafts;
}

function nameOf(isEvent: boolean, type: number): string {
  return (isEvent ? eventNames : locationNames).get(type) ?? `${isEvent ? 'EVT' : 'RSP'}${type}`;
}

/** A report of places or an event; undefined when it is none. */
export function readHexLocation(frame: Uint8Array, receivedMs: number): HexReport | undefined {
  const header = byteText(frame, 1, 4);
  const isEvent = header.endsWith('VT');
  const reader = new ByteReader(frame, 4);
  const type = reader.u8();
  const mask = reader.u32();
  reader.skip((hasBit(mask, 7) ? 2 : 0) + (hasBit(mask, 8) ? 1 : 0) + (hasBit(mask, 9) ? 2 : 0));
  const firmware = hasBit(mask, 10) ? reader.u16() : undefined;
  const uniqueId = readUniqueId(reader);
  if (uniqueId === undefined) return undefined;
  const attributes: AttributeDraft = { type: nameOf(isEvent, type) };
  if (firmware !== undefined) attributes.versionFw = `${firmware >> 8}.${firmware & 0xff}`;
  if (header.startsWith('B')) attributes.archive = true;
  const tail = readTailOf(frame, hasBit(mask, 4));
  attributes.index = tail.count;
  const stateFrom = frame.length - reader.remaining;
  const from = readState(frame, stateFrom, mask, attributes);
  const compressed = !isEvent && type === compressedType;
  const at = compressed ? from : placeIndex(frame, from, mask);
  const drafts = compressed
    ? readCompressed(frame, from, frame.length - tailBytes)
    : at < 0
      ? [draftAt(tail.sentMs ?? receivedMs)]
      : readPlaces(frame, at, mask, receivedMs);
  const last = drafts.at(-1);
  if (!last) return undefined;
  if (isEvent)
    eventEffects[attributes.type as string]?.(attributes, frame.subarray(from, Math.max(from, at)));
  else if (type === 8 && at > 1) setFence(attributes, frame[at - 2] ?? 0);
  Object.assign(last.attributes, { ...attributes, ...last.attributes });
  for (const draft of drafts) {
    draft.attributes.type = attributes.type ?? '';
    if (attributes.archive === true) draft.attributes.archive = true;
    if (tail.sentMs !== undefined) draft.deviceTimeMs = tail.sentMs;
  }
  return { uniqueId, drafts, tail };
}

/** Id in the high four bits; 0 leaves, 1 enters. */
function setFence(attributes: AttributeDraft, idAndType: number): void {
  attributes.geofence = String(idAndType >> 4);
  const type = idAndType & 0x0f;
  addAlarm(attributes, type === 0 ? 'geofenceExit' : type === 1 ? 'geofenceEnter' : 'geofence');
}
