/**
 * Reports of the universal series (ST4300, ST4315, ST8300, ST4955…): `HDR;DEV_ID;REPORT_MAP;` and the fields that the
 * map's bits name, in order: 1 model, 2 software, 3 message type (0 stored), 4 date, 5 time, 6 cell (hexadecimal),
 * 7 country, 8 network, 9 area (hexadecimal), 10 signal, 11 latitude, 12 longitude, 13 speed km/h, 14 course,
 * 15 satellites, 16 fix, 17 inputs, 18 outputs (binary digits, the last is the first port; input 0 is the ignition),
 * 19–21 mode, report type and message number (STT) or alert, modifier and data (ALT), 22 reserved, 23 assigned fields:
 * a map of their own, then of its bits 0 and 1 the voltages (`voltages.ts`), 15 the odometer in metres, 17 the hour meter
 * in minutes; the others are configured. Source: Suntech Universal Reporting Guide 1.62 and 1.101.
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  draftAt,
  type PositionDraft,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { withoutControls } from '../wire/byte-text.ts';
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import { setAlert, setAlertDetails, setEmergency } from './report-alarm.ts';
import { signalIn, strengthOf, timeIn } from './report-fields.ts';
import { readSerialData } from './serial-data.ts';

//  * The two voltages that universal reports assign to bits 0 and 1: supply and backup battery. Models 52, 84, 97 and 191
// send the backup first, 218 and 229 the supply (reports that owners published), so their place does not identify them
// apart. What they are does: the backup is one lithium cell.

/** A lithium cell has 4.2 V when full; no supply that a tracker works from has so little. */
const mostCellVolts = 5;

const supplyFirst = ['power', 'battery'] as const;
const backupFirst = ['battery', 'power'] as const;
/** For values that say nothing: as all assigned fields are called that have no name. */
const unnamed = ['io1', 'io2'] as const;

function isCell(volts: number): boolean {
  return volts <= mostCellVolts;
}

function namesOf(first: number | undefined, second: number | undefined): readonly [string, string] {
  if (first === undefined || second === undefined) {
    const isSupply = !isCell(first ?? second ?? 0);
    return isSupply ? ['power', 'power'] : unnamed;
  }
  if (!isCell(first) && !isCell(second)) return unnamed;
  // where both are so low the supply is cut, and the tracker lives on its backup, which is the higher one
  const isSupplyFirst = isCell(first) && isCell(second) ? first < second : isCell(second);
  return isSupplyFirst ? supplyFirst : backupFirst;
}

/** Sets the voltages of bits 0 and 1. Earlier releases took the first for the supply. */
function setVoltages(draft: PositionDraft, first: number | undefined, second: number | undefined): void {
  const names = namesOf(first, second);
  for (const [index, volts] of [first, second].entries()) {
    const name = names[index];
    if (name !== undefined && volts !== undefined) draft.attributes[name] = volts;
  }
  const { power, battery } = draft.attributes;
  if (power === first && battery === second) return;
  draft.former = { ...draft.former, io1: undefined, io2: undefined, power: first, battery: second };
}

/** The map of `BLE` reports, which do not name theirs: model, software, date, time, latitude, longitude. */
const bleMap = 0b1_1000_0011_0110;

const voltageBits = 2;
const odometerBit = 15;
const hourMeterBit = 17;

/** Takes the fields that a map names, one after the other. */
class MappedFields {
  readonly #fields: readonly string[];
  readonly #map: number;
  #at: number;

  constructor(fields: readonly string[], from: number, map: number) {
    this.#fields = fields;
    this.#at = from;
    this.#map = map;
  }

  has(bit: number): boolean {
    return ((this.#map >>> bit) & 1) === 1;
  }

  /** The field of a bit, undefined when the map does not name it. */
  take(bit: number): string | undefined {
    return this.has(bit) ? this.next() : undefined;
  }

  next(): string | undefined {
    const field = this.#fields[this.#at];
    this.#at += 1;
    return field;
  }

  moveTo(at: number): void {
    this.#at = at;
  }

  /** The fields not taken yet, and where they start. */
  get rest(): { readonly fields: readonly string[]; readonly from: number } {
    return { fields: this.#fields, from: this.#at };
  }

  get complete(): boolean {
    return this.#at <= this.#fields.length;
  }
}

/** Ports are binary digits; a number in any other base would be guessed, and with it ignition and block. */
function portsIn(field: string | undefined): number | undefined {
  return field !== undefined && /^[01]{1,16}$/.test(field) ? Number.parseInt(field, 2) : undefined;
}

function readNetwork(mapped: MappedFields, draft: PositionDraft): void {
  const cellId = hexIn(mapped.take(6));
  const mobileCountryCode = integerIn(mapped.take(7));
  const mobileNetworkCode = integerIn(mapped.take(8));
  const locationAreaCode = hexIn(mapped.take(9));
  const signal = signalIn(mapped.take(10));
  if (signal !== undefined) draft.attributes.rssi = signal;
  if (!cellId || !mobileCountryCode || mobileNetworkCode === undefined || locationAreaCode === undefined)
    return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...strengthOf(signal) }],
  };
}

function readMotionAndPorts(mapped: MappedFields, draft: PositionDraft): boolean {
  const { attributes } = draft;
  const speedKph = numberIn(mapped.take(13));
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  const course = numberIn(mapped.take(14));
  if (course !== undefined) setCourse(draft, course);
  const satellites = integerIn(mapped.take(15));
  if (satellites !== undefined) attributes.sat = satellites;
  const fixed = mapped.has(16) ? mapped.take(16) === '1' : true;
  const inputs = portsIn(mapped.take(17));
  if (inputs !== undefined) {
    attributes.ignition = (inputs & 1) === 1;
    attributes.input = inputs;
  }
  const outputs = portsIn(mapped.take(18));
  if (outputs !== undefined) attributes.output = outputs;
  return fixed;
}

