/**
 * What follows the last place, by model and kind:
 *
 *     GV   mileage km | hour meter HHHHH:MM:SS | analog inputs mV… | battery % | device status | [rpm | l/100 km | fuel %]
 *     GV200  mileage | hour meter | three analog inputs | inputs | outputs | reserved
 *     GL2, GL3, GB   [mileage] | battery %
 *     GL5  strength | error rate | [light, in GTLSA] | [battery mV] | battery % | mode | moving | °C
 *
 * The device status reports the GV layout whatever the number of analog inputs; an `F` before an analog input makes it a
 * fuel level in percent. Source: GV300 0.7 and GV200 3.20, +RESP:GTFRI; GL300 1.02; GL500 and GV310LAU as public decoders have them.
 */

import type { AttributeDraft } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { traitsOf } from './models.ts';
import { isDeviceStatus, setDeviceStatus, setPorts } from './motion-state.ts';
import type { TextMessage } from './text-message.ts';

const zero = 0x30;
const one = 0x31;
const point = 0x2e;
const colon = 0x3a;
const letterF = 0x46;
const oneWireDigits = 16;

/** `HHHHH:MM:SS` as ms. */
function hoursIn(fields: TextFields, index: number): number | undefined {
  const mark = fields.length(index) - 6;
  if (mark < 1 || mark > 7 || fields.byte(index, mark) !== colon || fields.byte(index, mark + 3) !== colon) {
    return undefined;
  }
  const minutes = fields.digits(index, 0, mark) * 60 + fields.digits(index, mark + 1, 2);
  const seconds = minutes * 60 + fields.digits(index, mark + 4, 2);
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
}

export function setPercent(attributes: AttributeDraft, key: string, fields: TextFields, index: number): void {
  const percent = fields.integer(index);
  if (percent !== undefined && percent <= 100) attributes[key] = percent;
}

function setMileage(attributes: AttributeDraft, fields: TextFields, index: number): void {
  const mileage = fields.find(index, point) >= 0 ? fields.number(index) : undefined;
  if (mileage !== undefined && mileage >= 0) attributes.odometer = Math.round(mileage * 1000);
}

function setHours(attributes: AttributeDraft, fields: TextFields, index: number): void {
  const hours = hoursIn(fields, index);
  if (hours !== undefined) attributes.hours = hours;
}

const analogueKeys: readonly string[] = Object.freeze(
  Array.from({ length: 10 }, (_, index) => `adc${index}`),
);

function setAnalog(attributes: AttributeDraft, input: number, fields: TextFields, index: number): void {
  if (fields.isEmpty(index)) return;
  if (fields.byte(index) === letterF) {
    const percent = fields.digits(index, 1, fields.length(index) - 1);
    if (fields.length(index) > 1 && percent <= 100) attributes.fuelLevel = percent;
    return;
  }
  const millivolts = fields.integer(index);
  if (millivolts !== undefined) attributes[analogueKeys[input] ?? `adc${input}`] = millivolts / 1000;
}

/** Index of the device status, -1 when there is none. */
function statusIndex({ fields, end }: TextMessage, from: number): number {
  const to = Math.min(end, from + 9);
  for (let at = from + 1; at < to; at += 1) if (isDeviceStatus(fields, at)) return at;
  return -1;
}

const threeInputs: ReadonlySet<string> = new Set(['GV200', 'GV310LAU', 'GV350CEU']);

/** Analog inputs of a model that sends no status. */
function analogInputs(model: string): number {
  if (threeInputs.has(model)) return 3;
  return model === 'GV350M' ? 1 : 2;
}

/** From the mileage to the device status; the index behind it. */
function readVehicle(message: TextMessage, from: number, attributes: AttributeDraft): number {
  const { fields, model } = message;
  setMileage(attributes, fields, from);
  setHours(attributes, fields, from + 1);
  const status = statusIndex(message, from);
  const batteryAt = status >= 0 ? status - 1 : from + 2 + analogInputs(model);
  for (let at = from + 2; at < batteryAt && at < message.end; at += 1) {
    setAnalog(attributes, at - from - 1, fields, at);
  }
  if (model === 'GV200' && status < 0) {
    const [inputs, outputs] = [fields.hex(batteryAt), fields.hex(batteryAt + 1)];
    if (inputs !== undefined && outputs !== undefined && inputs <= 0xff && outputs <= 0xff) {
      setPorts(attributes, inputs, outputs);
    }
    // a reserved field precedes what an expanded report appends; units that leave it out have the type in its place
    const isLeftOut = !fields.isEmpty(batteryAt + 2) && fields.areHexDigits(batteryAt + 4, oneWireDigits);
    return isLeftOut ? batteryAt + 2 : batteryAt + 3;
  }
  if (batteryAt > from && batteryAt < message.end) setPercent(attributes, 'batteryLevel', fields, batteryAt);
  if (status >= 0) setDeviceStatus(attributes, fields, status);
  return status >= 0 ? status + 1 : batteryAt + 2;
}

