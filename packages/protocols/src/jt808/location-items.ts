/**
 * The items after a location: what the standard gives (01 to 31), and what makers of trackers have in common (51 to 94).
 * Sources: JT/T 808-2013 and -2019, table of additional information; the active safety standard (64, 65, 70); the G10LS
 * document (51 to 61); traccar's JT808 decoder. Those from A0 on are in `maker-items.ts`.
 */
import { addAlarm, type PositionDraft } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import {
  addAccessPoint,
  addCell,
  type Item,
  itemTable,
  macAddress,
  readItem,
  setLevel,
  setText,
  signalOf,
  temperatureWord,
} from './item.ts';
import { makerItems } from './maker-items.ts';
import { obdItems, readCarList } from './obd-items.ts';

/** Litres in tenths; with the top bit a percentage. */
function readFuel(reader: ByteReader, { attributes }: PositionDraft): void {
  const word = reader.u16();
  if ((word & 0x8000) === 0) attributes.fuel = word / 10;
  else if ((word & 0x7fff) <= 100) attributes.fuelLevel = word & 0x7fff;
}

/** 06: one byte is a level of charge, two are the temperature of the load (2019). */
function readLoad(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining === 1) {
    setLevel(attributes, reader.u8());
    return;
  }
  const degrees = temperatureWord(reader.u16());
  if (degrees !== undefined) attributes.temp1 = degrees;
}

/** 12: kind of the fence, its id, and 0 for in or 1 for out. */
const fenceWays: readonly string[] = ['geofenceEnter', 'geofenceExit'];

function readFence(reader: ByteReader, { attributes }: PositionDraft): void {
  reader.skip(1);
  attributes.geofence = String(reader.u32());
  const word = fenceWays[reader.u8()];
  if (word === undefined) return;
  const others = String(attributes.alarm ?? '').split(',');
  const remaining = others.filter((alarm) => alarm !== '' && alarm !== 'geofence');
  attributes.alarm = [...remaining, word].join(',');
}

/** 0B: Jointech's lock: which command, the card or the password, and how it ended. */
export function readLock(reader: ByteReader, { attributes }: PositionDraft): void {
  const bytes = reader.remaining;
  attributes.lockCommand = reader.u8();
  if (bytes === 5 || bytes === 6) {
    const card = reader.u32();
    if (card > 0) attributes.driverUniqueId = String(card);
  } else if (bytes >= 7) reader.skip(6);
  if (bytes % 2 === 0 && reader.remaining > 0) attributes.unlockResult = reader.u8();
}

/** 33: a mode, or the text of a lock with its battery. */
function readMode(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining === 1) {
    attributes.mode = reader.u8();
    return;
  }
  const text = reader.text(reader.remaining);
  const centivolts = text.startsWith('*M00') ? text.slice(10, 13) : '';
  if (/^\d{3}$/.test(centivolts)) attributes.battery = Number(centivolts) / 100;
}

function readAnalogues(reader: ByteReader, { attributes }: PositionDraft): void {
  attributes.adc1 = reader.u16() / 100;
  attributes.adc2 = reader.u16() / 100;
}

function readTemperatures(reader: ByteReader, { attributes }: PositionDraft): void {
  for (let index = 1; reader.remaining >= 2; index += 1) {
    const tenths = temperatureWord(reader.u16());
    if (tenths !== undefined) attributes[`temp${index}`] = tenths / 10;
  }
}

function readCells(cellBytes: 2 | 4): (reader: ByteReader, draft: PositionDraft) => void {
  return (reader, draft) => {
    const count = reader.u8();
    for (let index = 0; index < count && reader.remaining >= 6 + cellBytes; index += 1) {
      const mobileCountryCode = reader.u16();
      const mobileNetworkCode = reader.u8();
      const locationAreaCode = reader.u16();
      const cellId = cellBytes === 2 ? reader.u16() : reader.u32();
      addCell(draft, {
        mobileCountryCode,
        mobileNetworkCode,
        locationAreaCode,
        cellId,
        ...signalOf(reader.u8()),
      });
    }
  };
}

function readAccessPoints(reader: ByteReader, draft: PositionDraft): void {
  const count = reader.u8();
  for (let index = 0; index < count && reader.remaining >= 7; index += 1) {
    addAccessPoint(draft, { macAddress: macAddress(reader), ...signalOf(reader.u8()) });
  }
}

/** 56: level in tenths, then, by some, in percent. */
function readBattery(reader: ByteReader, { attributes }: PositionDraft): void {
  const tenths = reader.u8();
  const percent = reader.remaining > 0 ? reader.u8() : 0;
  if (percent > 0 && percent <= 100) attributes.batteryLevel = percent;
  else setLevel(attributes, tenths * 10);
}

/** 57: alarms of driving, switches, and further states. */
function readDriving(reader: ByteReader, { attributes }: PositionDraft): void {
  const word = reader.u16();
  if (word & 0x0100) addAlarm(attributes, 'hardAcceleration');
  if (word & 0x0200) addAlarm(attributes, 'hardBraking');
  if (word & 0x0400) addAlarm(attributes, 'hardCornering');
}

