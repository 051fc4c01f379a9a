/**
 * Items from A0 on, which each maker fills as he likes: Concox and Jimi, Huabao, SeeWorld, Jointech, AOVX, G10LS. Two
 * makers' items of one id are distinguished by their lengths. Sources: traccar's JT808 decoder, the G10LS document.
 */

import { addAlarm, type PositionDraft, setLevelOf } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText, hexText } from '../wire/byte-text.ts';
import { isSensorList, isTagList, readAccuracy, readSensors, readTags } from './aovx-items.ts';
import { addAccessPoint, addCell, itemTable, macAddress, setLevel, setText, signalOf } from './item.ts';
import { readJimi } from './jimi-item.ts';
import { readNestedItem } from './nested-item.ts';
import { isWideList, readObdText, readWideList } from './obd-items.ts';

function text(key: string) {
  return (reader: ByteReader, { attributes }: PositionDraft) =>
    setText(attributes, key, reader.text(reader.remaining));
}

/** A level in percent, FF while it charges; four bytes are a driver's number. */
function readLevelOrDriver(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining === 1) {
    const level = reader.u8();
    if (level === 0xff) attributes.charge = true;
    else setLevel(attributes, level);
  } else if (reader.remaining === 4) attributes.driverUniqueId = String(reader.u32());
}

/** E1: level or driver, the supply in tenths of a volt, or cells of eight bytes behind country and network. */
function readE1(reader: ByteReader, draft: PositionDraft): void {
  const bytes = reader.remaining;
  if (bytes === 2) draft.attributes.power = reader.u16() / 10;
  if (bytes < 12 || (bytes - 4) % 8 !== 0) {
    readLevelOrDriver(reader, draft);
    return;
  }
  const mobileCountryCode = reader.u16();
  const mobileNetworkCode = reader.u16();
  while (reader.remaining >= 8) {
    const locationAreaCode = reader.u24();
    const cellId = reader.u32();
    const signal = signalOf(reader.u8());
    addCell(draft, { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...signal });
  }
}

/** D5: the battery, or the locks of a Jointech with their levels in percent. */
function readD5(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  if (reader.remaining === 2) {
    attributes.battery = reader.u16() / 100;
    return;
  }
  const count = reader.u8();
  for (let index = 1; index <= count && reader.remaining >= 13; index += 1) {
    attributes[`lock${index}Id`] = reader.hex(5);
    attributes[`lock${index}Card`] = reader.hex(5);
    setLevelOf(draft, `lock${index}`, reader.u8());
    attributes[`lock${index}Locked`] = (reader.u16() & 0x0020) === 0;
  }
}

function readSeal(reader: ByteReader, { attributes }: PositionDraft): void {
  reader.skip(2);
  const state = reader.u8();
  attributes.string = (state & 1) !== 0;
  attributes.motion = (state & 4) !== 0;
  attributes.cover = (state & 8) !== 0;
}

/** Whole degrees with their sign, and 255ths of one. */
function readParts(reader: ByteReader): number {
  const whole = reader.i8();
  const part = reader.u8() / 255;
  return whole < 0 ? whole - part : whole + part;
}

/** E6: the text of on-board diagnostics, or sensors of index, address, temperature and humidity. */
function readE6(reader: ByteReader, { attributes }: PositionDraft): void {
  const bytes = reader.rest();
  if (readObdText(byteText(bytes), attributes) || bytes.length % 11 !== 0) return;
  const sensors = new ByteReader(bytes);
  while (sensors.remaining > 0) {
    const index = sensors.u8();
    sensors.skip(6);
    attributes[`temp${index}`] = readParts(sensors);
    attributes[`humidity${index}`] = readParts(sensors);
  }
}

function readE7(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining !== 8) return;
  const word = reader.u16();
  if (word & 0x0001) addAlarm(attributes, 'vibration');
  if (word & 0x000e) addAlarm(attributes, 'sos');
}