/** Engine of models that listen to the vehicle: rpm, consumption per distance, fuel level. */
function readEngine({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): void {
  if (end - from !== 3) return;
  const rpm = fields.integer(from);
  if (rpm !== undefined && rpm <= 16_383) attributes.rpm = rpm;
  setPercent(attributes, 'fuelLevel', fields, from + 2);
}

/** Asset trackers of the GL500 line: the index behind what they say of themselves. */
function readAsset({ kind, fields, end }: TextMessage, from: number, attributes: AttributeDraft): number {
  // behind the report's own fields are its send time and count
  const own = (index: number) => (index < end ? index : -1);
  const strength = fields.integer(own(from));
  if (strength !== undefined && strength <= 31) attributes.rssi = strength;
  let at = from + 2;
  if (kind === 'LSA') {
    const level = fields.integer(own(at));
    if (level !== undefined) attributes.lightLevel = level;
    at += 1;
  }
  if (fields.byte(own(at)) === zero && fields.areHexDigits(own(at), 2)) at += 1;
  const millivolts = fields.integer(own(at));
  const hasVolts = millivolts !== undefined ? millivolts > 100 : fields.integer(own(at + 1)) !== undefined;
  if (hasVolts) {
    if (millivolts !== undefined) attributes.battery = millivolts / 1000;
    at += 1;
  }
  if (at >= end) return end;
  setPercent(attributes, 'batteryLevel', fields, at);
  setBit(attributes, 'motion', fields, own(at + 2));
  const degrees = fields.find(own(at + 3), point) >= 0 ? fields.number(at + 3) : undefined;
  if (degrees !== undefined && Math.abs(degrees) < 200) attributes.deviceTemp = degrees;
  return at + 4;
}

/** Sets a flag that a field of 1 or 0 is; any other field says nothing. */
export function setBit(attributes: AttributeDraft, key: string, fields: TextFields, index: number): void {
  if (fields.length(index) === 1 && fields.areBits(index)) attributes[key] = fields.byte(index) === one;
}

/** Reports of these that have five fields before the place have the battery as the fifth. */
function hasOwnBattery({ model, from, fields }: TextMessage, start: number): boolean {
  return traitsOf(model).isOfAssets && start - from === 5 && fields.integer(from + 4) !== undefined;
}

/** Degrees behind the number of a wired probe, in the alarm of its temperature. */
function readProbe({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): void {
  let at = from;
  while (at < end && !fields.areHexDigits(at, oneWireDigits)) at += 1;
  at += 1;
  while (at < end && fields.isEmpty(at)) at += 1;
  const degrees = at < end ? fields.number(at) : undefined;
  if (degrees !== undefined && Math.abs(degrees) < 200) attributes.temp1 = degrees;
}

/** Digits, a point and one digit more. */
function isTenths(fields: TextFields, index: number): boolean {
  const mark = fields.length(index) - 2;
  return (
    fields.byte(index, mark) === point &&
    fields.areDigits(index, 0, mark) &&
    fields.areDigits(index, mark + 1, mark + 2)
  );
}

/** What any report may end with: mileage, hour meter, and, of a tracker that lives on it, the battery. */
function readCommon(message: TextMessage, from: number, attributes: AttributeDraft): void {
  const { kind, fields, end, model } = message;
  for (let at = from; at < end; at += 1) {
    if (fields.isEmpty(at)) continue;
    if (fields.find(at, colon) >= 0) setHours(attributes, fields, at);
    else if (attributes.odometer === undefined && isTenths(fields, at)) setMileage(attributes, fields, at);
  }
  if (kind === 'TMP') readProbe(message, from, attributes);
  if (end <= from || traitsOf(model).isOfVehicles) return;
  // an expanded report may have its sensors behind
  const percent = kind === 'ERI' ? from : end - 1;
  if (fields.length(percent) <= 3) setPercent(attributes, 'batteryLevel', fields, percent);
}

/**
 * Reads the fields of a report behind its last place; the index where what an expanded report appends begins.
 * `start` is the index of the first place, `from` that behind the last.
 */
export function readTail(
  message: TextMessage,
  start: number,
  from: number,
  attributes: AttributeDraft,
): number {
  const { kind, model, end } = message;
  if (hasOwnBattery(message, start)) {
    setPercent(attributes, 'batteryLevel', message.fields, message.from + 4);
    return end;
  }
  if (traitsOf(model).isOfAssets) return readAsset(message, from, attributes);
  if (kind !== 'FRI' && kind !== 'ERI') {
    readCommon(message, from, attributes);
    return end;
  }
  const isVehicle = traitsOf(model).isOfVehicles || statusIndex(message, from) >= 0;
  if (!isVehicle) {
    readCommon(message, from, attributes);
    return end;
  }
  const after = readVehicle(message, from, attributes);
  if (kind === 'FRI') readEngine(message, after, attributes);
  return after;
}
