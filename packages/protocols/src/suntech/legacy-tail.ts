/**
 * What follows the report's own fields in the ST300, ST340, ST500 and ST600 series. Which fields come is set in the
 * tracker and differs by model, so each is known by its shape:
 * hour meter (minutes), backup voltage, 1 now or 0 stored | analogue inputs (volts), one or three, of which some may be
 * empty | rpm, which two models have before those | driver's button or card (hexadecimal digits) and 1 or 0 |
 * temperatures `sensor:degrees` | cell id, country, network, signal, area.
 */

import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import { isVolts, signalIn, strengthOf } from './report-fields.ts';

const models = Object.freeze({ withRpm: new Set(['04', '12']) });

const driver = /^[0-9A-Fa-f]{6,20}$/;
const fewDigits = /^[1-9]\d{2,4}$/;
const analogueInputs = 3;
const maxRpm = 20_000;
const temperature = /^[0-9A-Za-z]{0,16}:([+-]?\d{1,3}(?:\.\d+)?)$/;

function isBit(field: string | undefined): boolean {
  return field === '0' || field === '1';
}

/** Whether hour meter, backup voltage and message type are at an index. */
function areMeters(fields: readonly string[], at: number): boolean {
  return integerIn(fields[at]) !== undefined && isVolts(fields[at + 1]) && isBit(fields[at + 2]);
}

/** Where the meters are: at the index meant, else at the first from `least` on that has them. */
export function metersIndex(fields: readonly string[], expected: number, least: number): number {
  if (areMeters(fields, expected)) return expected;
  for (let at = least; at + 2 < fields.length; at += 1) if (areMeters(fields, at)) return at;
  return expected;
}

/** Hour meter, backup voltage and message type; how many fields they took. */
function readMeters(fields: readonly string[], from: number, draft: PositionDraft): number {
  const minutes = integerIn(fields[from]);
  const battery = isVolts(fields[from + 1]) ? numberIn(fields[from + 1]) : undefined;
  const stored = fields[from + 2];
  if (minutes === undefined || battery === undefined || !isBit(stored)) return 0;
  draft.attributes.hours = minutes * 60_000;
  draft.attributes.battery = battery;
  if (stored === '0') draft.attributes.archive = true;
  return 3;
}

function isCountry(field: string | undefined): boolean {
  const country = integerIn(field);
  return country !== undefined && country >= 200 && country <= 799;
}

function readCell(fields: readonly string[], at: number, draft: PositionDraft): boolean {
  const country = integerIn(fields[at + 1]);
  if (country === undefined || !isCountry(fields[at + 1])) return false;
  const cellId = integerIn(fields[at]);
  const network = integerIn(fields[at + 2]);
  const signal = signalIn(fields[at + 3]);
  const area = integerIn(fields[at + 4]);
  if (!cellId || network === undefined || signal === undefined || area === undefined) return false;
  draft.attributes.rssi = signal;
  draft.network = {
    cellTowers: [
      {
        mobileCountryCode: country,
        mobileNetworkCode: network,
        locationAreaCode: area,
        cellId,
        ...strengthOf(signal),
      },
    ],
  };
  return true;
}

/** Inputs up to the last that has volts; how many fields they took. */
function readAnalogue(fields: readonly string[], from: number, attributes: AttributeDraft): number {
  let taken = 0;
  for (let index = 0; index < analogueInputs; index += 1) {
    const field = fields[from + index];
    if (isVolts(field)) {
      attributes[`adc${index + 1}`] = Number(field);
      taken = index + 1;
    } else if (field !== '') break;
  }
  return taken;
}

/** Three digits to five, not filled up with zeros, that begin neither a cell nor a driver; how many fields they took. */
function readLateRpm(fields: readonly string[], at: number, attributes: AttributeDraft): number {
  const field = fields[at] ?? '';
  if (!fewDigits.test(field) || isBit(fields[at + 1]) || isCountry(fields[at + 1])) return 0;
  const rpm = Number(field);
  if (rpm > maxRpm) return 0;
  attributes.rpm = rpm;
  return 1;
}

/** Reads what there is from an index on; fields of no known shape are passed over. */
export function readLegacyTail(
  fields: readonly string[],
  from: number,
  model: string | undefined,
  draft: PositionDraft,
): void {
  const { attributes } = draft;
  const meters = readMeters(fields, from, draft);
  if (meters === 0) return;
  let at = from + meters;
  const rpm = model !== undefined && models.withRpm.has(model) ? integerIn(fields[at]) : undefined;
  if (rpm !== undefined) {
    attributes.rpm = rpm;
    at += 1;
  }
  at += readAnalogue(fields, at, attributes);
  if (rpm === undefined) at += readLateRpm(fields, at, attributes);
  let probes = 0;
  for (; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    const degrees = field.includes(':') ? temperature.exec(field)?.[1] : undefined;
    if (degrees !== undefined) {
      probes += 1;
      attributes[`temp${probes}`] = Number(degrees);
    } else if (isBit(fields[at + 1]) && driver.test(field)) {
      if (/[^0]/.test(field)) attributes.driverUniqueId = field;
      at += 1;
    } else if (readCell(fields, at, draft)) at += 4;
  }
}
