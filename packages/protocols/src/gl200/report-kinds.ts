/**
 * What each kind of report says beside its place. Its own fields are between the device name and the place; `at` is
 * the place's first field. Position reports have there `power mV, id and type, number` (GV, two hexadecimal digits) or
 * `id, type, number` (GL). Source: GV300 0.7, 3.3.1 and 3.3.4; GL300 1.02, 3.3.1 (GEO 0 leaves, 1 enters; IGL 0 is on);
 * GV200 5.01 revision history; meanings of GV310LAU and GV500MAP as public decoders have them.
 */

import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import { setMotionState } from './motion-state.ts';
import type { TextMessage } from './text-message.ts';

interface KindDetails {
  readonly message: TextMessage;
  /** Index of the first field of the place. */
  readonly at: number;
  readonly attributes: AttributeDraft;
}

type KindReader = (details: KindDetails) => void;

function before({ message, at }: KindDetails, back: number): string | undefined {
  return at - back >= message.from ? message.fields[at - back] : undefined;
}

/** A field of the message's own, counted from its first, where it is before the place. */
function own({ message, at }: KindDetails, index: number): string | undefined {
  return message.from + index < at ? message.fields[message.from + index] : undefined;
}

const idAndType = /^[0-9A-Fa-f]{2}$/;
const oneDigit = /^[0-9A-Fa-f]$/;

/** Report id and type, in one field of two digits or in two fields of one. */
function idTypeOf(details: KindDetails): { readonly id?: number; readonly type?: number } {
  const field = before(details, 2) ?? '';
  if (idAndType.test(field)) {
    return { id: Number.parseInt(field.charAt(0), 16), type: Number.parseInt(field.charAt(1), 16) };
  }
  if (!oneDigit.test(field)) return {};
  const earlier = before(details, 3) ?? '';
  const type = Number.parseInt(field, 16);
  return oneDigit.test(earlier) ? { id: Number.parseInt(earlier, 16), type } : { type };
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
  const millivolts = integerIn(before(details, 3));
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
  const id = integerIn(before(details, 2));
  const state = before(details, 1);
  if (id === undefined || id < 1 || id > 9 || (state !== '0' && state !== '1')) return;
  details.attributes[`out${id}`] = state === '1';
  if (id === 1) details.attributes.blocked = state === '1';
};

const setState: KindReader = (details) => {
  const state = Number.parseInt(before(details, 1) ?? '', 16);
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
  const millivolts = integerIn(before(details, 3));
  if (id && millivolts !== undefined) details.attributes[`adc${id}`] = millivolts / 1000;
};

const setBattery: KindReader = (details) => {
  addAlarm(details.attributes, 'lowBattery');
  const volts = numberIn(before(details, 1));
  if (volts !== undefined && volts > 0 && volts < 20) details.attributes.battery = volts;
};

const setDriver: KindReader = (details) => {
  const driver = before(details, 3) ?? '';
  if (/^[0-9A-Za-z]{4,}$/.test(driver)) details.attributes.driverUniqueId = driver;
};

const setDriverAlarm: KindReader = (details) => {
  const warning = integerIn(own(details, 0));
  if (warning === 1) addAlarm(details.attributes, 'fatigueDriving');
  const degree = integerIn(own(details, 1));
  if (warning === 1 && degree !== undefined) details.attributes.fatigueDegree = degree;
  if (warning !== undefined) details.attributes.warningType = warning;
};

/** 1 leaves and 2 enters the jamming; no state is neither. */
const setJamming: KindReader = (details) => {
  if (own(details, 0) === '2') addAlarm(details.attributes, 'jamming');
};

/** Interference with satellites: 3 means that no fix is left. */
const setSatelliteJamming: KindReader = (details) => {
  if (own(details, 1) === '3') addAlarm(details.attributes, 'jamming');
};

const setAntenna: KindReader = (details) => {
  const state = own(details, 0);
  if (state === '1' || state === '2') addAlarm(details.attributes, 'gpsAntennaCut');
};

const setRoaming: KindReader = (details) => {
  const state = own(details, 0);
  if (state === '0' || state === '1') details.attributes.roaming = state === '1';
};

const setSwitch =
  (key: string): KindReader =>
  (details) => {
    const state = before(details, 1);
    if (state === '0' || state === '1') details.attributes[key] = state === '1';
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

/** Sets what the kind says: alarm, ignition, ports, power… Nothing for a kind that says no more than its place. */
export function readKind(details: KindDetails): void {
  kinds.get(details.message.kind)?.(details);
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

/** Where the place of this kind is when nothing in the message shows it. */
export function usualStart({ kind, from }: TextMessage): number {
  return from + (ownFields.get(kind) ?? 3);
}
