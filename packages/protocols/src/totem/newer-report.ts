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
import { degreesIn, numberIn } from '../wire/field-text.ts';
import { setOutputs, setTemperature } from './report-attributes.ts';

const head = /^([0-9A-Fa-f]{8})(\d{6})(\d{6})/;
const end =
  /(\d{2})(\d{2})(\d{3})(\d{3})(\d{2}\.\d)(\d{7})(\d{4}\.\d{4})([NS])(\d{5}\.\d{4})([EW])(?:\d{4})?\d{4}[0-9A-Fa-f]{2}\s*$/;

const headDigits = 20;
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

/** Ends with a network and a country as there are. */
function endsWithOperator(text: string): boolean {
  return /\d{2}[2-7]\d{2}$/.test(text);
}

/** Where a temperature would be there is an area: temperatures begin with a sign or a zero. */
function isAlone(text: string): boolean {
  return text.length === digitsOf(aloneWithOperator) && endsWithOperator(text) && text.charAt(8) !== '0';
}

function middleOf(text: string): Middle | undefined {
  if (isAlone(text)) return aloneWithOperator;
  const found = candidates.find((candidate) => digitsOf(candidate) === text.length);
  if (!found || (found.hasOperator && !endsWithOperator(text))) return undefined;
  const numbers = text.length - cellDigits - (found.hasOperator ? operatorDigits : 0);
  return /^\d+$/.test(text.slice(0, numbers)) ? found : undefined;
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
const inputBits: readonly number[] = Object.freeze([19, 18, 17]);

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
  inputBits.forEach((bit, index) => {
    attributes[`in${index + 2}`] = bitOf(state, bit);
  });
  if (bitOf(state, jammingBit)) addAlarm(attributes, 'jamming');
}

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
    if (reading !== undefined) attributes[`adc${input}`] = reading;
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
  const [, stateText = '', date, time] = head.exec(text) ?? [];
  const last = end.exec(text);
  if (!last || last.index < headDigits || stateText === '') return undefined;
  const middleText = text.slice(headDigits, last.index);
  const middle = middleOf(middleText);
  const fixTimeMs = instantOfDigits('yyMMdd', date, time, context.settings?.timezone);
  if (!middle) return undefined;
  const state = Number.parseInt(stateText, 16);
  const isTwoSensors = middle.temperatures === 2;
  const [, satellites, gsm, course, kph, hdop, mileage, latitude, north, longitude, east] = last;
  const isFixed = isFixedBy(state, isTwoSensors, Number(satellites));
  if (fixTimeMs === undefined && isFixed) return undefined;
  const draft = draftAt(fixTimeMs ?? context.receivedMs);
  const { attributes } = draft;
  const [degreesNorth, degreesEast] = [degreesIn(latitude, north), degreesIn(longitude, east)];
  if (degreesNorth === undefined || degreesEast === undefined) return undefined;
  setPlace(draft, degreesNorth, degreesEast, isFixed);
  setState(attributes, state, isTwoSensors, context);
  readMiddle(draft, middleText, middle);
  attributes.sat = Number(satellites);
  attributes.rssi = Number(gsm);
  setCourse(draft, Number(course));
  setSpeed(draft, knotsFromKph(Number(kph)));
  attributes.hdop = Number(hdop);
  attributes.odometer = Number(mileage) * 1000;
  return draft;
}
