/**
 * What on-board diagnostics report, in the four ways that makers send it: the items 82, 91 and 94, the list that 80 opens
 * (Huabao), the list of item F3 with ids of two bytes, and the text `$OBD-RT,…`. Source: traccar's JT808 decoder.
 */
import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { type Item, itemTable, readItem, setLevel, setText } from './item.ts';

type Read = (reader: ByteReader) => number;

function number(key: string, read: Read): Item['read'] {
  return (reader, { attributes }) => {
    attributes[key] = read(reader);
  };
}

function text(key: string): Item['read'] {
  return (reader, { attributes }) => setText(attributes, key, reader.text(reader.remaining));
}

const u8: Read = (reader) => reader.u8();
const u16: Read = (reader) => reader.u16();
const tenths: Read = (reader) => reader.u16() / 10;
const celsius: Read = (reader) => reader.u8() - 40;
const hectometres: Read = (reader) => reader.u32() * 100;

/** 91: supply, engine, speed, throttle, load and coolant; consumption and fuel used in hundredths. */
function readEngine(reader: ByteReader, { attributes }: PositionDraft): void {
  attributes.power = reader.u16() / 10;
  attributes.rpm = reader.u16();
  attributes.obdSpeed = reader.u8();
  attributes.throttle = Math.floor((reader.u8() * 100) / 255);
  attributes.engineLoad = Math.floor((reader.u8() * 100) / 255);
  attributes.engineTemp = reader.u8() - 40;
  reader.skip(2);
  attributes.fuelConsumption = reader.u16() / 100;
  if (reader.remaining < 10) return;
  reader.skip(8);
  attributes.fuelUsed = reader.u16() / 100;
}

/** Items among those of a location. */
export const obdItems = itemTable([
  [0x82, 2, number('power', tenths)],
  [0x91, 12, readEngine],
  [0x94, 1, text('vin')],
]);

const carItems = itemTable([
  [0x01, 4, number('odometer', hectometres)],
  [0x02, 2, number('fuel', tenths)],
  [0x03, 2, number('obdSpeed', tenths)],
  [
    0x56,
    2,
    (reader, { attributes }) => {
      reader.skip(1);
      setLevel(attributes, reader.u8());
    },
  ],
  [0x61, 2, number('power', (reader) => reader.u16() / 100)],
  [0x69, 2, number('battery', (reader) => reader.u16() / 100)],
  [0x80, 1, number('obdSpeed', u8)],
  [0x81, 2, number('rpm', u16)],
  [0x82, 2, number('power', tenths)],
  [0x83, 1, number('engineLoad', u8)],
  [0x84, 1, number('engineTemp', celsius)],
  [0x85, 2, number('fuelConsumption', u16)],
  [0x86, 1, number('intakeTemp', celsius)],
  [0x87, 2, number('intakeFlow', u16)],
  [0x88, 1, number('intakePressure', u8)],
  [0x89, 1, number('throttle', u8)],
  [0x8b, 17, text('vin')],
  [0x8c, 4, number('obdOdometer', hectometres)],
  [0x8d, 2, number('tripOdometer', (reader) => reader.u16() * 1000)],
  [
    0x8e,
    1,
    (reader, { attributes }) => {
      const percent = reader.u8();
      if (percent <= 100) attributes.fuelLevel = percent;
    },
  ],
  [0xa0, 1, (reader, draft) => text('dtcs')(reader, draft)],
  [0xcc, 20, text('iccid')],
]);

/** The list that item 80 opens: ids of one byte. */
export function readCarList(bytes: Uint8Array, draft: PositionDraft): void {
  let at = 0;
  while (at + 2 <= bytes.length) {
    const from = at + 2;
    const to = from + (bytes[at + 1] ?? 0);
    if (to > bytes.length) break;
    readItem(carItems, bytes[at] ?? 0, bytes, from, to, draft);
    at = to;
  }
  const { attributes } = draft;
  if (typeof attributes.dtcs === 'string') attributes.dtcs = attributes.dtcs.replaceAll(',', ' ');
}

const wideItems = itemTable([
  [0x0002, 2, number('obdSpeed', tenths)],
  [0x0003, 2, number('rpm', u16)],
  [0x0004, 2, number('power', (reader) => reader.u16() / 1000)],
  [0x0005, 4, number('obdOdometer', hectometres)],
  [0x0007, 2, number('fuelConsumption', tenths)],
  [0x0008, 2, number('engineLoad', tenths)],
  [0x0009, 2, number('engineTemp', (reader) => reader.u16() - 40)],
  [0x000b, 2, number('intakePressure', u16)],
  [0x000c, 2, number('intakeTemp', (reader) => reader.u16() - 40)],
  [0x000d, 2, number('intakeFlow', u16)],
  [0x000e, 2, number('throttle', (reader) => Math.floor((reader.u16() * 100) / 255))],
  [0x0050, 17, text('vin')],
  [0x0051, 1, (reader, { attributes }) => (attributes.cvn = reader.hex(reader.remaining))],
  [0x0052, 1, text('calid')],
  [0x0100, 2, number('tripOdometer', (reader) => reader.u16() * 100)],
  [0x0102, 2, number('tripFuel', tenths)],
  [0x0112, 2, number('hardAccelerationCount', u16)],
  [0x0113, 2, number('hardDecelerationCount', u16)],
  [0x0114, 2, number('hardCorneringCount', u16)],
]);

/** Whether the bytes are a list with ids of two bytes, to their very end. */
export function isWideList(bytes: Uint8Array): boolean {
  let at = 0;
  while (at + 3 <= bytes.length) at += 3 + (bytes[at + 2] ?? 0);
  return at === bytes.length;
}

/** The list of item F3: ids of two bytes. */
export function readWideList(bytes: Uint8Array, draft: PositionDraft): void {
  for (let at = 0; at + 3 <= bytes.length; ) {
    const id = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const from = at + 3;
    const to = from + (bytes[at + 2] ?? 0);
    if (to > bytes.length) return;
    readItem(wideItems, id, bytes, from, to, draft);
    at = to;
  }
}

/** Fields of `$OBD-RT` after the heading; speeds in km/h, distances in km, fuel in litres. */
const textFields: readonly (readonly [key: string, scale: number])[] = [
  ['power', 1],
  ['rpm', 1],
  ['obdSpeed', 1],
  ['throttle', 1],
  ['engineLoad', 1],
  ['engineTemp', 1],
  ['instantFuelConsumption', 1],
  ['fuelConsumption', 1],
  ['tripOdometer', 1000],
  ['obdOdometer', 1000],
  ['tripFuelUsed', 1],
  ['fuelUsed', 1],
];

/** Reads `$OBD-RT,…`; false when the text is another. */
export function readObdText(line: string, attributes: AttributeDraft): boolean {
  if (!line.startsWith('$OBD-RT')) return false;
  const values = line.split(',', textFields.length + 1);
  textFields.forEach(([key, scale], index) => {
    const value = values[index + 1]?.trim();
    if (value && /^-?\d{1,10}(\.\d{1,6})?$/.test(value)) attributes[key] = Number(value) * scale;
  });
  return true;
}
