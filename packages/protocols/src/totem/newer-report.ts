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
import { instantOfDigits } from '../wire/digit-clock.ts';
import { areDigits, degreesIn, digitsAt, hexIn, numberIn } from '../wire/field-text.ts';
import { setOutputs, setTemperature } from './report-attributes.ts';

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

/** Whether the ending begins at `from`: digits, three points and two hemispheres where they belong. */
function isEnding(text: string, from: number, end: number): boolean {
  const north = text.charAt(from + ending.north);
  const east = text.charAt(from + ending.east);
  if ((north !== 'S' && north !== 'N') || (east !== 'W' && east !== 'E')) return false;
  for (const at of points) if (text.charCodeAt(from + at) !== point) return false;
  for (const [first, to] of digitRuns) if (!areDigits(text, from + first, from + to)) return false;
  return areDigits(text, from + ending.rest, end - 2) && hexIn(text.slice(end - 2, end)) !== undefined;
}

/** Where the ending begins; -1 when the text has none. */
function endingIndex(text: string): number {
  const end = text.trimEnd().length;
  for (const rest of restLengths) {
    const from = end - rest - ending.rest;
    if (from >= headDigits && isEnding(text, from, end)) return from;
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

/** Ends with a network and a country as there are. */
function endsWithOperator(text: string): boolean {
  return /\d{2}[2-7]\d{2}$/.test(text);
}

/** Where a temperature would be there is an area: temperatures begin with a sign or a zero. */
function isAlone(text: string): boolean {
  return text.length === aloneDigits && endsWithOperator(text) && text.charAt(8) !== '0';
}

function middleOf(text: string): Middle | undefined {
  if (isAlone(text)) return aloneWithOperator;
  const found = middles.get(text.length);
  if (!found || (found.hasOperator && !endsWithOperator(text))) return undefined;
  const numbers = text.length - cellDigits - (found.hasOperator ? operatorDigits : 0);
  return areDigits(text, 0, numbers) ? found : undefined;
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

function readMiddle(draft: PositionDraft, text: string, middle: Middle): void {
  const { attributes } = draft;
  const { batteryDigits, analogues, temperatures, hasOperator } = middle;
  if (batteryDigits === 4) {
    attributes.battery = Number(text.slice(0, 2)) / 10;
    attributes.power = Number(text.slice(2, 4));
  } else attributes.battery = Number(text.slice(0, 3)) / 100;
  const field = (index: number) => text.slice(batteryDigits + index * 4, batteryDigits + index * 4 + 4);
  for (let input = 1; input <= analogues; input += 1) {
    const reading = numberIn(field(input - 1));
    if (reading !== undefined) attributes[analogueKeys[input - 1] ?? ''] = reading;
  }
  for (let sensor = 1; sensor <= temperatures; sensor += 1) {
    setTemperature(attributes, sensor, field(analogues + sensor - 1));
  }
  if (!hasOperator) return;
  const cell = text.slice(-operatorDigits - cellDigits, -operatorDigits);
  const tower: CellTower = {
    mobileCountryCode: Number(text.slice(-3)),
    mobileNetworkCode: Number(text.slice(-5, -3)),
    locationAreaCode: Number.parseInt(cell.slice(0, 4), 16),
    cellId: Number.parseInt(cell.slice(4), 16),
  };
  if (tower.cellId > 0) draft.network = { cellTowers: [tower] };
}

function isFixedBy(state: number, isTwoSensors: boolean, satellites: number): boolean {
  const isFixedAsTwoSensors = bitOf(state, fixBitOfTwoSensors);
  if (isTwoSensors) return isFixedAsTwoSensors;
  return bitOf(state, fixBit) || (isFixedAsTwoSensors && satellites >= fewestSatellites);
}

/** The position, or undefined when the digits do not make one. */
export function readNewerReport(text: string, context: DecodeContext): PositionDraft | undefined {
  const state = hexIn(text.slice(0, stateDigits));
  const last = endingIndex(text);
  if (last < 0 || state === undefined || !areDigits(text, stateDigits, headDigits)) return undefined;
  const middleText = text.slice(headDigits, last);
  const middle = middleOf(middleText);
  const [date, time] = [text.slice(stateDigits, 14), text.slice(14, headDigits)];
  const fixTimeMs = instantOfDigits('yyMMdd', date, time, context.settings?.timezone);
  if (!middle) return undefined;
  const isTwoSensors = middle.temperatures === 2;
  const numberAt = (from: number, count: number) => digitsAt(text, last + from, count);
  const satellites = numberAt(ending.satellites, 2);
  const isFixed = isFixedBy(state, isTwoSensors, satellites);
  if (fixTimeMs === undefined && isFixed) return undefined;
  const draft = draftAt(fixTimeMs ?? context.receivedMs);
  const { attributes } = draft;
  const placeAt = (from: number, to: number) =>
    degreesIn(text.slice(last + from, last + to), text.charAt(last + to));
  const degreesNorth = placeAt(ending.latitude, ending.north);
  const degreesEast = placeAt(ending.longitude, ending.east);
  if (degreesNorth === undefined || degreesEast === undefined) return undefined;
  setPlace(draft, degreesNorth, degreesEast, isFixed);
  setState(attributes, state, isTwoSensors, context);
  readMiddle(draft, middleText, middle);
  attributes.sat = satellites;
  attributes.rssi = numberAt(ending.gsm, 2);
  setCourse(draft, numberAt(ending.course, 3));
  setSpeed(draft, knotsFromKph(numberAt(ending.kph, 3)));
  attributes.hdop = (numberAt(ending.hdop, 2) * 10 + numberAt(ending.hdop + 3, 1)) / 10;
  attributes.odometer = numberAt(ending.mileage, 7) * 1000;
  return draft;
}
