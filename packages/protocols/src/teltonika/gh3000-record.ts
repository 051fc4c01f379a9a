/**
 * A record of codec 7 (GH3000 and its kin): time u32 (two bits priority, thirty bits seconds since 2007) | mask u8
 * (bit 0 place, 1 to 3 elements of 1, 2 and 4 bytes). The place has a mask of its own: 0 latitude and longitude as
 * floats, 1 altitude u16, 2 course in 256ths of a circle, 3 speed u8 km/h, 4 satellites u8, 5 area and cell u16,
 * 6 signal u8, 7 operator u32. (Layout: read in traccar's decoder.)
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
import type { ByteReader } from '../wire/byte-reader.ts';

export const gh3000Codec = 0x07;

const epochMs = Date.UTC(2007, 0, 1);
const widths = Object.freeze([1, 2, 4] as const);
const panicButton = 222;

const names: ReadonlyMap<
  number,
  { readonly key: string; readonly divisor?: number; readonly flag?: boolean }
> = new Map([
  [1, { key: 'batteryLevel' }],
  [2, { key: 'usbConnected', flag: true }],
  [5, { key: 'uptime' }],
  [20, { key: 'hdop', divisor: 10 }],
  [21, { key: 'vdop', divisor: 10 }],
  [22, { key: 'pdop', divisor: 10 }],
  [67, { key: 'battery', divisor: 1000 }],
  [221, { key: 'button' }],
  [240, { key: 'motion', flag: true }],
  [244, { key: 'roaming', flag: true }],
]);

function setElement(attributes: AttributeDraft, id: number, value: number): void {
  const name = names.get(id);
  if (id === panicButton) {
    if (value === 1) addAlarm(attributes, 'sos');
  } else if (name === undefined) attributes[`io${id}`] = value;
  else if (name.flag) attributes[name.key] = value > 0;
  else if (name.key !== 'batteryLevel' || value <= 100) attributes[name.key] = value / (name.divisor ?? 1);
}

function readPlace(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  const mask = reader.u8();
  if (mask & 0x01) {
    const latitude = reader.f32();
    setPlace(draft, latitude, reader.f32(), true);
  }
  if (mask & 0x02) setAltitude(draft, reader.u16());
  if (mask & 0x04) setCourse(draft, (reader.u8() * 360) / 256);
  if (mask & 0x08) setSpeed(draft, knotsFromKph(reader.u8()));
  if (mask & 0x10) attributes.sat = reader.u8();
  const cell = mask & 0x20 ? { locationAreaCode: reader.u16(), cellId: reader.u16() } : undefined;
  if (mask & 0x40) attributes.rssi = reader.u8();
  if (mask & 0x80) attributes.operator = String(reader.u32());
  const operator = /^(\d{3})(\d{2,3})$/.exec(String(attributes.operator));
  if (!cell || !operator) return;
  const [mobileCountryCode, mobileNetworkCode] = [Number(operator[1]), Number(operator[2])];
  draft.network = { radioType: 'gsm', cellTowers: [{ mobileCountryCode, mobileNetworkCode, ...cell }] };
}

function readRecord(reader: ByteReader): PositionDraft {
  const draft = draftAt(epochMs + (reader.u32() & 0x3fff_ffff) * 1000);
  const mask = reader.u8();
  if (mask & 0x01) readPlace(reader, draft);
  for (const [index, width] of widths.entries()) {
    if ((mask & (2 << index)) === 0) continue;
    const count = reader.u8();
    for (let element = 0; element < count && !reader.overrun; element += 1) {
      const id = reader.u8();
      setElement(draft.attributes, id, width === 1 ? reader.u8() : width === 2 ? reader.u16() : reader.u32());
    }
  }
  return draft;
}

/** Every record of a packet, or undefined when its bytes do not hold exactly so many. */
export function readGh3000Records(reader: ByteReader, count: number): PositionDraft[] | undefined {
  const drafts: PositionDraft[] = [];
  for (let index = 0; index < count && !reader.overrun; index += 1) drafts.push(readRecord(reader));
  return reader.overrun || reader.remaining > 0 ? undefined : drafts;
}
