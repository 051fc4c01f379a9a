/**
 * What each kind of report says beside its place. Its own fields are between the device name and the place; `at` is
 * the place's first field. Position reports have there `power mV, id and type, number` (GV, two hexadecimal digits) or
 * `id, type, number` (GL). Source: GV300 0.7, 3.3.1 and 3.3.4; GL300 1.02, 3.3.1 (GEO 0 leaves, 1 enters; IGL 0 is on);
 * GV200 5.01 revision history; meanings of GV310LAU and GV500MAP as public decoders have them.
 */

import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import { setMotionState } from './motion-state.ts';
import { setBit } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

interface KindDetails {
  readonly message: TextMessage;
  /** Index of the first field of the place. */
  readonly at: number;
  readonly attributes: AttributeDraft;
}

type KindReader = (details: KindDetails) => void;

/** The index of the field so many before the place, -1 where that is none of the message's own. */
function before({ message, at }: KindDetails, back: number): number {
  return at - back >= message.from ? at - back : -1;
}

/** That of a field of the message's own, counted from its first, where it is before the place. */
function own({ message, at }: KindDetails, index: number): number {
  return message.from + index < at ? message.from + index : -1;
}

function integerAt({ message }: KindDetails, index: number): number | undefined {
  return message.fields.integer(index);
}

function isAt({ message }: KindDetails, index: number, text: string): boolean {
  return message.fields.is(index, text);
}

/** Report id and type, in one field of two digits or in two fields of one. */
function idTypeOf(details: KindDetails): { readonly id?: number; readonly type?: number } {
  const { fields } = details.message;
  const second = before(details, 2);
  const digits = fields.length(second);
  const number = digits <= 2 ? fields.hex(second) : undefined;
  if (number === undefined) return {};
  if (digits === 2) return { id: number >> 4, type: number & 0x0f };
  const first = before(details, 3);
  const id = fields.length(first) === 1 ? fields.hex(first) : undefined;
  return id === undefined ? { type: number } : { id, type: number };
}

const alarmOf =
  (alarm: string): KindReader =>
  ({ attributes }) =>
    addAlarm(attributes, alarm);

const flagOf =
  (key: string, value: boolean): KindReader =>
  ({ attributes }) => {
    attributes[key] = value;
  };

const harshTypes: readonly string[] = [
  'hardBraking',
  'hardAcceleration',
  'hardCornering',
  'hardBraking',
  'hardAcceleration',
];

function readPower(details: KindDetails): void {
  const millivolts = integerAt(details, before(details, 3));
  if (millivolts !== undefined && millivolts > 100) details.attributes.power = millivolts / 1000;
}

const setHarsh: KindReader = (details) => {
  const { type } = idTypeOf(details);
  if (type !== undefined) addAlarm(details.attributes, harshTypes[type]);
};

const setFence: KindReader = (details) => {
  const { id, type } = idTypeOf(details);
  if (id !== undefined) details.attributes.geofence = String(id);
  addAlarm(details.attributes, type === 0 ? 'geofenceExit' : type === 1 ? 'geofenceEnter' : 'geofence');
};

/** Types that are a state: 0 and 1. Any other says nothing of it. */
function isState(type: number | undefined): type is 0 | 1 {
  return type === 0 || type === 1;
}

const setInput: KindReader = (details) => {
  const { id, type } = idTypeOf(details);
  if (id && isState(type)) details.attributes[`in${id}`] = type === 1;
};

const setOutput: KindReader = (details) => {
  const id = integerAt(details, before(details, 2));
  const isOn = isAt(details, before(details, 1), '1');
  if (id === undefined || id < 1 || id > 9 || !(isOn || isAt(details, before(details, 1), '0'))) return;
  details.attributes[`out${id}`] = isOn;
  if (id === 1) details.attributes.blocked = isOn;
};

const setState: KindReader = (details) => {
  const state = Number.parseInt(details.message.fields.text(before(details, 1)), 16);
  setMotionState(details.attributes, state);
  if (state === 0x16) addAlarm(details.attributes, 'tow');
  else if (state === 0x12 || state === 0x42) addAlarm(details.attributes, 'movement');
};

const setIgnitionReport: KindReader = (details) => {
  const { type } = idTypeOf(details);
  if (isState(type)) details.attributes.ignition = type === 0;
};

const setAnalog: KindReader = (details) => {
  const { id } = idTypeOf(details);
  const millivolts = integerAt(details, before(details, 3));
  if (id && millivolts !== undefined) details.attributes[`adc${id}`] = millivolts / 1000;
};

const setBattery: KindReader = (details) => {
  addAlarm(details.attributes, 'lowBattery');
  const volts = details.message.fields.number(before(details, 1));
  if (volts !== undefined && volts > 0 && volts < 20) details.attributes.battery = volts;
};

const setDriver: KindReader = (details) => {
  const driver = details.message.fields.text(before(details, 3));
  if (/^[0-9A-Za-z]{4,}$/.test(driver)) details.attributes.driverUniqueId = driver;
};

const setDriverAlarm: KindReader = (details) => {
  const warning = integerAt(details, own(details, 0));
  if (warning === 1) addAlarm(details.attributes, 'fatigueDriving');
  const degree = integerAt(details, own(details, 1));
  if (warning === 1 && degree !== undefined) details.attributes.fatigueDegree = degree;
  if (warning !== undefined) details.attributes.warningType = warning;
};

