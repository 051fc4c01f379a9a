/**
 * What follows the report's own fields in the ST300, ST340, ST500 and ST600 series. Which fields come is set in the
 * tracker and differs by model, so each is known by its shape:
 * hour meter (minutes), backup voltage, 1 now or 0 stored | analogue inputs (volts), one or three, of which some may be
 * empty | rpm, which two models have before those | driver's button or card (hexadecimal digits) and 1 or 0 |
 * temperatures `sensor:degrees` | cell id, country, network, signal, area.
 */

import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { isVolts, signalIn, strengthOf } from './report-fields.ts';

const models = Object.freeze({ withRpm: new Set(['04', '12']) });

const zero = 0x30;
const colon = 0x3a;
const maxRpm = 20_000;
const temperature = /^[0-9A-Za-z]{0,16}:([+-]?\d{1,3}(?:\.\d+)?)$/;

function isBit(fields: TextFields, index: number): boolean {
  return fields.length(index) === 1 && fields.areBits(index);
}

/** Whether hour meter, backup voltage and message type are at an index. */
function areMeters(fields: TextFields, at: number): boolean {
  return fields.integer(at) !== undefined && isVolts(fields, at + 1) && isBit(fields, at + 2);
}

/** Where the meters are: at the index meant, else at the first from `least` on that has them. */
export function metersIndex(fields: TextFields, expected: number, least: number): number {
  if (areMeters(fields, expected)) return expected;
  for (let at = least; at + 2 < fields.count; at += 1) if (areMeters(fields, at)) return at;
  return expected;
}

/** Hour meter, backup voltage and message type; how many fields they took. */
function readMeters(fields: TextFields, from: number, draft: PositionDraft): number {
  if (!areMeters(fields, from)) return 0;
  const minutes = fields.integer(from) ?? 0;
  draft.attributes.hours = minutes * 60_000;
  draft.attributes.battery = fields.number(from + 1) ?? 0;
  if (fields.byte(from + 2) === zero) draft.attributes.archive = true;
  return 3;
}

function isCountry(country: number | undefined): country is number {
  return country !== undefined && country >= 200 && country <= 799;
}

function readCell(fields: TextFields, at: number, draft: PositionDraft): boolean {
  const mobileCountryCode = fields.integer(at + 1);
  if (!isCountry(mobileCountryCode)) return false;
  const cellId = fields.integer(at);
  const mobileNetworkCode = fields.integer(at + 2);
  const signal = signalIn(fields, at + 3);
  const locationAreaCode = fields.integer(at + 4);
  if (!cellId || mobileNetworkCode === undefined || signal === undefined || locationAreaCode === undefined)
    return false;
  draft.attributes.rssi = signal;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...strengthOf(signal) }],
  };
  return true;
}

const analogueKeys = ['adc1', 'adc2', 'adc3'] as const;

/** Inputs up to the last that has volts; how many fields they took. */
function readAnalogue(fields: TextFields, from: number, attributes: AttributeDraft): number {
  let taken = 0;
  for (let index = 0; index < analogueKeys.length; index += 1) {
    const key = analogueKeys[index];
    if (key !== undefined && isVolts(fields, from + index)) {
      attributes[key] = fields.number(from + index) ?? 0;
      taken = index + 1;
    } else if (!fields.has(from + index) || !fields.isEmpty(from + index)) break;
  }
  return taken;
}

/** Three digits to five, not filled up with zeros, that begin neither a cell nor a driver; how many fields they took. */
function readLateRpm(fields: TextFields, at: number, attributes: AttributeDraft): number {
  const length = fields.length(at);
  if (length < 3 || length > 5 || fields.byte(at) === zero || !fields.areDigits(at)) return 0;
  if (isBit(fields, at + 1) || isCountry(fields.integer(at + 1))) return 0;
  const rpm = fields.integer(at) ?? 0;
  if (rpm > maxRpm) return 0;
  attributes.rpm = rpm;
  return 1;
}

/** Reads what there is from an index on; fields of no known shape are passed over. */
export function readLegacyTail(fields: TextFields, from: number, model: string, draft: PositionDraft): void {
  const { attributes } = draft;
  const meters = readMeters(fields, from, draft);
  if (meters === 0) return;
  let at = from + meters;
  const rpm = models.withRpm.has(model) ? fields.integer(at) : undefined;
  if (rpm !== undefined) {
    attributes.rpm = rpm;
    at += 1;
  }
  at += readAnalogue(fields, at, attributes);
  if (rpm === undefined) at += readLateRpm(fields, at, attributes);
  let probes = 0;
  for (; at < fields.count; at += 1) {
    const hasColon = fields.find(at, colon) >= 0;
    const degrees = hasColon ? temperature.exec(fields.text(at))?.[1] : undefined;
    if (degrees !== undefined) {
      probes += 1;
      attributes[`temp${probes}`] = Number(degrees);
    } else if (isBit(fields, at + 1) && fields.areHexDigits(at, 6, 20)) {
      const driver = fields.text(at);
      if (/[^0]/.test(driver)) attributes.driverUniqueId = driver;
      at += 1;
    } else if (readCell(fields, at, draft)) at += 4;
  }
}
