/**
 * What follows fix and cell in a location packet. The models of this family give the same packet type different
 * endings, distinguished by type and size; an ending counts only when its type has one of just that size and its flags
 * are flags. Sources: Concox X3 and GT06E documents (ACC, upload mode, re-upload, mileage), Jimi, and the layouts of
 * VXT01, S5, WeTrust, GL21 and LW4G in public decoders (read for the layouts). Two bytes behind the cell, sensors of the
 * Benway, are left as they came: nothing distinguishes them from two bytes of another.
 */

import { type AttributeDraft, addAlarm, type PositionDraft } from '../../position-draft.ts';
import type { ByteReader } from '../../wire/byte-reader.ts';
import { byteText, isPrintable, withoutControls } from '../../wire/byte-text.ts';
import { assetAlarmCodes } from '../alarm-codes.ts';
import { setAlarmCode, setBatteryLevel, setTerminalInformation, strongestSignal } from '../status-field.ts';

/** Reads an ending; false when its bytes cannot be one. */
export type Tail = (reader: ByteReader, draft: PositionDraft) => boolean;

/** Of one packet type, by size. */
export type Tails = (size: number) => Tail | undefined;

function isFlag(byte: number): boolean {
  return byte <= 1;
}

/** ACC, why it was sent, and whether it comes from the memory. */
export const uploadTail: Tail = (reader, { attributes }) => {
  const acc = reader.u8();
  const reason = reader.u8();
  const again = reader.u8();
  if (!isFlag(acc) || !isFlag(again)) return false;
  attributes.ignition = acc === 1;
  attributes.event = String(reason);
  if (again === 1) attributes.archive = true;
  return true;
};

const odometer: Tail = (reader, { attributes }) => {
  attributes.odometer = reader.u32();
  return true;
};

const uploadAndOdometer: Tail = (reader, draft) => uploadTail(reader, draft) && odometer(reader, draft);

/** The VXT01 reports excess speed where others report removal. */
export function swapRemoval(attributes: AttributeDraft): void {
  if (attributes.alarm === 'removing') attributes.alarm = 'overspeed';
}

/** Hundredths of a volt; no vehicle runs on less, or on more. */
const leastHundredths = 500;
const mostHundredths = 10_000;

/** A supply of 0 V is one only where the alarm says that it was cut, and no other. */
function isSupply(hundredths: number, alarm: unknown): boolean {
  if (hundredths === 0) return alarm === 'powerCut';
  return hundredths >= leastHundredths && hundredths <= mostHundredths;
}

/** Terminal information, supply and signal; the supply, NaN where no signal follows. */
function readSupplyStatus(reader: ByteReader, attributes: AttributeDraft): number {
  setTerminalInformation(attributes, reader.u8());
  const hundredths = reader.u16();
  const signal = reader.u8();
  attributes.power = hundredths / 100;
  attributes.rssi = signal;
  return signal <= strongestSignal ? hundredths : Number.NaN;
}

/** ACC, a reason and whether again, which precede a voltage of others as a status does. */
function isUpload(reader: ByteReader): boolean {
  const [acc = 0, , again = 0] = reader.peekBytes(3);
  return isFlag(acc) && isFlag(again);
}

/** Of the VXT01, whose alarm byte is of its own. */
const statusWithVoltage: Tail = (reader, { attributes }) => {
  if (isUpload(reader)) return false;
  const supply = readSupplyStatus(reader, attributes);
  swapRemoval(attributes);
  reader.skip(1);
  return isSupply(supply, attributes.alarm);
};

const statusFuelTemperature: Tail = (reader, { attributes }) => {
  const supply = readSupplyStatus(reader, attributes);
  setAlarmCode(attributes, reader.u8());
  attributes.fuelSensor = reader.u16();
  const degrees = reader.u8();
  attributes.temp1 = degrees & 0x80 ? -(degrees & 0x7f) : degrees;
  attributes.odometer = reader.u32() * 10;
  return isSupply(supply, attributes.alarm);
};

/** Mileage, a card's text behind its length, alarm, card status, and with some driving time. */
export const cardOfDriver: Tail = (reader, { attributes }) => {
  attributes.odometer = reader.u32();
  const text = reader.bytes(reader.u8());
  const alarm = reader.u8();
  attributes.cardStatus = reader.u8();
  if (reader.remaining > 0) attributes.drivingTime = reader.u16() * 1000;
  const card = withoutControls(byteText(text));
  if (card !== '') attributes.card = card;
  if (alarm === 1) addAlarm(attributes, 'general');
  return isFlag(alarm) && isCardText(text);
};

/** Printable, perhaps filled up with zeros. */
function isCardText(text: Uint8Array): boolean {
  const end = text.indexOf(0);
  if (end < 0) return isPrintable(text);
  return isPrintable(text.subarray(0, end)) && text.subarray(end).every((byte) => byte === 0);
}

