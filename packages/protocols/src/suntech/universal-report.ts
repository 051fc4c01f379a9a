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
import type { TextFields } from '../wire/text-fields.ts';
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

/** Takes the fields that a map names, one after the other. A field is its index, -1 where the map does not name it. */
class MappedFields {
  readonly fields: TextFields;
  readonly #map: number;
  #at: number;

  constructor(fields: TextFields, from: number, map: number) {
    this.fields = fields;
    this.#at = from;
    this.#map = map;
  }

  has(bit: number): boolean {
    return ((this.#map >>> bit) & 1) === 1;
  }

  take(bit: number): number {
    return this.has(bit) ? this.next() : -1;
  }

  next(): number {
    const index = this.#at;
    this.#at += 1;
    return index;
  }

  moveTo(at: number): void {
    this.#at = at;
  }

  /** The first field not taken yet. */
  get at(): number {
    return this.#at;
  }

  get complete(): boolean {
    return this.#at <= this.fields.count;
  }
}

const mostPorts = 16;

/** Ports are binary digits; a number in any other base would be guessed, and with it ignition and block. */
function portsIn(fields: TextFields, index: number): number | undefined {
  const length = fields.length(index);
  if (length > mostPorts || !fields.areBits(index)) return undefined;
  let ports = 0;
  for (let at = 0; at < length; at += 1) ports = ports * 2 + (fields.byte(index, at) & 1);
  return ports;
}

function readNetwork(mapped: MappedFields, draft: PositionDraft): void {
  const { fields } = mapped;
  const cellId = fields.hex(mapped.take(6));
  const mobileCountryCode = fields.integer(mapped.take(7));
  const mobileNetworkCode = fields.integer(mapped.take(8));
  const locationAreaCode = fields.hex(mapped.take(9));
  const signal = signalIn(fields, mapped.take(10));
  if (signal !== undefined) draft.attributes.rssi = signal;
  if (!cellId || !mobileCountryCode || mobileNetworkCode === undefined || locationAreaCode === undefined)
    return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...strengthOf(signal) }],
  };
}

function readMotionAndPorts(mapped: MappedFields, draft: PositionDraft): boolean {
  const { attributes } = draft;
  const { fields } = mapped;
  const speedKph = fields.number(mapped.take(13));
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  const course = fields.number(mapped.take(14));
  if (course !== undefined) setCourse(draft, course);
  const satellites = fields.integer(mapped.take(15));
  if (satellites !== undefined) attributes.sat = satellites;
  const fixed = mapped.has(16) ? fields.is(mapped.take(16), '1') : true;
  const inputs = portsIn(fields, mapped.take(17));
  if (inputs !== undefined) {
    attributes.ignition = (inputs & 1) === 1;
    attributes.input = inputs;
  }
  const outputs = portsIn(fields, mapped.take(18));
  if (outputs !== undefined) attributes.output = outputs;
  return fixed;
}

