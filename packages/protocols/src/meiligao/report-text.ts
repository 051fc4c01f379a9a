/**
 * The text of a report:
 *
 *     HHmmss.sss,A or V,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddMMyy,… | HDOP | altitude m | state | AD1,AD2… | …
 *
 * State is four hexadecimal digits: inputs 1 to 8 in the first byte, outputs in the second, lowest bit first; output 1
 * drives the relay. Analogue inputs are four hexadecimal digits each, two to eight of them. Then either base station
 * (country, network, area, cell, four hexadecimal digits each, the cell perhaps eight) | GSM | mileage in metres |
 * satellites | driver's licence, all in hexadecimal, or mileage in decimals | card. Each may be the last.
 * Source: Meiligao GPRS Communication Protocol 2.1, annex 1; the second ending and the licence from public decoders.
 */

import { ignitionInput } from '../device-settings.ts';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext, DecodeSettings } from '../protocol.ts';
import { trimmedEnd, trimmedStart } from '../wire/byte-text.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';

const outputKeys: readonly string[] = Object.freeze(['out1', 'out2', 'out3', 'out4', 'out5']);
const inputKeys: readonly string[] = Object.freeze(['in1', 'in2', 'in3', 'in4', 'in5']);
const analogueKeys: readonly string[] = Object.freeze(
  Array.from({ length: 8 }, (_, index) => `adc${index + 1}`),
);

function setState({ attributes }: PositionDraft, state: number, settings: DecodeSettings | undefined): void {
  for (let port = 0; port < outputKeys.length; port += 1) {
    attributes[outputKeys[port] ?? ''] = ((state >> port) & 1) === 1;
    attributes[inputKeys[port] ?? ''] = ((state >> (port + 8)) & 1) === 1;
  }
  attributes.blocked = (state & 1) === 1;
  const ignition = ignitionInput(settings, 'meiligao.ignitionInput');
  if (ignition !== undefined) attributes.ignition = ((state >> (ignition + 7)) & 1) === 1;
}

/** Country, network, area and cell, four digits each, the cell perhaps eight. */
function isBase(bars: TextFields, index: number): boolean {
  return bars.areHexDigits(index, 16) || bars.areHexDigits(index, 20);
}

function setBase(draft: PositionDraft, bars: TextFields, index: number): void {
  const mobileCountryCode = bars.hexWithin(index, 0, 4) ?? 0;
  const mobileNetworkCode = bars.hexWithin(index, 4, 8) ?? 0;
  const locationAreaCode = bars.hexWithin(index, 8, 12) ?? 0;
  const cellId = bars.hexWithin(index, 12, bars.length(index)) ?? 0;
  if (mobileCountryCode === 0 || mobileCountryCode > 999 || cellId === 0) return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

/** From the base station on, or the mileage in decimals. */
function readEnding(draft: PositionDraft, bars: TextFields, from: number): void {
  const { attributes } = draft;
  if (!isBase(bars, from)) {
    const metres = bars.length(from) <= 9 ? bars.integer(from) : undefined;
    if (metres !== undefined) attributes.odometer = metres;
    if (bars.areHexDigits(from + 1, 5, 20)) attributes.driverUniqueId = bars.text(from + 1);
    return;
  }
  setBase(draft, bars, from);
  const rssi = bars.hex(from + 1);
  if (rssi !== undefined) attributes.rssi = rssi;
  const odometer = bars.hex(from + 2);
  if (odometer !== undefined) attributes.odometer = odometer;
  const satellites = bars.hex(from + 3);
  if (satellites !== undefined) attributes.sat = satellites;
  if (!bars.isEmpty(from + 4)) attributes.driverLicense = bars.text(from + 4);
}

const point = 0x2e;

/** Some clones write the hours before ten with one digit. */
function timeOf(sentence: TextFields, date: number, zone: Zone): number | undefined {
  const length = sentence.length(0);
  const isShort = sentence.areDigits(0, 0, 5) && (length === 5 || sentence.byte(0, 5) === point);
  return isShort
    ? instantOfDigits('ddMMyy', sentence.text(date), `0${sentence.text(0)}`, zone)
    : sentence.instant('ddMMyy', date, 0, zone);
}

const bars = new TextFields('|');
const sentence = new TextFields(',');
const readings = new TextFields(',');

/** What follows the sentence: HDOP, altitude, state, analogue inputs, and the rest. */
const barred = Object.freeze({ hdop: 1, altitude: 2, state: 3, analogues: 4, ending: 5 });

/** The position in `data[from, to)`, or undefined when the text does not make one. */
export function readReportText(
  data: Uint8Array,
  { receivedMs, settings }: DecodeContext,
  from = 0,
  to = data.length,
): PositionDraft | undefined {
  const start = trimmedStart(data, from, to);
  bars.open(data, start, trimmedEnd(data, start, to));
  sentence.open(data, bars.start(0), bars.end(0));
  // some clones leave out the course
  const isDate = sentence.length(7) === 6 && sentence.areDigits(7);
  const isFixed = sentence.is(1, 'A');
  if (!isFixed && !sentence.is(1, 'V')) return undefined;
  const fixTimeMs = timeOf(sentence, isDate ? 7 : 8, settings?.timezone);
  if (fixTimeMs === undefined && isFixed) return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  const { attributes } = draft;
  const [degreesNorth, degreesEast] = [sentence.degrees(2, 3), sentence.degrees(4, 5)];
  if (degreesNorth !== undefined && degreesEast !== undefined) {
    setPlace(draft, degreesNorth, degreesEast, isFixed);
  } else if (isFixed) return undefined;
  const knots = sentence.number(6);
  if (knots !== undefined) setSpeed(draft, knots);
  const degrees = isDate ? undefined : sentence.number(7);
  if (degrees !== undefined) setCourse(draft, degrees);
  const dilution = bars.number(barred.hdop);
  if (dilution !== undefined) attributes.hdop = dilution;
  const metres = bars.number(barred.altitude);
  if (metres !== undefined) setAltitude(draft, metres);
  const state = bars.length(barred.state) === 4 ? bars.hex(barred.state) : undefined;
  if (state !== undefined) setState(draft, state, settings);
  readings.open(data, bars.start(barred.analogues), bars.end(barred.analogues), analogueKeys.length);
  for (let index = 0; index < readings.count; index += 1) {
    const reading = readings.length(index) === 4 ? readings.hex(index) : undefined;
    if (reading !== undefined) attributes[analogueKeys[index] ?? ''] = reading;
  }
  readEnding(draft, bars, barred.ending);
  return draft;
}
