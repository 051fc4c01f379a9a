/**
 * Item EB of SeeWorld, Wanway and their kin: cells, the name of a zone, or items of length u16, id u16 and value. In the
 * states of 89 and C5 a bit of 0 is the alarm. Sources: traccar's JT808 decoder; SeeWorld W15L "808 protocol".
 */

import { addAlarm, type PositionDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { isPrintable } from '../wire/byte-text.ts';
import { addAccessPoint, addCell, itemTable, readItem, setLevel, signalOf } from './item.ts';

function isClear(word: number, bit: number): boolean {
  return ((word >>> bit) & 1) === 0;
}

function readAlarms(reader: ByteReader, { attributes }: PositionDraft): void {
  const word = reader.u32();
  if (isClear(word, 0)) addAlarm(attributes, 'powerCut');
  if (isClear(word, 12)) addAlarm(attributes, 'removing');
}

function readMotion(reader: ByteReader, { attributes }: PositionDraft): void {
  const word = reader.u32();
  if (isClear(word, 6)) addAlarm(attributes, 'vibration');
  const state = (word >>> 23) & 3;
  if (state < 2) attributes.motion = state === 0;
}

/** Addresses and signals by turns, behind their count. */
function readAccessPoints(reader: ByteReader, draft: PositionDraft): void {
  reader.skip(1);
  const words = reader.text(reader.remaining).split(',', 64);
  for (let index = 0; index + 1 < words.length; index += 2) {
    const mac = words[index]?.trim().toLowerCase() ?? '';
    const signal = Number.parseInt(words[index + 1] ?? '', 10);
    if (!/^[\da-f]{2}(:[\da-f]{2}){5}$/.test(mac)) continue;
    addAccessPoint(draft, { macAddress: mac, ...(signal < 0 && { signalStrength: signal }) });
  }
}

function readCell(reader: ByteReader, draft: PositionDraft): void {
  addCell(draft, {
    mobileCountryCode: reader.u16(),
    mobileNetworkCode: reader.u8(),
    locationAreaCode: reader.u16(),
    cellId: reader.u32(),
  });
}

const items = itemTable([
  [0x0001, 2, (reader, { attributes }) => (attributes.fuel1 = reader.u16() / 10)],
  [
    0x0023,
    6,
    (reader, { attributes }) => {
      const litres = reader.text(6).trim();
      if (/^\d+(\.\d+)?$/.test(litres)) attributes.fuel2 = Number(litres);
    },
  ],
  [
    0x002d,
    2,
    (reader, { attributes }) => {
      if (reader.remaining === 4) attributes.power = reader.u32() / 1000;
      else attributes.battery = reader.u16() / 1000;
    },
  ],
  [0x0089, 4, readAlarms],
  [0x00a8, 1, (reader, { attributes }) => setLevel(attributes, reader.u8())],
  [0x00b2, 10, (reader, { attributes }) => (attributes.iccid = reader.hex(10).replace(/f+$/, ''))],
  [0x00b9, 1, readAccessPoints],
  [0x00c5, 4, readMotion],
  [
    0x00c6,
    1,
    (reader, { attributes }) => {
      const state = reader.u8();
      attributes.batteryAlarm = state;
      if (state === 3 || state === 4) addAlarm(attributes, 'lowBattery');
    },
  ],
  [0x00ce, 2, (reader, { attributes }) => (attributes.power = reader.u16() / 100)],
  [0x00d8, 9, readCell],
  [0x00e1, 1, (reader, { attributes }) => setLevel(attributes, reader.u8())],
]);

function readNested(bytes: Uint8Array, draft: PositionDraft): void {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const id = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const to = at + 2 + length;
    if (length < 2 || to > bytes.length) return;
    readItem(items, id, bytes, at + 4, to, draft);
    at = to;
  }
}

/** No country has a lower code, and no item of a kind is so long. */
const leastCountryCode = 200;

function readCells(bytes: Uint8Array, draft: PositionDraft): void {
  const reader = new ByteReader(bytes);
  const mobileCountryCode = reader.u16();
  const mobileNetworkCode = reader.u8();
  while (reader.remaining >= 5) {
    const locationAreaCode = reader.u16();
    const cellId = reader.u16();
    const signal = signalOf(reader.u8());
    addCell(draft, { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...signal });
  }
}

export function readNestedItem(reader: ByteReader, draft: PositionDraft): void {
  const bytes = reader.rest();
  const first = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (first > leastCountryCode && first < 1000 && (bytes.length - 3) % 5 === 0) readCells(bytes, draft);
  else if (!isPrintable(bytes)) readNested(bytes, draft);
}
