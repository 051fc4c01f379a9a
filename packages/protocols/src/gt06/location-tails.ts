/**
 * What follows fix and cell in a location packet, told apart by its size: the models of this family give the same
 * packet type different endings. Sources: Concox X3 and GT06E documents (ACC, upload mode, re-upload, mileage), Jimi,
 * and the layouts of VXT01, Benway, S5, WeTrust and GL21 in traccar's GT06 decoder (read for the layouts).
 */
import type { ByteReader } from '../byte-reader.ts';
import { byteText, withoutControls } from '../byte-text.ts';
import { type AttributeDraft, addAlarm, type PositionDraft } from '../position-draft.ts';
import { alarmCodes } from './alarm-codes.ts';
import { setAlarmCode, setBatteryLevel, setTerminalInformation } from './status-field.ts';

export type Tail = (reader: ByteReader, draft: PositionDraft) => void;

/** ACC, why it was sent, and whether it comes from the memory. */
export const uploadTail: Tail = (reader, { attributes }) => {
  attributes.ignition = reader.u8() > 0;
  attributes.event = String(reader.u8());
  if (reader.u8() > 0) attributes.archive = true;
};

const odometer: Tail = (reader, { attributes }) => {
  attributes.odometer = reader.u32();
};

const uploadAndOdometer: Tail = (reader, draft) => {
  uploadTail(reader, draft);
  odometer(reader, draft);
};

/** Bit 15 ACC, 14 second input, 12 the low nine bits are a temperature, else ten bits of an analogue input. */
const benwaySensors: Tail = (reader, { attributes }) => {
  const word = reader.u16();
  attributes.ignition = (word & 0x8000) !== 0;
  attributes.in2 = (word & 0x4000) !== 0;
  if (word & 0x1000) {
    const degrees = word & 0x01ff;
    attributes.temp1 = word & 0x0200 ? -degrees : degrees;
  } else {
    const value = word & 0x03ff;
    attributes.adc1 = word & 0x2000 ? value : value / 10;
  }
};

/** The VXT01 tells excess speed where others tell removal. */
export function swapRemoval(attributes: AttributeDraft): void {
  if (attributes.alarm === 'removing') attributes.alarm = 'overspeed';
}

/** Of the VXT01, whose alarm byte is of its own. */
const statusWithVoltage: Tail = (reader, { attributes }) => {
  setTerminalInformation(attributes, reader.u8());
  swapRemoval(attributes);
  attributes.power = reader.u16() / 100;
  attributes.rssi = reader.u8();
  reader.skip(1);
};

const statusFuelTemperature: Tail = (reader, { attributes }) => {
  setTerminalInformation(attributes, reader.u8());
  attributes.power = reader.u16() / 100;
  attributes.rssi = reader.u8();
  setAlarmCode(attributes, reader.u8(), 0);
  attributes.fuelSensor = reader.u16();
  const degrees = reader.u8();
  attributes.temp1 = degrees & 0x80 ? -(degrees & 0x7f) : degrees;
  attributes.odometer = reader.u32() * 10;
};

/** Mileage, a card's text behind its length, alarm, card status, driving time. */
const cardOfDriver: Tail = (reader, { attributes }) => {
  attributes.odometer = reader.u32();
  const card = withoutControls(byteText(reader.bytes(reader.u8())));
  if (card !== '') attributes.card = card;
  if (reader.u8() > 0) addAlarm(attributes, 'general');
  if (reader.remaining > 0) attributes.cardStatus = reader.u8();
  if (reader.remaining >= 2) attributes.drivingTime = reader.u16() * 1000;
};

/** ACC, mode, re-upload, mileage, travel time, temperature and humidity. */
const climate: Tail = (reader, { attributes }) => {
  attributes.ignition = reader.u8() > 0;
  attributes.event = String(reader.u8());
  if (reader.u8() > 0) attributes.archive = true;
  attributes.odometer = reader.u32();
  reader.skip(4);
  const degrees = reader.u16();
  attributes.temp1 = (degrees & 0x8000 ? -(degrees & 0x7fff) : degrees) / 100;
  attributes.humidity = reader.u16() / 100;
};

/** ACC, power and battery in hundredths of a volt. */
export const voltageTail: Tail = (reader, { attributes }) => {
  attributes.ignition = reader.u8() > 0;
  attributes.power = reader.u16() / 100;
  attributes.battery = reader.u16() / 100;
};

const bySize: ReadonlyMap<number, Tail> = new Map([
  [2, benwaySensors],
  [3, uploadTail],
  [4, odometer],
  [5, statusWithVoltage],
  [7, uploadAndOdometer],
  [12, statusFuelTemperature],
  [15, climate],
]);

/** Reads the ending of a location packet; an ending of unknown size is left alone. */
export const sizedTail: Tail = (reader, draft) => {
  const size = reader.remaining;
  const tail = bySize.get(size) ?? (size === 10 || size >= 80 ? cardOfDriver : undefined);
  tail?.(reader, draft);
};

/** Upload fields, then modules: id, length, value (0x37). */
export const uploadAndModules: Tail = (reader, draft) => {
  uploadTail(reader, draft);
  while (reader.remaining >= 3) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === 0x0027 && size === 2) draft.attributes.power = reader.u16() / 100;
    else if (id === 0x002e && size === 4) draft.attributes.odometer = reader.u32();
    else if (id === 0x003b && size === 2) draft.accuracy = reader.u16() / 100;
    else reader.skip(size);
  }
};

/** Status of the trackers that send an IMEI in every location (NT, VL100, XT40). */
export const networkTrackerTail: Tail = (reader, { attributes }) => {
  setTerminalInformation(attributes, reader.u8());
  attributes.power = reader.u16() / 100;
  attributes.battery = reader.u8() / 10;
  attributes.rssi = reader.u8();
  const code = reader.u8();
  setAlarmCode(attributes, code, reader.u8());
  attributes.odometer = reader.u24();
  attributes.hours = reader.u24() * 60_000;
  const driverBytes = reader.remaining > 0 ? reader.u8() : 0;
  if (driverBytes > 1) {
    reader.skip(1);
    attributes.driverUniqueId = reader.hex(driverBytes - 1);
  }
};

/** Status, mileage, hours and inputs of 0xA2 (LW4G). */
export const assetTail: Tail = (reader, { attributes }) => {
  reader.skip(1);
  setTerminalInformation(attributes, reader.u8());
  attributes.power = reader.u16() / 100;
  setBatteryLevel(attributes, reader.u8());
  attributes.rssi = reader.u8();
  const code = reader.u8();
  attributes.event = String(code);
  addAlarm(attributes, alarmCodes.get(code));
  reader.skip(1);
  attributes.odometer = reader.u32();
  attributes.hours = reader.u32() * 1000;
  reader.skip(8);
  attributes.input = reader.u16();
};
