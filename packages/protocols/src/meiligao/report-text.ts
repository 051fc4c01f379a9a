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
import { degreesIn, hexIn, integerIn, numberIn } from '../wire/field-text.ts';

const ports = 5;
const base = /^[0-9A-Fa-f]{16}(?:[0-9A-Fa-f]{4})?$/;

function setState({ attributes }: PositionDraft, state: number, settings: DecodeSettings | undefined): void {
  for (let port = 1; port <= ports; port += 1) {
    attributes[`out${port}`] = ((state >> (port - 1)) & 1) === 1;
    attributes[`in${port}`] = ((state >> (port + 7)) & 1) === 1;
  }
  attributes.blocked = (state & 1) === 1;
  const ignition = ignitionInput(settings, 'meiligao.ignitionInput');
  if (ignition !== undefined) attributes.ignition = ((state >> (ignition + 7)) & 1) === 1;
}

function setBase(draft: PositionDraft, field: string): void {
  const [mobileCountryCode, mobileNetworkCode, locationAreaCode] = [0, 4, 8].map((from) =>
    Number.parseInt(field.slice(from, from + 4), 16),
  );
  const cellId = Number.parseInt(field.slice(12), 16);
  if (!mobileCountryCode || mobileCountryCode > 999 || mobileNetworkCode === undefined) return;
  if (locationAreaCode === undefined || cellId === 0) return;
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
  const [rssi, odometer, satellites] = [second, third, fourth].map(hexIn);
  if (rssi !== undefined) attributes.rssi = rssi;
  if (odometer !== undefined) attributes.odometer = odometer;
  if (satellites !== undefined) attributes.sat = satellites;
  if (fifth) attributes.driverLicense = fifth;
}

/** Some clones write the hours before ten with one digit. */
function wholeTime(time: string | undefined): string | undefined {
  return time !== undefined && /^\d{5}(?:\.|$)/.test(time) ? `0${time}` : time;
}

/** The position, or undefined when the text does not make one. */
export function readReportText(
  text: string,
  { receivedMs, settings }: DecodeContext,
): PositionDraft | undefined {
  const [sentence = '', hdop, altitude, state = '', analogues = '', ...ending] = text.trim().split('|');
  const [time, fix, latitude, north, longitude, east, speed, ...rest] = sentence.split(',');
  // some clones leave out the course
  const [course, date] = /^\d{6}$/.test(rest[0] ?? '') ? [undefined, rest[0]] : rest;
  if (fix !== 'A' && fix !== 'V') return undefined;
  const fixTimeMs = instantOfDigits('ddMMyy', date, wholeTime(time), settings?.timezone);
  if (fixTimeMs === undefined && fix === 'A') return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  const { attributes } = draft;
  const place = [degreesIn(latitude, north), degreesIn(longitude, east)];
  if (place[0] !== undefined && place[1] !== undefined) setPlace(draft, place[0], place[1], fix === 'A');
  else if (fix === 'A') return undefined;
  const [knots, degrees, dilution, metres] = [speed, course, hdop, altitude].map(numberIn);
  if (knots !== undefined) setSpeed(draft, knots);
  if (degrees !== undefined) setCourse(draft, degrees);
  if (dilution !== undefined) attributes.hdop = dilution;
  if (metres !== undefined) setAltitude(draft, metres);
  if (/^[0-9A-Fa-f]{4}$/.test(state)) setState(draft, Number.parseInt(state, 16), settings);
  analogues.split(',').forEach((analogue, index) => {
    const reading = analogue.length === 4 ? hexIn(analogue) : undefined;
    if (reading !== undefined && index < 8) attributes[`adc${index + 1}`] = reading;
  });
  readEnding(draft, ending);
  return draft;
}