/** 1 leaves and 2 enters the jamming; no state is neither. */
const setJamming: KindReader = (details) => {
  if (isAt(details, own(details, 0), '2')) addAlarm(details.attributes, 'jamming');
};

/** Interference with satellites: 3 means that no fix is left. */
const setSatelliteJamming: KindReader = (details) => {
  if (isAt(details, own(details, 1), '3')) addAlarm(details.attributes, 'jamming');
};

const setAntenna: KindReader = (details) => {
  const state = own(details, 0);
  if (isAt(details, state, '1') || isAt(details, state, '2')) addAlarm(details.attributes, 'gpsAntennaCut');
};

const setRoaming: KindReader = (details) => {
  setBit(details.attributes, 'roaming', details.message.fields, own(details, 0));
};

const setSwitch =
  (key: string): KindReader =>
  (details) => {
    setBit(details.attributes, key, details.message.fields, before(details, 1));
  };

const powered: KindReader = (details) => {
  addAlarm(details.attributes, 'lowPower');
  readPower(details);
};

const kinds: ReadonlyMap<string, KindReader> = new Map<string, KindReader>([
  ['FRI', readPower],
  ['ERI', readPower],
  ['PNL', readPower],
  ['RTL', readPower],
  ['SOS', alarmOf('sos')],
  ['SPD', alarmOf('overspeed')],
  ['TOW', alarmOf('tow')],
  ['IDN', alarmOf('idle')],
  ['IDL', alarmOf('idle')],
  ['PNA', alarmOf('powerOn')],
  ['PFA', alarmOf('powerOff')],
  ['MPN', alarmOf('powerRestored')],
  ['EPN', alarmOf('powerRestored')],
  ['MPF', alarmOf('powerCut')],
  ['EPF', alarmOf('powerCut')],
  ['EPS', powered],
  ['BPL', setBattery],
  ['BTC', flagOf('charge', true)],
  ['STC', flagOf('charge', false)],
  ['STT', setState],
  ['NMR', (details) => setMotionFlag(details)],
  ['IGL', setIgnitionReport],
  ['VGL', setIgnitionReport],
  ['IGN', flagOf('ignition', true)],
  ['VGN', flagOf('ignition', true)],
  ['IGF', flagOf('ignition', false)],
  ['VGF', flagOf('ignition', false)],
  ['STR', flagOf('motion', true)],
  ['STP', flagOf('motion', false)],
  ['LSP', flagOf('motion', false)],
  ['DIS', setInput],
  ['LSW', setSwitch('in1')],
  ['TSW', setSwitch('in2')],
  ['DOS', setOutput],
  ['AIS', setAnalog],
  ['MAI', setAnalog],
  ['HBM', setHarsh],
  ['CRA', alarmOf('accident')],
  ['GEO', setFence],
  ['PEO', setFence],
  ['GIN', alarmOf('geofenceEnter')],
  ['GOT', alarmOf('geofenceExit')],
  ['GES', alarmOf('geofence')],
  ['SWG', alarmOf('geofence')],
  ['TMP', alarmOf('temperature')],
  ['TEM', alarmOf('temperature')],
  ['JDR', alarmOf('jamming')],
  ['JDS', setJamming],
  ['GPJ', setSatelliteJamming],
  ['ANT', setAntenna],
  ['RMD', setRoaming],
  ['FLA', alarmOf('fuelLeak')],
  ['SOA', alarmOf('tampering')],
  ['OPF', alarmOf('removing')],
  ['IDA', setDriver],
  ['DAR', setDriverAlarm],
]);

function setMotionFlag(details: KindDetails): void {
  const { type } = idTypeOf(details);
  if (isState(type)) details.attributes.motion = type === 1;
}

/** What sets what a kind says: alarm, ignition, ports, power…; undefined for one that says no more than its place. */
export function readerOfKind(kind: string): ((details: KindDetails) => void) | undefined {
  return kinds.get(kind);
}

/** Fields of its own before the place, where it is not three; the kinds of events that the documents give. */
const ownFields: ReadonlyMap<string, number> = new Map([
  ...['MPN', 'MPF', 'EPN', 'EPF', 'BTC', 'STC', 'JDR', 'OPN', 'OPF', 'PNA', 'PFA', 'PDP'].map(
    (kind) => [kind, 0] as const,
  ),
  ...['IGN', 'IGF', 'STT', 'BPL', 'CRA', 'ANT', 'RMD', 'SWG', 'TEM', 'FLA'].map((kind) => [kind, 1] as const),
  ...['IDN', 'IDF', 'STR', 'STP', 'LSP', 'JDS', 'GPJ', 'DOS', 'LSW', 'TSW'].map((kind) => [kind, 2] as const),
  ['VGN', 3],
  ['VGF', 3],
  ['ERI', 4],
  ['GSS', 4],
  ['DAT', 4],
  ['IDA', 4],
]);

/** How many fields a kind has before its place, when nothing in the message shows it. */
export function usualFields(kind: string): number {
  return ownFields.get(kind) ?? 3;
}