function readReason(kind: string, mapped: MappedFields, attributes: AttributeDraft): void {
  const { fields } = mapped;
  const number = fields.integer(mapped.take(19));
  const second = mapped.take(20);
  const third = mapped.take(21);
  if (kind === 'EMG' || kind === 'EVT') {
    if (number !== undefined && kind === 'EMG') setEmergency(attributes, number);
    else if (number !== undefined) attributes.event = String(number);
    return;
  }
  if (kind === 'ALT') {
    if (number === undefined) return;
    setAlert(attributes, number, true);
    setAlertDetails(attributes, number, fields.text(second), fields.text(third));
    return;
  }
  if (number !== undefined) attributes.status = String(number);
  const reason = fields.integer(second);
  if (reason !== undefined) attributes.reason = reason;
  const index = fields.integer(third);
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
function unnamedMapIndex(fields: TextFields, from: number): number {
  for (let at = from; at <= from + 1; at += 1) {
    const map = fields.length(at) === 8 ? fields.hex(at) : undefined;
    if (map !== undefined && map > 0 && bitsIn(map) === fields.count - at - 1) return at;
  }
  return -1;
}

/** What follows the report's own fields: assigned ones, or, where nothing names them, fields as they came. */
function readRest(mapped: MappedFields, draft: PositionDraft): void {
  mapped.take(reservedBit);
  const { fields } = mapped;
  const named = fields.hex(mapped.take(assignedBit));
  if (named !== undefined) readAssigned(mapped, named, draft);
  const from = mapped.at;
  const at = named === undefined ? unnamedMapIndex(fields, from) : -1;
  const other = fields.joined(from, at < 0 ? fields.count : at);
  if (/[^;]/.test(other)) draft.attributes.data = withoutControls(other);
  if (at < 0) return;
  mapped.moveTo(at + 1);
  readAssigned(mapped, fields.hex(at) ?? 0, draft);
}

/** Assigned fields: one for each bit of their map. */
function readAssigned(mapped: MappedFields, map: number, draft: PositionDraft): void {
  const { attributes } = draft;
  const { fields } = mapped;
  const volts: [first: number | undefined, second: number | undefined] = [undefined, undefined];
  for (let bit = 0; bit < 32; bit += 1) {
    if (((map >>> bit) & 1) === 0) continue;
    const index = mapped.next();
    const value = fields.number(index);
    if (bit < voltageBits && value !== undefined) volts[bit] = value;
    else if (bit === odometerBit && value !== undefined) attributes.odometer = value;
    else if (bit === hourMeterBit && value !== undefined) attributes.hours = value * 60_000;
    else if (!fields.isEmpty(index)) attributes[`io${bit + 1}`] = value ?? fields.text(index);
  }
  setVoltages(draft, volts[0], volts[1]);
}

const beaconFields = 7;

/** Beacons: signal, least, most, id, samples, major, minor. */
function readBeacons(mapped: MappedFields, attributes: AttributeDraft): void {
  const { fields } = mapped;
  const count = Math.min(fields.integer(mapped.next()) ?? 0, 64);
  for (let index = 1; index <= count && mapped.complete; index += 1) {
    const first = mapped.at;
    mapped.moveTo(first + beaconFields);
    if (!fields.has(first + 3)) return;
    const values = {
      Rssi: fields.number(first),
      Samples: fields.integer(first + 4),
      Major: fields.integer(first + 5),
      Minor: fields.integer(first + 6),
    };
    attributes[`tag${index}Id`] = fields.text(first + 3);
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) attributes[`tag${index}${name}`] = value;
    }
  }
}

/** Kinds of report that hold a position. */
export const universalKinds: ReadonlySet<string> = new Set(['STT', 'ALT', 'EMG', 'EVT', 'UEX', 'BLE']);

export function readUniversalReport(
  kind: string,
  fields: TextFields,
  receivedMs: number,
): PositionDraft | undefined {
  const map = kind === 'BLE' ? bleMap : fields.hex(2);
  if (map === undefined) return undefined;
  const mapped = new MappedFields(fields, kind === 'BLE' ? 2 : 3, map);
  const attributes: AttributeDraft = { type: kind };
  mapped.take(1);
  const version = mapped.take(2);
  if (!fields.isEmpty(version)) attributes.versionFw = fields.repeated(version);
  if (fields.is(mapped.take(3), '0')) attributes.archive = true;
  const fixTimeMs = timeIn(fields, mapped.take(4), mapped.take(5));
  const draft: PositionDraft = { ...draftAt(fixTimeMs ?? receivedMs), attributes };
  readNetwork(mapped, draft);
  const latitude = fields.number(mapped.take(11));
  const longitude = fields.number(mapped.take(12));
  let fixed = true;
  if (kind === 'BLE') readBeacons(mapped, attributes);
  else fixed = readMotionAndPorts(mapped, draft);
  setPlace(draft, latitude ?? 0, longitude ?? 0, fixed);
  if (!mapped.complete || (mapped.has(4) && fixTimeMs === undefined)) return undefined;
  if (kind === 'UEX') {
    const length = fields.integer(mapped.next()) ?? 0;
    mapped.moveTo(readSerialData(draft, fields, mapped.at, length));
    readRest(mapped, draft);
  } else if (kind !== 'BLE') {
    readReason(kind, mapped, attributes);
    readRest(mapped, draft);
  }
  return draft;
}
