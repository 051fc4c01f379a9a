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
import { integerIn, numberIn } from '../wire/field-text.ts';
import { setMotionState } from './motion-state.ts';
import { setPercent } from './report-tail.ts';
import { clockIn, type TextMessage } from './text-message.ts';

type InformationReader = (message: TextMessage, attributes: AttributeDraft) => void;

const iccid = /^[0-9A-Fa-f]{18,20}$/;
const volts = /^\d{1,2}\.\d{1,2}$/;

function setStrength(attributes: AttributeDraft, field: string | undefined): void {
  const strength = integerIn(field);
  // 99 is not known
  if (strength !== undefined && strength < 99) attributes.rssi = strength;
}

function setIccid(attributes: AttributeDraft, field: string | undefined): void {
  if (field !== undefined && iccid.test(field)) attributes.iccid = field;
}

/** External power in mV, or the mileage of models that run on their battery. */
function setSupply(attributes: AttributeDraft, field: string | undefined): void {
  const value = numberIn(field);
  if (value === undefined || value < 0) return;
  if (field?.includes('.')) attributes.odometer = Math.round(value * 1000);
  else if (value > 100 && value < 100_000) attributes.power = value / 1000;
}

/** Battery volts and charging, in the first field with volts; the index behind them. */
function readBattery({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): number {
  const to = Math.min(end, from + 4);
  for (let at = from; at < to; at += 1) {
    const field = fields[at] ?? '';
    if (!volts.test(field)) continue;
    attributes.battery = Number(field);
    const charging = at + 1 < end ? fields[at + 1] : undefined;
    if (charging === '0' || charging === '1') attributes.charge = charging === '1';
    return at + 2;
  }
  return from;
}

const readFirstGeneration: InformationReader = ({ fields, from }, attributes) => {
  setIccid(attributes, fields[from]);
  setStrength(attributes, fields[from + 1]);
  setPercent(attributes, 'batteryLevel', fields[from + 3]);
  const charger = fields[from + 4];
  if (charger === '0' || charger === '1') attributes.charge = charger === '0';
};

const readInformation: InformationReader = (message, attributes) => {
  const { fields, from, end, version, model } = message;
  if (version === '') {
    readFirstGeneration(message, attributes);
    return;
  }
  const state = fields[from] ?? '';
  if (/^[0-9A-Fa-f]{2}$/.test(state)) setMotionState(attributes, Number.parseInt(state, 16));
  setIccid(attributes, fields[from + 1]);
  setStrength(attributes, fields[from + 2]);
  let at = readSupply(message, from + 5, attributes);
  at = readBattery(message, at, attributes);
  if (model === 'GV310LAU') readAnalogInputs(message, at + analogInputsBehind, attributes);
  if (!/^G[LBMT]/.test(model)) return;
  for (; at < end; at += 1) {
    if (clockIn(fields[at]) === undefined) continue;
    setPercent(attributes, 'batteryLevel', at + 1 < end ? fields[at + 1] : undefined);
    const degrees = at + 3 < end && fields[at + 3]?.includes('.') ? numberIn(fields[at + 3]) : undefined;
    if (degrees !== undefined && Math.abs(degrees) < 200) attributes.deviceTemp = degrees;
    return;
  }
};

/** LED, saving mode, antenna, last fix's time and a mask of pins precede the analog inputs. */
const analogInputsBehind = 5;

function readAnalogInputs({ fields, end }: TextMessage, from: number, attributes: AttributeDraft): void {
  for (let input = 1; input <= 3; input += 1) {
    const at = from + input - 1;
    const millivolts = at < end ? integerIn(fields[at]) : undefined;
    if (millivolts !== undefined) attributes[`adc${input}`] = millivolts / 1000;
  }
}

/** Some models have a sensor's address, temperature and humidity before the supply. */
function readSupply({ fields }: TextMessage, at: number, attributes: AttributeDraft): number {
  const withSensor = (fields[at]?.length ?? 0) === 12;
  const supplyAt = withSensor ? at + 3 : at;
  if (withSensor) {
    const degrees = integerIn(fields[at + 1]);
    if (degrees !== undefined && degrees < 200) attributes.deviceTemp = degrees;
    setPercent(attributes, 'humidity', fields[at + 2]);
  }
  setSupply(attributes, fields[supplyAt]);
  return supplyAt + 1;
}

const readVersion: InformationReader = ({ fields, from }, attributes) => {
  const [deviceType, software, hardware] = [fields[from], fields[from + 1], fields[from + 2]];
  if (deviceType) attributes.deviceType = deviceType;
  if (software) attributes.versionFw = software;
  if (hardware) attributes.versionHw = hardware;
};

const readSupplyReport: InformationReader = (message, attributes) => {
  const { fields, from, model } = message;
  setSupply(attributes, fields[from + 1]);
  if (/^G[LBMT]/.test(model)) setPercent(attributes, 'batteryLevel', fields[from + 2]);
  readBattery(message, from + 2, attributes);
};

/** Settings and lists, kept as they are. */
const readText: InformationReader = ({ fields, from, end }, attributes) => {
  const text = fields.slice(from, end).join(',');
  if (/[^,]/.test(text)) attributes.result = text;
};

const readers: ReadonlyMap<string, InformationReader> = new Map([
  ['INF', readInformation],
  ['VER', readVersion],
  ['BAT', readSupplyReport],
  ['CSQ', ({ fields, from }, attributes) => setStrength(attributes, fields[from])],
  ['CID', ({ fields, from }, attributes) => setIccid(attributes, fields[from])],
  ...['ALL', 'ALM', 'ALC', 'ALS', 'AIF', 'ATI', 'TMZ', 'GSV', 'GPS', 'IOS', 'UVN', 'UPC', 'EUC', 'BTI'].map(
    (kind) => [kind, readText] as const,
  ),
]);

/** What the tracker says of itself; undefined for a kind that is no such report. */
export function readerOfInformation(kind: string): InformationReader | undefined {
  return readers.get(kind);
}