/** EA: one byte, then sensors of id, length and value; 11 are their alarms, with thresholds behind. */
function readOuterSensors(reader: ByteReader, { attributes }: PositionDraft): void {
  reader.skip(1);
  while (reader.remaining >= 2) {
    const id = reader.u8();
    const bytes = reader.u8();
    if (bytes > reader.remaining) return;
    const word = bytes >= 2 ? reader.u16() : 0;
    if (bytes >= 3 && id === 0x11) attributes.externalAlarms = word;
    if (bytes === 2 && id === 0x13) attributes.externalIlluminance = word;
    if (bytes === 2 && id === 0x14) attributes.externalAirPressure = word;
    if (bytes === 2 && id === 0x15) attributes.externalHumidity = word / 10;
    if (bytes === 2 && id === 0x16) attributes.externalTemp = word / 10 - 50;
    reader.skip(bytes >= 2 ? bytes - 2 : bytes);
  }
}

/** EE of six bytes: signal, supply, battery, satellites. */
function readEE(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining !== 6) return;
  attributes.rssi = reader.u8();
  attributes.power = reader.u16() / 1000;
  attributes.battery = reader.u16() / 1000;
  attributes.sat = reader.u8();
}

/** F0: cells with wide numbers. */
function readWideCells(reader: ByteReader, draft: PositionDraft): void {
  while (reader.remaining >= 13) {
    const mobileCountryCode = reader.u16();
    const mobileNetworkCode = reader.u16();
    const cellId = reader.u32();
    const locationAreaCode = reader.u32();
    const signal = signalOf(reader.u8());
    addCell(draft, { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...signal });
  }
}

/** F1: the supply in millivolts, or the card's number. */
function readF1(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining === 4) attributes.power = reader.u32() / 1000;
  else if (reader.remaining >= 19) setText(attributes, 'iccid', reader.text(reader.remaining));
}

function readF3(reader: ByteReader, draft: PositionDraft): void {
  const bytes = reader.rest();
  if (bytes.length === 1) draft.attributes.armed = bytes[0] === 1;
  else if (isWideList(bytes)) readWideList(bytes, draft);
  else if (isTagList(bytes)) readTags(bytes, draft);
}

/** EC and F4: access points; F4 of two bytes are the alarms of a G10LS. */
function readAccessPoints(reader: ByteReader, draft: PositionDraft): void {
  while (reader.remaining >= 7) {
    addAccessPoint(draft, { macAddress: macAddress(reader), ...signalOf(reader.u8()) });
  }
}

function readF4(reader: ByteReader, draft: PositionDraft): void {
  if (reader.remaining !== 2) {
    readAccessPoints(reader, draft);
    return;
  }
  const word = reader.u16();
  const words = ['hardAcceleration', 'hardBraking', 'hardBraking', 'hardCornering', 'accident', 'accident'];
  words.forEach((alarm, bit) => {
    if ((word >> bit) & 1) addAlarm(draft.attributes, alarm);
  });
  draft.attributes.in1 = (word & 0x40) !== 0;
  draft.attributes.in2 = (word & 0x80) !== 0;
}

/**
 * How a unit works (1 to 5), how it finds its place (0: Wi-Fi), what it records, its charger: the G10LS document. With 1 for
 * both ways of finding it, or 2 for GPS, these are the bytes of a light or a temperature sensor too, and read as such.
 */
function isWorkingMode([mode = 0, place = 0, recording = 0, charger = 0]: Uint8Array): boolean {
  return mode >= 1 && mode <= 5 && place === 0 && recording <= 2 && charger <= 3;
}

/** F6: air pressure, an IMEI, how the unit works, or an event with sensors. */
function readF6(reader: ByteReader, draft: PositionDraft): void {
  const bytes = reader.rest();
  if (bytes.length === 2) draft.attributes.airPressure = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  else if (bytes.length === 8 && /^0\d{15}$/.test(hexText(bytes))) {
    draft.attributes.imei = hexText(bytes).slice(1);
  } else if (bytes.length === 4 && isWorkingMode(bytes)) {
    draft.attributes.mode = bytes[0] ?? 0;
    draft.attributes.charge = ((bytes[3] ?? 0) & 1) === 1;
  } else if (isSensorList(bytes)) readSensors(bytes, draft);
}

/** F7: humidity in tenths, or millivolts of the battery, whether it charges (2, 3), and its level. */
function readF7(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining === 2) attributes.humidity = reader.u16() / 10;
  if (reader.remaining < 4) return;
  attributes.battery = reader.u32() / 1000;
  if (reader.remaining === 0) return;
  const state = reader.u8();
  if (state === 2 || state === 3) attributes.charge = true;
  if (reader.remaining > 0) setLevel(attributes, reader.u8());
}

