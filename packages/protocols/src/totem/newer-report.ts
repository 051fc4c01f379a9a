/**
 * The report of the newer envelope, behind IMEI and bar, fields of fixed width:
 *
 *     state, 8 hexadecimal digits | yyMMddHHmmss | battery | AD1 4 | [[AD2 4 | AD3 4 | AD4 4 |] temperature 4 |
 *     [temperature 4]] | area 4 | cell 4 | [network 2 | country 3] | satellites 2 | GSM 2 | course 3 | km/h 3 | HDOP dd.d |
 *     mileage km 7 | ddmm.mmmmN | dddmm.mmmmE | [4] | serial 4 | checksum 2
 *
 * Battery is tenths of a volt 2 and volts of the supply 2, or of a tracker without supply hundredths of a volt 3. What is
 * optional follows from the number of digits. Sources: Totem AT09 protocol 2.43; AT07 and others as public decoders
 * read them; bits of the state as of TAG ECHO, which speaks the same.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import type { CellTower } from '../decoded-position.ts';
import {
  type AttributeDraft,
  addAlarm,
  draftAt,
  type PositionDraft,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { trimmedEnd } from '../wire/byte-text.ts';
import { instantOfDate } from '../wire/digit-clock.ts';
import { TextFields } from '../wire/text-fields.ts';
import { setOutputs } from './report-attributes.ts';

const stateDigits = 8;
const headDigits = 20;

/** Where each field of the ending begins, from the satellites on. */
const ending = Object.freeze({
  satellites: 0,
  gsm: 2,
  course: 4,
  kph: 7,
  hdop: 10,
  mileage: 14,
  latitude: 21,
  north: 30,
  longitude: 31,
  east: 41,
  /** What has no name, or the serial. */
  rest: 42,
});
/** Serial and checksum, and before them the four digits that some firmware has. */
const restLengths: readonly number[] = Object.freeze([10, 6]);
const points: readonly number[] = Object.freeze([12, 25, 36]);
const digitRuns: readonly (readonly [from: number, to: number])[] = Object.freeze([
  [0, 12],
  [13, 25],
  [26, 30],
  [31, 36],
  [37, 41],
] as const);
const point = 0x2e;

const north = 0x4e;
const south = 0x53;
const east = 0x45;
const west = 0x57;

/** Nothing separates the parts of a report: they are at offsets of its one field. */
const report = new TextFields('');

/** Whether the ending begins at `from`: digits, three points and two hemispheres where they belong. */
function isEnding(from: number, end: number): boolean {
  const first = report.byte(0, from + ending.north);
  const second = report.byte(0, from + ending.east);
  if ((first !== south && first !== north) || (second !== west && second !== east)) return false;
  for (const at of points) if (report.byte(0, from + at) !== point) return false;
  for (const [start, to] of digitRuns) if (!report.areDigits(0, from + start, from + to)) return false;
  return report.areDigits(0, from + ending.rest, end - 2) && report.hexWithin(0, end - 2, end) !== undefined;
}

/** Where the ending begins; -1 when the report has none. */
function endingIndex(): number {
  const start = report.start(0);
  const end = trimmedEnd(report.bytes, start, report.end(0)) - start;
  for (const rest of restLengths) {
    const from = end - rest - ending.rest;
    if (from >= headDigits && isEnding(from, end)) return from;
  }
  return -1;
}
const cellDigits = 8;
const operatorDigits = 5;

interface Middle {
  /** 4 with a supply, 3 without. */
  readonly batteryDigits: number;
  readonly analogues: number;
  readonly temperatures: number;
  readonly hasOperator: boolean;
}

/** Analogue inputs and temperatures of the models with a supply. */
const shapes: readonly (readonly [analogues: number, temperatures: number])[] = Object.freeze([
  [1, 0],
  [1, 1],
  [1, 2],
  [4, 1],
  [4, 2],
] as const);

function withSupply(hasOperator: boolean): readonly Middle[] {
  return shapes.map(([analogues, temperatures]) => ({
    batteryDigits: 4,
    analogues,
    temperatures,
    hasOperator,
  }));
}

