/**
 * Reports of the tracker about itself, without a place.
 *
 *     GTINF  state | ICCID | strength | error rate | external power | mV, or mileage km | reserved | battery V | charging |
 *            LED | … | last fix's time | battery % …
 *     GTVER  device type | software | hardware        GTCID  ICCID
 *     GTCSQ  strength | error rate                    GTBAT  external power | … | battery V | charging | LED
 *
 * The first generation's GTINF begins with the ICCID: ICCID | strength | error rate | battery % | charger (0 connected).
 * Source: GV300 0.7 and GL300 1.02, 3.3.2 and 3.3.3; GT300 4.00, +RESP:GTINF.
 */

import type { AttributeDraft } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { setMotionState } from './motion-state.ts';
import { setBit, setPercent } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

type InformationReader = (message: TextMessage, attributes: AttributeDraft) => void;

const point = 0x2e;

function setStrength(attributes: AttributeDraft, fields: TextFields, index: number): void {
  const strength = fields.integer(index);
  // 99 is not known
  if (strength !== undefined && strength < 99) attributes.rssi = strength;
}

function setIccid(attributes: AttributeDraft, fields: TextFields, index: number): void {
  if (fields.areHexDigits(index, 18, 20)) attributes.iccid = fields.text(index);
}

/** External power in mV, or the mileage of models that run on their battery. */
function setSupply(attributes: AttributeDraft, fields: TextFields, index: number): void {
  const value = fields.number(index);
  if (value === undefined || value < 0) return;
  if (fields.find(index, point) >= 0) attributes.odometer = Math.round(value * 1000);
  else if (value > 100 && value < 100_000) attributes.power = value / 1000;
}

/** A digit or two, a point, and a digit or two more. */
function isVolts(fields: TextFields, index: number): boolean {
  const mark = fields.find(index, point);
  const length = fields.length(index);
  if ((mark !== 1 && mark !== 2) || length > mark + 3) return false;
  return fields.areDigits(index, 0, mark) && fields.areDigits(index, mark + 1, length);
}

/** Battery volts and charging, in the first field with volts; the index behind them. */
function readBattery({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): number {
  const to = Math.min(end, from + 4);
  for (let at = from; at < to; at += 1) {
    if (!isVolts(fields, at)) continue;
    attributes.battery = fields.number(at) ?? 0;
    if (at + 1 < end) setBit(attributes, 'charge', fields, at + 1);
    return at + 2;
  }
  return from;
}

const readFirstGeneration: InformationReader = ({ fields, from }, attributes) => {
  setIccid(attributes, fields, from);
  setStrength(attributes, fields, from + 1);
  setPercent(attributes, 'batteryLevel', fields, from + 3);
  if (fields.is(from + 4, '0')) attributes.charge = true;
  else if (fields.is(from + 4, '1')) attributes.charge = false;
};

const readInformation: InformationReader = (message, attributes) => {
  const { fields, from, end, version, model } = message;
  if (version === '') {
    readFirstGeneration(message, attributes);
    return;
  }
  if (fields.length(from) === 2) setMotionState(attributes, fields.hex(from) ?? 0);
  setIccid(attributes, fields, from + 1);
  setStrength(attributes, fields, from + 2);
  let at = readSupply(message, from + 5, attributes);
  at = readBattery(message, at, attributes);
  if (model === 'GV310LAU') readAnalogInputs(message, at + analogInputsBehind, attributes);
  if (!/^G[LBMT]/.test(model)) return;
  for (; at < end; at += 1) {
    if (fields.clock(at) === undefined) continue;
    if (at + 1 < end) setPercent(attributes, 'batteryLevel', fields, at + 1);
    const degrees = at + 3 < end && fields.find(at + 3, point) >= 0 ? fields.number(at + 3) : undefined;
    if (degrees !== undefined && Math.abs(degrees) < 200) attributes.deviceTemp = degrees;
    return;
  }
};

/** LED, saving mode, antenna, last fix's time and a mask of pins precede the analog inputs. */
const analogInputsBehind = 5;

function readAnalogInputs({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): void {
  for (let input = 1; input <= 3; input += 1) {
    const at = from + input - 1;
    const millivolts = at < end ? fields.integer(at) : undefined;
    if (millivolts !== undefined) attributes[`adc${input}`] = millivolts / 1000;
  }
}

/** Some models have a sensor's address, temperature and humidity before the supply. */
function readSupply({ fields }: TextMessage, at: number, attributes: AttributeDraft): number {
  const withSensor = fields.length(at) === 12;
  const supplyAt = withSensor ? at + 3 : at;
  if (withSensor) {
    const degrees = fields.integer(at + 1);
    if (degrees !== undefined && degrees < 200) attributes.deviceTemp = degrees;
    setPercent(attributes, 'humidity', fields, at + 2);
  }
  setSupply(attributes, fields, supplyAt);
  return supplyAt + 1;
}

const readVersion: InformationReader = ({ fields, from }, attributes) => {
  const [deviceType, software, hardware] = [fields.text(from), fields.text(from + 1), fields.text(from + 2)];
  if (deviceType) attributes.deviceType = deviceType;
  if (software) attributes.versionFw = software;
  if (hardware) attributes.versionHw = hardware;
};

const readSupplyReport: InformationReader = (message, attributes) => {
  const { fields, from, model } = message;
  setSupply(attributes, fields, from + 1);
  if (/^G[LBMT]/.test(model)) setPercent(attributes, 'batteryLevel', fields, from + 2);
  readBattery(message, from + 2, attributes);
};

/** Settings and lists, kept as they are. */
const readText: InformationReader = ({ fields, from, end }, attributes) => {
  const text = fields.joined(from, end);
  if (/[^,]/.test(text)) attributes.result = text;
};

const readers: ReadonlyMap<string, InformationReader> = new Map([
  ['INF', readInformation],
  ['VER', readVersion],
  ['BAT', readSupplyReport],
  ['CSQ', ({ fields, from }, attributes) => setStrength(attributes, fields, from)],
  ['CID', ({ fields, from }, attributes) => setIccid(attributes, fields, from)],
  ...['ALL', 'ALM', 'ALC', 'ALS', 'AIF', 'ATI', 'TMZ', 'GSV', 'GPS', 'IOS', 'UVN', 'UPC', 'EUC', 'BTI'].map(
    (kind) => [kind, readText] as const,
  ),
]);

/** What the tracker says of itself; undefined for a kind that is no such report. */
export function readerOfInformation(kind: string): InformationReader | undefined {
  return readers.get(kind);
}
