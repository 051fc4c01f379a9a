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
import { digitsAt, hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import { isAssetModel, isVehicleModel } from './models.ts';
import { isDeviceStatus, setDeviceStatus, setPorts } from './motion-state.ts';
import type { TextMessage } from './text-message.ts';

const oneWireId = /^[0-9A-Fa-f]{16}$/;

/** `HHHHH:MM:SS` as ms. */
function hoursIn(field: string | undefined): number | undefined {
  const colon = field === undefined ? 0 : field.length - 6;
  if (field === undefined || colon < 1 || colon > 7 || field[colon] !== ':' || field[colon + 3] !== ':') {
    return undefined;
  }
  const minutes = digitsAt(field, 0, colon) * 60 + digitsAt(field, colon + 1, 2);
  const seconds = minutes * 60 + digitsAt(field, colon + 4, 2);
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
}

export function setPercent(attributes: AttributeDraft, key: string, field: string | undefined): void {
  const percent = integerIn(field);
  if (percent !== undefined && percent <= 100) attributes[key] = percent;
}

function setMileage(attributes: AttributeDraft, field: string | undefined): void {
  const mileage = field?.includes('.') ? numberIn(field) : undefined;
  if (mileage !== undefined && mileage >= 0) attributes.odometer = Math.round(mileage * 1000);
}

function setHours(attributes: AttributeDraft, field: string | undefined): void {
  const hours = hoursIn(field);
  if (hours !== undefined) attributes.hours = hours;
}

function setAnalog(attributes: AttributeDraft, index: number, field: string | undefined): void {
  if (!field) return;
  if (field.startsWith('F')) {
    setPercent(attributes, 'fuelLevel', field.slice(1));
    return;
  }
  const millivolts = integerIn(field);
  if (millivolts !== undefined) attributes[`adc${index}`] = millivolts / 1000;
}

/** Index of the device status, -1 when there is none. */
function statusIndex({ fields, end }: TextMessage, from: number): number {
  const to = Math.min(end, from + 9);
  for (let at = from + 1; at < to; at += 1) if (isDeviceStatus(fields[at])) return at;
  return -1;
}

/** Analog inputs of a model that sends no status. */
function analogInputs(model: string): number {
  if (['GV200', 'GV310LAU', 'GV350CEU'].includes(model)) return 3;
  return model === 'GV350M' ? 1 : 2;
}

/** From the mileage to the device status; the index behind it. */
function readVehicle(message: TextMessage, from: number, attributes: AttributeDraft): number {
  const { fields, model } = message;
  setMileage(attributes, fields[from]);
  setHours(attributes, fields[from + 1]);
  const status = statusIndex(message, from);
  const batteryAt = status >= 0 ? status - 1 : from + 2 + analogInputs(model);
  for (let at = from + 2; at < batteryAt && at < message.end; at += 1) {
    setAnalog(attributes, at - from - 1, fields[at]);
  }
  if (model === 'GV200' && status < 0) {
    const [inputs, outputs] = [hexIn(fields[batteryAt]), hexIn(fields[batteryAt + 1])];
    if (inputs !== undefined && outputs !== undefined && inputs <= 0xff && outputs <= 0xff) {
      setPorts(attributes, inputs, outputs);
    }
    // a reserved field precedes what an expanded report appends; units that leave it out have the type in its place
    return fields[batteryAt + 2] && oneWireId.test(fields[batteryAt + 4] ?? '')
      ? batteryAt + 2
      : batteryAt + 3;
  }
  if (batteryAt > from && batteryAt < message.end) setPercent(attributes, 'batteryLevel', fields[batteryAt]);
  if (status >= 0) setDeviceStatus(attributes, fields[status] ?? '');
  return status >= 0 ? status + 1 : batteryAt + 2;
}

/** Engine of models that listen to the vehicle: rpm, consumption per distance, fuel level. */
function readEngine({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): void {
  if (end - from !== 3) return;
  const rpm = integerIn(fields[from]);
  if (rpm !== undefined && rpm <= 16_383) attributes.rpm = rpm;
  setPercent(attributes, 'fuelLevel', fields[from + 2]);
}

/** Asset trackers of the GL500 line: the index behind what they say of themselves. */
function readAsset({ kind, fields, end }: TextMessage, from: number, attributes: AttributeDraft): number {
  const strength = from < end ? integerIn(fields[from]) : undefined;
  if (strength !== undefined && strength <= 31) attributes.rssi = strength;
  let at = from + 2;
  if (kind === 'LSA') {
    const level = at < end ? integerIn(fields[at]) : undefined;
    if (level !== undefined) attributes.lightLevel = level;
    at += 1;
  }
  // behind the report's own fields are its send time and count
  const own = (index: number) => (index < end ? fields[index] : undefined);
  if (/^0[0-9A-Fa-f]$/.test(own(at) ?? '')) at += 1;
  const millivolts = integerIn(own(at));
  const hasVolts = millivolts !== undefined ? millivolts > 100 : integerIn(own(at + 1)) !== undefined;
  if (hasVolts) {
    if (millivolts !== undefined) attributes.battery = millivolts / 1000;
    at += 1;
  }
  if (at >= end) return end;
  setPercent(attributes, 'batteryLevel', fields[at]);
  const moving = at + 2 < end ? fields[at + 2] : undefined;
  if (moving === '0' || moving === '1') attributes.motion = moving === '1';
  const temperature = at + 3 < end ? fields[at + 3] : undefined;
  const degrees = temperature?.includes('.') ? numberIn(temperature) : undefined;
  if (degrees !== undefined && Math.abs(degrees) < 200) attributes.deviceTemp = degrees;
  return at + 4;
}

/** Reports of these that have five fields before the place have the battery as the fifth. */
function hasOwnBattery({ model, from, fields }: TextMessage, start: number): boolean {
  return isAssetModel(model) && start - from === 5 && integerIn(fields[from + 4]) !== undefined;
}

/** Degrees behind the number of a wired probe, in the alarm of its temperature. */
function readProbe({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): void {
  const probe = fields.findIndex((field, at) => at >= from && at < end && oneWireId.test(field));
  if (probe < 0) return;
  const reading = fields.slice(probe + 1, end).find((field) => field !== '');
  const degrees = numberIn(reading);
  if (degrees !== undefined && Math.abs(degrees) < 200) attributes.temp1 = degrees;
}

/** What any report may end with: mileage, hour meter, and, of a tracker that lives on it, the battery. */
function readCommon(message: TextMessage, from: number, attributes: AttributeDraft): void {
  const { kind, fields, end, model } = message;
  for (let at = from; at < end; at += 1) {
    const field = fields[at];
    if (field === undefined || field === '') continue;
    if (field.includes(':')) setHours(attributes, field);
    else if (/^\d+\.\d$/.test(field) && attributes.odometer === undefined) setMileage(attributes, field);
  }
  if (kind === 'TMP') readProbe(message, from, attributes);
  if (end <= from || isVehicleModel(model)) return;
  // an expanded report may have its sensors behind
  const percent = kind === 'ERI' ? fields[from] : fields[end - 1];
  if (percent !== undefined && /^\d{1,3}$/.test(percent)) setPercent(attributes, 'batteryLevel', percent);
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
    setPercent(attributes, 'batteryLevel', message.fields[message.from + 4]);
    return end;
  }
  if (isAssetModel(model)) return readAsset(message, from, attributes);
  if (kind !== 'FRI' && kind !== 'ERI') {
    readCommon(message, from, attributes);
    return end;
  }
  const isVehicle = isVehicleModel(model) || statusIndex(message, from) >= 0;
  if (!isVehicle) {
    readCommon(message, from, attributes);
    return end;
  }
  const after = readVehicle(message, from, attributes);
  if (kind === 'FRI') readEngine(message, after, attributes);
  return after;
}