function readReason(kind: string, mapped: MappedFields, attributes: AttributeDraft): void {
  const [first, second, third] = [mapped.take(19), mapped.take(20), mapped.take(21)];
  const number = integerIn(first);
  if (kind === 'EMG' || kind === 'EVT') {
    if (number !== undefined && kind === 'EMG') setEmergency(attributes, number);
    else if (number !== undefined) attributes.event = String(number);
    return;
  }
  if (kind === 'ALT') {
    if (number === undefined) return;
    setAlert(attributes, number);
    setAlertDetails(attributes, number, second, third);
    return;
  }
  if (number !== undefined) attributes.status = String(number);
  const reason = integerIn(second);
  if (reason !== undefined) attributes.reason = reason;
  const index = integerIn(third);
  if (index !== undefined) attributes.index = index;
}

const reservedBit = 22;
const assignedBit = 23;

function bitsIn(map: number): number {
  let bits = 0;
  for (let left = map; left > 0; left = Math.floor(left / 2)) bits += left % 2;
  return bits;
}

/**
 * A map of assigned fields that the report's own map does not name: it has eight digits, and a field for each of its bits ends
 * the report. -1 when there is none.
 */
function unnamedMapIndex(fields: readonly string[], from: number): number {
  for (let at = from; at <= from + 1; at += 1) {
    const field = fields[at] ?? '';
    const map = field.length === 8 ? hexIn(field) : undefined;
    if (map !== undefined && map > 0 && bitsIn(map) === fields.length - at - 1) return at;
  }
  return -1;
}

/** What follows the report's own fields: assigned ones, or, where nothing names them, fields as they came. */
function readRest(mapped: MappedFields, draft: PositionDraft): void {
  mapped.take(reservedBit);
  const named = hexIn(mapped.take(assignedBit));
  if (named !== undefined) readAssigned(mapped, named, draft);
  const { fields, from } = mapped.rest;
  const at = named === undefined ? unnamedMapIndex(fields, from) : -1;
  const other = fields.slice(from, at < 0 ? fields.length : at).join(';');
  if (/[^;]/.test(other)) draft.attributes.data = withoutControls(other);
  if (at < 0) return;
  mapped.moveTo(at + 1);
  readAssigned(mapped, hexIn(fields[at]) ?? 0, draft);
}

/** Assigned fields: one for each bit of their map. */
function readAssigned(mapped: MappedFields, map: number, draft: PositionDraft): void {
  const { attributes } = draft;
  const volts: (number | undefined)[] = [];
  for (let bit = 0; bit < 32; bit += 1) {
    if (((map >>> bit) & 1) === 0) continue;
    const field = mapped.next();
    const value = numberIn(field);
    if (bit < voltageBits && value !== undefined) volts[bit] = value;
    else if (bit === odometerBit && value !== undefined) attributes.odometer = value;
    else if (bit === hourMeterBit && value !== undefined) attributes.hours = value * 60_000;
    else if (field) attributes[`io${bit + 1}`] = value ?? field;
  }
  setVoltages(draft, volts[0], volts[1]);
}

/** Beacons: signal, least, most, id, samples, major, minor. */
function readBeacons(mapped: MappedFields, attributes: AttributeDraft): void {
  const count = Math.min(integerIn(mapped.next()) ?? 0, 64);
  for (let index = 1; index <= count && mapped.complete; index += 1) {
    const [rssi, , , id, samples, major, minor] = Array.from({ length: 7 }, () => mapped.next());
    if (id === undefined) return;
    const values = {
      Rssi: numberIn(rssi),
      Samples: integerIn(samples),
      Major: integerIn(major),
      Minor: integerIn(minor),
    };
    attributes[`tag${index}Id`] = id;
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) attributes[`tag${index}${name}`] = value;
    }
  }
}

/** Kinds of report that hold a position. */
export const universalKinds: ReadonlySet<string> = new Set(['STT', 'ALT', 'EMG', 'EVT', 'UEX', 'BLE']);

export function readUniversalReport(
  kind: string,
  fields: readonly string[],
  receivedMs: number,
): PositionDraft | undefined {
  const map = kind === 'BLE' ? bleMap : hexIn(fields[2]);
  if (map === undefined) return undefined;
  const mapped = new MappedFields(fields, kind === 'BLE' ? 2 : 3, map);
  const attributes: AttributeDraft = { type: kind };
  mapped.take(1);
  const version = mapped.take(2);
  if (version) attributes.versionFw = version;
  if (mapped.take(3) === '0') attributes.archive = true;
  const fixTimeMs = timeIn(mapped.take(4), mapped.take(5));
  const draft: PositionDraft = { ...draftAt(fixTimeMs ?? receivedMs), attributes };
  readNetwork(mapped, draft);
  const latitude = numberIn(mapped.take(11));
  const longitude = numberIn(mapped.take(12));
  let fixed = true;
  if (kind === 'BLE') readBeacons(mapped, attributes);
  else fixed = readMotionAndPorts(mapped, draft);
  setPlace(draft, latitude ?? 0, longitude ?? 0, fixed);
  if (!mapped.complete || (mapped.has(4) && fixTimeMs === undefined)) return undefined;
  if (kind === 'UEX') {
    const length = integerIn(mapped.next()) ?? 0;
    mapped.moveTo(readSerialData(attributes, mapped.rest.fields, mapped.rest.from, length));
    readRest(mapped, draft);
  } else if (kind !== 'BLE') {
    readReason(kind, mapped, attributes);
    readRest(mapped, draft);
  }
  return draft;
}