/** 60: an event; of a lock with the lock's id and the card. */
function readEvent(reader: ByteReader, { attributes }: PositionDraft): void {
  const event = reader.u16();
  attributes.event = String(event);
  if (event < 0x61 || event > 0x66 || reader.remaining < 14) return;
  reader.skip(6);
  setText(attributes, 'driverUniqueId', reader.text(8));
}

function readLocks(reader: ByteReader, { attributes }: PositionDraft): void {
  for (let index = 1; reader.remaining >= 11; index += 1) {
    attributes[`lock${index}Id`] = reader.hex(6);
    attributes[`lock${index}Battery`] = reader.u16() / 1000;
    attributes[`lock${index}Seal`] = reader.u8() === 0x31;
    reader.skip(2);
  }
}

/**
 * 64 (what is ahead), 65 (the driver) and 70 (driving): serial u32, state (2: over), kind. Kinds from 10 to 1F are events, as
 * a sign that was read, a picture that was due or another driver; they are no alarm unless a word says so. Source:
 * T/JSATL 12-2017, tables of the additional items.
 */
function safetyAlarm(key: string, words: ReadonlyMap<number, string>, other?: string): Item['read'] {
  return (reader, { attributes }) => {
    reader.skip(4);
    const isOver = reader.u8() === 2;
    const kind = reader.u8();
    attributes[key] = kind;
    const isEvent = kind >= 0x10 && kind <= 0x1f;
    if (!isOver) addAlarm(attributes, words.get(kind) ?? (isEvent ? undefined : other));
  };
}

function readTyres(reader: ByteReader, { attributes }: PositionDraft): void {
  while (reader.remaining >= 8) {
    const tyre = `tire${reader.u8()}`;
    attributes[`${tyre}SensorId`] = reader.hex(3);
    attributes[`${tyre}Pressure`] = (reader.u16() & 0x03ff) / 40;
    attributes[`${tyre}Temp`] = reader.u8() - 50;
    attributes[`${tyre}Status`] = reader.u8();
  }
}

function number(key: string, read: (reader: ByteReader) => number): Item['read'] {
  return (reader, { attributes }) => {
    attributes[key] = read(reader);
  };
}

/** The lane is left, and changed again and again. */
const laneAlarms: ReadonlyMap<number, string> = new Map([
  [0x02, 'laneChange'],
  [0x05, 'laneChange'],
]);

const sharedItems = itemTable([
  [0x01, 4, number('odometer', (reader) => reader.u32() * 100)],
  [0x02, 2, readFuel],
  [0x03, 2, number('obdSpeed', (reader) => reader.u16() / 10)],
  [0x04, 2, (reader, { attributes }) => (attributes.event = String(reader.u16()))],
  [0x06, 1, readLoad],
  [0x0b, 1, readLock],
  [0x12, 6, readFence],
  [0x14, 4, number('videoAlarm', (reader) => reader.u32())],
  [0x25, 4, number('input', (reader) => reader.u32())],
  [0x2b, 4, readAnalogues],
  [0x30, 1, number('rssi', (reader) => reader.u8())],
  [0x31, 1, number('sat', (reader) => reader.u8())],
  [0x33, 1, readMode],
  [0x51, 2, readTemperatures],
  [0x53, 1, readCells(2)],
  [0x54, 1, readAccessPoints],
  [0x56, 1, readBattery],
  [0x57, 2, readDriving],
  [0x5d, 1, readCells(4)],
  [0x60, 2, readEvent],
  [0x61, 2, number('power', (reader) => reader.u16() / 100)],
  [0x63, 11, readLocks],
  [0x64, 6, safetyAlarm('adasAlarm', laneAlarms, 'general')],
  [0x65, 6, safetyAlarm('dmsAlarm', new Map([[0x01, 'fatigueDriving']]), 'general')],
  [0x68, 2, (reader, { attributes }) => setLevel(attributes, reader.u16() / 100)],
  [0x69, 2, number('battery', (reader) => reader.u16() / 100)],
  [
    0x70,
    6,
    safetyAlarm(
      'drivingAlarm',
      new Map([
        [0x01, 'hardAcceleration'],
        [0x02, 'hardBraking'],
        [0x03, 'hardCornering'],
        [0x16, 'accident'],
      ]),
    ),
  ],
  [0x77, 8, readTyres],
  ...[...obdItems].map(([id, { least, read }]) => [id, least, read] as const),
  ...[...makerItems].map(([id, { least, read }]) => [id, least, read] as const),
]);

/** The Huabao on-board list: after one byte, items continue to the end of the message. */
const carList = 0x80;

/** Reads items of id, length and value; what does not fit at the end is passed over. */
export function readItems(bytes: Uint8Array, draft: PositionDraft): void {
  let at = 0;
  while (at + 2 <= bytes.length) {
    const id = bytes[at] ?? 0;
    const from = at + 2;
    const to = from + (bytes[at + 1] ?? 0);
    if (to > bytes.length) return;
    if (id === carList) {
      readCarList(bytes.subarray(from + 1), draft);
      return;
    }
    readItem(sharedItems, id, bytes, from, to, draft);
    at = to;
  }
}

/** Whether the bytes are items, one behind the other, to their very end. */
export function fillsItems(bytes: Uint8Array): boolean {
  let at = 0;
  while (at + 2 <= bytes.length && bytes[at] !== 0) at += 2 + (bytes[at + 1] ?? 0);
  return at === bytes.length;
}