const withoutSupply = { batteryDigits: 3, analogues: 1, temperatures: 0 };
const alone: Middle = Object.freeze({ ...withoutSupply, hasOperator: false });
const aloneWithOperator: Middle = Object.freeze({ ...withoutSupply, hasOperator: true });

const candidates: readonly Middle[] = Object.freeze([...withSupply(false), ...withSupply(true), alone]);

function digitsOf({ batteryDigits, analogues, temperatures, hasOperator }: Middle): number {
  return batteryDigits + (analogues + temperatures) * 4 + cellDigits + (hasOperator ? operatorDigits : 0);
}

/** By their number of digits, the first of several. */
const middles: ReadonlyMap<number, Middle> = new Map(
  candidates.toReversed().map((candidate) => [digitsOf(candidate), candidate]),
);
const aloneDigits = digitsOf(aloneWithOperator);

const zero = 0x30;

/** Ends with a network and a country as there are, before an index. */
function endsWithOperator(end: number): boolean {
  const first = report.byte(0, end - 3);
  return first >= zero + 2 && first <= zero + 7 && report.areDigits(0, end - operatorDigits, end);
}

/** Where a temperature would be there is an area: temperatures begin with a sign or a zero. */
function isAlone(end: number): boolean {
  const isLong = end - headDigits === aloneDigits;
  return isLong && endsWithOperator(end) && report.byte(0, headDigits + 8) !== zero;
}

/** What is between head and ending, which begins at `end`. */
function middleOf(end: number): Middle | undefined {
  if (isAlone(end)) return aloneWithOperator;
  const found = middles.get(end - headDigits);
  if (!found || (found.hasOperator && !endsWithOperator(end))) return undefined;
  const numbers = end - cellDigits - (found.hasOperator ? operatorDigits : 0);
  return report.areDigits(0, headDigits, numbers) ? found : undefined;
}

/** Bits of the state, 31 the first. */
function bitOf(state: number, bit: number): boolean {
  return ((state >>> bit) & 1) === 1;
}

const stateAlarms: readonly (readonly [bit: number, alarm: string])[] = Object.freeze([
  [31, 'sos'],
  [29, 'overspeed'],
  [27, 'geofenceExit'],
  [26, 'geofenceEnter'],
  [25, 'gpsAntennaCut'],
] as const);

/**
 * The AT09 and its kin; the AT07 reports its fix by another bit, and has none of the rest. The AT05 reports it by that of the
 * AT09, where the AT07 reports jamming.
 */
const fixBitOfTwoSensors = 12;
const fixBit = 14;
const fewestSatellites = 3;
const jammingBit = 10;
const inputBits: readonly (readonly [key: string, bit: number])[] = Object.freeze([
  ['in2', 19],
  ['in3', 18],
  ['in4', 17],
] as const);

function setState(
  attributes: AttributeDraft,
  state: number,
  isTwoSensors: boolean,
  { settings }: DecodeContext,
): void {
  attributes.status = String(state);
  for (const [bit, alarm] of stateAlarms) if (bitOf(state, bit)) addAlarm(attributes, alarm);
  attributes.ignition = bitOf(state, 30);
  attributes.charge = bitOf(state, 28);
  setOutputs(attributes, [bitOf(state, 23), bitOf(state, 22), bitOf(state, 21)], settings?.attributes);
  if (!isTwoSensors) return;
  for (const [key, bit] of inputBits) attributes[key] = bitOf(state, bit);
  if (bitOf(state, jammingBit)) addAlarm(attributes, 'jamming');
}

const analogueKeys: readonly string[] = Object.freeze(['adc1', 'adc2', 'adc3', 'adc4']);

/** The number of so many signs at an offset; undefined when they are none. */
function numberAt(offset: number, count: number): number | undefined {
  const from = report.start(0) + offset;
  return report.numberBetween(from, from + count);
}

/** Of a tracker without supply. Where it is unreadable, earlier releases gave a number that is none. */
function setOwnBattery(draft: PositionDraft, hundredths: number | undefined): void {
  if (hundredths !== undefined) draft.attributes.battery = hundredths / 100;
  else draft.former = { ...draft.former, battery: Number.NaN };
}