/** What a tracker's own sensor can have measured, °C. */
const leastDegrees = -50;
const mostDegrees = 125;

/**
 * F8: mode, IMEI and card (AOVX); two bytes are a second temperature of them, in tenths above -50 °C, and with other makers
 * a word that is none.
 */
function readF8(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining === 2) {
    const word = reader.u16();
    const degrees = word / 10 - 50;
    if (degrees > leastDegrees && degrees <= mostDegrees) attributes.temp2 = degrees;
    else attributes.itemF8 = word;
    return;
  }
  if (reader.remaining !== 19) return;
  reader.skip(9);
  attributes.iccid = reader.hex(10).replace(/f+$/, '');
}

const shakes = ['hardAcceleration', 'hardBraking', 'hardCornering', 'accident', 'tampering'];

/** FE: level, supply or odometer by its length; behind the mark 7C a list whose 01 are alarms. */
function readFE(reader: ByteReader, { attributes }: PositionDraft): void {
  const bytes = reader.remaining;
  if (bytes === 1) setLevel(attributes, reader.u8());
  else if (bytes === 2) attributes.power = reader.u16() / 10;
  else if (bytes === 4) attributes.odometer = reader.u32();
  else if (reader.u8() === 0x7c) {
    while (reader.remaining >= 2) {
      const id = reader.u8();
      const size = reader.u8();
      if (size > reader.remaining) return;
      const word = id === 0x01 && size === 4 ? reader.u32() : 0;
      shakes.forEach((alarm, bit) => {
        if ((word >>> bit) & 1) addAlarm(attributes, alarm);
      });
      if (!(id === 0x01 && size === 4)) reader.skip(size);
    }
  }
}

export const makerItems = itemTable([
  [
    0xa7,
    4,
    (reader, { attributes }) => {
      attributes.adc1 = reader.u16() / 100;
      attributes.adc2 = reader.u16() / 100;
    },
  ],
  [0xac, 4, (reader, { attributes }) => (attributes.odometer = reader.u32())],
  [0xbc, 1, text('driver')],
  [0xbd, 1, text('driverUniqueId')],
  [0xd0, 4, (reader, { attributes }) => addAlarm(attributes, reader.u32() & 8 ? 'vibration' : undefined)],
  [0xd3, 2, (reader, { attributes }) => (attributes.power = reader.u16() / 10)],
  [0xd4, 1, readLevelOrDriver],
  [0xd5, 2, readD5],
  [0xda, 3, readSeal],
  [0xe1, 1, readE1],
  [0xe2, 4, (reader, { attributes }) => (attributes.fuel = reader.u32() / 10)],
  [
    0xe3,
    4,
    (reader, { attributes }) => {
      reader.skip(1);
      setLevel(attributes, reader.u8());
      attributes.battery = reader.u16() / 100;
    },
  ],
  [
    0xe4,
    2,
    (reader, { attributes }) => {
      if (reader.u8() === 0) attributes.charge = true;
      setLevel(attributes, reader.u8());
    },
  ],
  [
    0xe5,
    1,
    (reader, { attributes }) => {
      if (reader.remaining === 1) attributes.motion = reader.u8() === 1;
    },
  ],
  [0xe6, 8, readE6],
  [0xe7, 8, readE7],
  [0xe8, 2, readJimi],
  [0xe9, 1, readLevelOrDriver],
  [0xea, 3, readOuterSensors],
  [0xeb, 2, readNestedItem],
  [0xec, 7, readAccessPoints],
  [0xed, 1, text('driverUniqueId')],
  [0xee, 6, readEE],
  [0xf0, 13, readWideCells],
  [0xf1, 4, readF1],
  [0xf2, 1, text('versionFw')],
  [0xf3, 1, readF3],
  [0xf4, 2, readF4],
  [
    0xf5,
    2,
    (reader, { attributes }) => {
      if (reader.remaining === 2) attributes.illuminance = reader.u16();
    },
  ],
  [0xf6, 2, readF6],
  [0xf7, 2, readF7],
  [0xf8, 2, readF8],
  [0xf9, 2, readAccuracy],
  [0xfb, 1, text('container')],
  [0xfc, 1, (reader, { attributes }) => (attributes.geofence = String(reader.u8()))],
  [0xfe, 1, readFE],
]);
