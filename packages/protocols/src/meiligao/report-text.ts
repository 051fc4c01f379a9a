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
import { instantOfDigits } from '../wire/digit-clock.ts';
import { areDigits, areHexDigits, degreesIn, hexIn, integerIn, numberIn } from '../wire/field-text.ts';

const outputKeys: readonly string[] = Object.freeze(['out1', 'out2', 'out3', 'out4', 'out5']);
const inputKeys: readonly string[] = Object.freeze(['in1', 'in2', 'in3', 'in4', 'in5']);
const analogueKeys: readonly string[] = Object.freeze(
  Array.from({ length: 8 }, (_, index) => `adc${index + 1}`),
);
const base = /^[0-9A-Fa-f]{16}(?:[0-9A-Fa-f]{4})?$/;

function setState({ attributes }: PositionDraft, state: number, settings: DecodeSettings | undefined): void {
  for (let port = 0; port < outputKeys.length; port += 1) {
    attributes[outputKeys[port] ?? ''] = ((state >> port) & 1) === 1;
    attributes[inputKeys[port] ?? ''] = ((state >> (port + 8)) & 1) === 1;
  }
  attributes.blocked = (state & 1) === 1;
  const ignition = ignitionInput(settings, 'meiligao.ignitionInput');
  if (ignition !== undefined) attributes.ignition = ((state >> (ignition + 7)) & 1) === 1;
}

function setBase(draft: PositionDraft, field: string): void {
  const mobileCountryCode = Number.parseInt(field.slice(0, 4), 16);
  const mobileNetworkCode = Number.parseInt(field.slice(4, 8), 16);
  const locationAreaCode = Number.parseInt(field.slice(8, 12), 16);
  const cellId = Number.parseInt(field.slice(12), 16);
  if (mobileCountryCode === 0 || mobileCountryCode > 999 || cellId === 0) return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

/** From the base station on, or the mileage in decimals. */
function readEnding(draft: PositionDraft, ending: readonly string[]): void {
  const { attributes } = draft;
  const [first = '', second, third, fourth, fifth] = ending;
  if (!base.test(first)) {
    const metres = first.length <= 9 ? integerIn(first) : undefined;
    if (metres !== undefined) attributes.odometer = metres;
    if (second !== undefined && /^[0-9A-Fa-f]{5,20}$/.test(second)) attributes.driverUniqueId = second;
    return;
  }
  setBase(draft, first);
  const [rssi, odometer, satellites] = [hexIn(second), hexIn(third), hexIn(fourth)];
  if (rssi !== undefined) attributes.rssi = rssi;
  if (odometer !== undefined) attributes.odometer = odometer;
  if (satellites !== undefined) attributes.sat = satellites;
  if (fifth) attributes.driverLicense = fifth;
}

const point = 0x2e;

/** Some clones write the hours before ten with one digit. */
function wholeTime(time: string | undefined): string | undefined {
  if (time === undefined || !areDigits(time, 0, 5)) return time;
  return time.length === 5 || time.charCodeAt(5) === point ? `0${time}` : time;
}

/** The position, or undefined when the text does not make one. */
export function readReportText(
  text: string,
  { receivedMs, settings }: DecodeContext,
): PositionDraft | undefined {
  const [sentence = '', hdop, altitude, state = '', analogues = '', ...ending] = text.trim().split('|');
  const [time, fix, latitude, north, longitude, east, speed, ...rest] = sentence.split(',');
  // some clones leave out the course
  const isDate = rest[0]?.length === 6 && areDigits(rest[0], 0, 6);
  const [course, date] = isDate ? [undefined, rest[0]] : rest;
  if (fix !== 'A' && fix !== 'V') return undefined;
  const fixTimeMs = instantOfDigits('ddMMyy', date, wholeTime(time), settings?.timezone);
  if (fixTimeMs === undefined && fix === 'A') return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  const { attributes } = draft;
  const [degreesNorth, degreesEast] = [degreesIn(latitude, north), degreesIn(longitude, east)];
  if (degreesNorth !== undefined && degreesEast !== undefined) {
    setPlace(draft, degreesNorth, degreesEast, fix === 'A');
  } else if (fix === 'A') return undefined;
  const [knots, degrees] = [numberIn(speed), numberIn(course)];
  const [dilution, metres] = [numberIn(hdop), numberIn(altitude)];
  if (knots !== undefined) setSpeed(draft, knots);
  if (degrees !== undefined) setCourse(draft, degrees);
  if (dilution !== undefined) attributes.hdop = dilution;
  if (metres !== undefined) setAltitude(draft, metres);
  if (areHexDigits(state, 0, 4)) setState(draft, Number.parseInt(state, 16), settings);
  const readings = analogues.split(',', analogueKeys.length);
  for (let index = 0; index < readings.length; index += 1) {
    const reading = readings[index]?.length === 4 ? hexIn(readings[index]) : undefined;
    if (reading !== undefined) attributes[analogueKeys[index] ?? ''] = reading;
  }
  readEnding(draft, ending);
  return draft;
}