/** ACC, mode, re-upload, mileage, travel time, temperature and humidity. */
export const climateTail: Tail = (reader, draft) => {
  const { attributes } = draft;
  if (!uploadTail(reader, draft)) return false;
  attributes.odometer = reader.u32();
  reader.skip(4);
  const degrees = reader.u16();
  attributes.temp1 = (degrees & 0x8000 ? -(degrees & 0x7fff) : degrees) / 100;
  attributes.humidity = reader.u16() / 100;
  return true;
};

/** Behind the voltages of the SR411, of which nothing is known. */
const behindVoltagesBytes = 10;

/** ACC, power and battery in hundredths of a volt. */
export const voltageTail: Tail = (reader, { attributes }) => {
  const acc = reader.u8();
  attributes.ignition = acc === 1;
  attributes.power = reader.u16() / 100;
  attributes.battery = reader.u16() / 100;
  reader.skip(behindVoltagesBytes);
  return isFlag(acc);
};

const noTail: Tail = () => true;

/** The documents' own: nothing, upload fields, mileage, or both. */
const documented: ReadonlyMap<number, Tail> = new Map([
  [0, noTail],
  [3, uploadTail],
  [4, odometer],
  [7, uploadAndOdometer],
]);

/** 0x12 has endings of single models too. */
const ofOldLocation: ReadonlyMap<number, Tail> = new Map([
  ...documented,
  [5, statusWithVoltage],
  [10, cardOfDriver],
  [12, statusFuelTemperature],
]);

/** The GT06E's card holds a whole driving licence. */
const leastLicenceBytes = 80;

export const documentedTails: Tails = (size) => documented.get(size);

export const oldLocationTails: Tails = (size) =>
  ofOldLocation.get(size) ?? (size >= leastLicenceBytes ? cardOfDriver : undefined);

/** Upload fields, then modules: id, length, value (0x37). */
export const uploadAndModules: Tail = (reader, draft) => {
  if (!uploadTail(reader, draft)) return false;
  while (reader.remaining >= 3) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === 0x0027 && size === 2) draft.attributes.power = reader.u16() / 100;
    else if (id === 0x002e && size === 4) draft.attributes.odometer = reader.u32();
    else if (id === 0x003b && size === 2) draft.accuracy = reader.u16() / 100;
    else reader.skip(size);
  }
  return true;
};

/** Status of the trackers that send an IMEI in every location (NT, VL100, XT40). */
export const networkTrackerTail: Tail = (reader, { attributes }) => {
  setTerminalInformation(attributes, reader.u8());
  attributes.power = reader.u16() / 100;
  attributes.battery = reader.u8() / 10;
  attributes.rssi = reader.u8();
  setAlarmCode(attributes, reader.u8());
  reader.skip(1);
  attributes.odometer = reader.u24();
  attributes.hours = reader.u24() * 60_000;
  readDriver(reader, attributes);
  return true;
};

/** A driver's card or key behind its length, which counts the kind of reader before it. */
function readDriver(reader: ByteReader, attributes: AttributeDraft): void {
  const length = reader.remaining > 0 ? reader.u8() : 0;
  if (length > 1) {
    reader.skip(1);
    attributes.driverUniqueId = reader.hex(length - 1);
  } else reader.skip(length);
}

/** ACC, why it was sent, whether again, perhaps mileage, and a driver. */
export const uploadAndDriver: Tail = (reader, draft) => {
  if (!uploadTail(reader, draft)) return false;
  if (reader.remaining > leastDriverBytes + 4) draft.attributes.odometer = reader.u32();
  const [length = 0, kind = 0] = reader.peekBytes(2);
  if (length < leastDriverBytes || kind > highestReaderKind) return false;
  readDriver(reader, draft.attributes);
  return true;
};

const leastDriverBytes = 4;
/** 0 none, 1 card, 2 key. */
const highestReaderKind = 4;

/** Bytes of that without a driver. */
export const networkTrackerBytes = 13;

/** Status, mileage, hours and inputs of 0xA2 (LW4G), whose alarm codes are partly of its own. */
export const assetTail: Tail = (reader, { attributes }) => {
  reader.skip(1);
  setTerminalInformation(attributes, reader.u8());
  attributes.power = reader.u16() / 100;
  setBatteryLevel(attributes, reader.u8());
  attributes.rssi = reader.u8();
  setAlarmCode(attributes, reader.u8(), assetAlarmCodes);
  reader.skip(1);
  attributes.odometer = reader.u32();
  attributes.hours = reader.u32() * 1000;
  reader.skip(8);
  attributes.input = reader.u16();
  return true;
};