/** `end` is where the ending begins. */
function readMiddle(draft: PositionDraft, middle: Middle, end: number): void {
  const { attributes } = draft;
  const { batteryDigits, analogues, temperatures, hasOperator } = middle;
  if (batteryDigits === 4) {
    attributes.battery = report.digits(0, headDigits, 2) / 10;
    attributes.power = report.digits(0, headDigits + 2, 2);
  } else setOwnBattery(draft, numberAt(headDigits, 3));
  const numbersAt = headDigits + batteryDigits;
  for (let input = 0; input < analogues; input += 1) {
    const reading = numberAt(numbersAt + input * 4, 4);
    if (reading !== undefined) attributes[analogueKeys[input] ?? ''] = reading;
  }
  for (let sensor = 1; sensor <= temperatures; sensor += 1) {
    const tenths = report.digits(0, numbersAt + (analogues + sensor - 1) * 4, 4);
    if (tenths !== 0) attributes[`temp${sensor}`] = tenths / 10;
  }
  if (!hasOperator) return;
  const cellAt = end - operatorDigits - cellDigits;
  const cellId = report.hexWithin(0, cellAt + 4, cellAt + 8);
  const locationAreaCode = report.hexWithin(0, cellAt, cellAt + 4);
  if (!cellId || locationAreaCode === undefined) return;
  const tower: CellTower = {
    mobileCountryCode: report.digits(0, end - 3, 3),
    mobileNetworkCode: report.digits(0, end - 5, 2),
    locationAreaCode,
    cellId,
  };
  draft.network = { cellTowers: [tower] };
}

function isFixedBy(state: number, isTwoSensors: boolean, satellites: number): boolean {
  const isFixedAsTwoSensors = bitOf(state, fixBitOfTwoSensors);
  if (isTwoSensors) return isFixedAsTwoSensors;
  return bitOf(state, fixBit) || (isFixedAsTwoSensors && satellites >= fewestSatellites);
}

/** The position from an index of the frame on, or undefined when the digits do not make one. */
export function readNewerReport(
  frame: Uint8Array,
  from: number,
  context: DecodeContext,
): PositionDraft | undefined {
  report.open(frame, from);
  const state = report.hexWithin(0, 0, stateDigits);
  const last = endingIndex();
  if (last < 0 || state === undefined || !report.areDigits(0, stateDigits, headDigits)) return undefined;
  const middle = middleOf(last);
  if (!middle) return undefined;
  const clockAt = from + stateDigits;
  const zone = context.settings?.timezone;
  const fixTimeMs = instantOfDate('yyMMdd', frame, clockAt, frame, clockAt + 6, clockAt + 12, zone);
  const isTwoSensors = middle.temperatures === 2;
  const digitsAt = (at: number, count: number) => report.digits(0, last + at, count);
  const satellites = digitsAt(ending.satellites, 2);
  const isFixed = isFixedBy(state, isTwoSensors, satellites);
  if (fixTimeMs === undefined && isFixed) return undefined;
  const draft = draftAt(fixTimeMs ?? context.receivedMs);
  const { attributes } = draft;
  const placeAt = (at: number, to: number) =>
    report.degreesBetween(from + last + at, from + last + to, report.byte(0, last + to));
  const degreesNorth = placeAt(ending.latitude, ending.north);
  const degreesEast = placeAt(ending.longitude, ending.east);
  if (degreesNorth === undefined || degreesEast === undefined) return undefined;
  setPlace(draft, degreesNorth, degreesEast, isFixed);
  setState(attributes, state, isTwoSensors, context);
  readMiddle(draft, middle, last);
  attributes.sat = satellites;
  attributes.rssi = digitsAt(ending.gsm, 2);
  setCourse(draft, digitsAt(ending.course, 3));
  setSpeed(draft, knotsFromKph(digitsAt(ending.kph, 3)));
  attributes.hdop = (digitsAt(ending.hdop, 2) * 10 + digitsAt(ending.hdop + 3, 1)) / 10;
  attributes.odometer = digitsAt(ending.mileage, 7) * 1000;
  return draft;
}
