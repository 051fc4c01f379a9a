/** A text report as positions: its places, each with what the message says of all, the last with what it says of now. */

import type { CellTower, WifiAccessPoint } from '../decoded-position.ts';
import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
import { isPrintable, withoutControls } from '../wire/byte-text.ts';
import { FieldCursor, TextFields } from '../wire/text-fields.ts';
import { readReportedAccessory } from './accessories.ts';
import { readCanData } from './can-data.ts';
import { readExpansion } from './expanded-report.ts';
import { readerOfInformation } from './information.ts';
import { cellAt, emptyGroup, networkOf, readGroups, wifiAt } from './location-group.ts';
import { readerOfKind, usualFields } from './report-kinds.ts';
import { readTail, setPercent } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

/**
 * Diagnosis of the GV500 line (`GTOBD`), before the place:
 *
 *     report type | mask | VIN | connected | mV | supported PIDs | rpm | km/h | °C | l/100 km | km since codes cleared |
 *     km with the lamp on | lamp | codes | codes as hexadecimal | throttle % | load % | fuel % | [protocol] | [km]
 *
 * Source: github.com/traccar/traccar Gl200TextProtocolDecoder (GTOBD); GV500MAP 5.00 as github.com/pru-smartwheels-gps
 * /OBD_BEND describes it.
 */

/** Behind the report type; reports of a watched value (`GTOSM`) have a number before it. */
function maskIndex({ fields, from }: TextMessage): number {
  for (let at = from; at < from + 4; at += 1) if (fields.areHexDigits(at, 3, 8)) return at;
  return -1;
}

const diagnosisKinds: ReadonlySet<string> = new Set(['OBD', 'OSM']);

/** `at` is the index of the first field of the place. */
function readDiagnosis(message: TextMessage, at: number, attributes: AttributeDraft): void {
  const mask = maskIndex(message);
  if (mask < 0 || mask >= at) return;
  const { fields } = message;
  const cursor = new FieldCursor(fields, mask + 1, at);
  const vin = cursor.next();
  if (fields.length(vin) === 17) attributes.vin = fields.text(vin);
  cursor.skip(1);
  const millivolts = cursor.integer();
  if (millivolts !== undefined && millivolts < 100_000) attributes.power = millivolts / 1000;
  cursor.skip(1);
  const rpm = cursor.integer();
  if (rpm !== undefined && rpm <= 16_383) attributes.rpm = rpm;
  const speedKph = cursor.integer();
  if (speedKph !== undefined && speedKph <= 255) attributes.obdSpeed = speedKph;
  const coolant = cursor.number();
  if (coolant !== undefined && coolant >= -40 && coolant <= 215) attributes.engineTemp = coolant;
  cursor.skip(1);
  const clearedKm = cursor.integer();
  if (clearedKm !== undefined) attributes.dtcsClearedDistance = clearedKm * 1000;
  cursor.skip(2);
  const codes = cursor.integer();
  if (codes !== undefined) attributes.dtcCount = codes;
  const faults = cursor.text();
  if (faults) attributes.dtcs = faults;
  setPercent(attributes, 'throttle', fields, cursor.next());
  setPercent(attributes, 'engineLoad', fields, cursor.next());
  setPercent(attributes, 'fuelLevel', fields, cursor.next());
  if (cursor.remaining > 1) cursor.skip(1);
  const mileage = message.kind === 'OBD' ? cursor.number() : undefined;
  if (mileage !== undefined && mileage >= 0) attributes.obdOdometer = Math.round(mileage * 1000);
}

/**
 * Reports of networks alone, for trackers without a fix: GTGSM (six neighbours and the serving cell: country, network, area,
 * cell, strength, reserved), GTLBS with the same cells, GTWIF (number, then address, dBm and reserved fields, and the battery
 * as the last field). A cell's strength is the RX level, dBm above −110.
 * Source: GL300 1.02, +RESP:GTGSM; github.com/traccar/traccar Gl200TextProtocolDecoder (GTWIF, GTLBS).
 */
const cellKinds: ReadonlySet<string> = new Set(['GSM', 'LBS', 'WIF', 'GIR', 'CEL']);

/** dBm of RX level 0. */
const leastStrength = -110;

function strengthIn(fields: TextFields, index: number): number | undefined {
  const level = fields.integer(index);
  return level !== undefined && level <= 63 ? leastStrength + level : undefined;
}

function readCellReport({ kind, fields, from, end }: TextMessage, draft: PositionDraft): void {
  const cells: CellTower[] = [];
  const points: WifiAccessPoint[] = [];
  for (let at = Math.min(from, 3); at < end; at += 1) {
    const cell = cellAt(fields, at, end);
    const point = wifiAt(fields, at);
    if (cell) {
      const signalStrength = at + 4 < end ? strengthIn(fields, at + 4) : undefined;
      cells.push(signalStrength === undefined ? cell : { ...cell, signalStrength });
      at += 4;
    } else if (point) {
      points.push(point);
      at += 1;
    }
  }
  const network = networkOf(cells, points);
  if (network) draft.network = network;
  if (kind === 'WIF') setPercent(draft.attributes, 'batteryLevel', fields, end - 1);
  if (kind === 'LBS') setPercent(draft.attributes, 'batteryLevel', fields, from + 2);
}

/**
 * Data that the tracker passes on from its serial port: GTDTT `reserved | reserved | type | length | hexadecimal data`,
 * GTDAT `data`, or `report type | reserved | reserved | data` and a place.
 * Source: GV200 3.20, +RESP:GTDAT; github.com/traccar/traccar Gl200TextProtocolDecoder (GTDTT).
 */
const evenHex = /^(?:[0-9A-Fa-f]{2})+$/;

const metered = new TextFields(',');

/** A fuel meter that writes `COMB,…,litres`. */
function setMetered(attributes: AttributeDraft, text: string): void {
  const litres = text.includes('COMB') ? metered.open(Buffer.from(text, 'latin1')).number(2) : undefined;
  if (litres !== undefined && litres >= 0) attributes.fuel = litres;
}

/** `at` is the index of the place, or of the message's end. */
function readPassedData({ kind, fields, from }: TextMessage, at: number, attributes: AttributeDraft): void {
  let index = at - 1;
  if (kind === 'DTT') while (index >= from && fields.isEmpty(index)) index -= 1;
  const data = kind === 'DTT' && index < from ? '' : fields.text(index);
  if (data === '') return;
  const bytes = kind === 'DTT' && evenHex.test(data) ? Buffer.from(data, 'hex') : undefined;
  const text = bytes && isPrintable(bytes) ? withoutControls(bytes.toString('latin1')) : data;
  if (text === '') return;
  setMetered(attributes, text);
  attributes.data = text;
}

const passingKinds: ReadonlySet<string> = new Set(['DTT', 'DAT']);

/** What holds for every position of a message. */
function setCommon(draft: PositionDraft, message: TextMessage): void {
  const { attributes } = draft;
  attributes.type = message.kind;
  const index = message.fields.hex(message.countAt);
  if (index !== undefined) attributes.index = index;
  if (message.head === 'BUFF') attributes.archive = true;
  if (message.vin !== undefined) attributes.vin = message.vin;
  if (message.sentMs !== undefined) draft.deviceTimeMs = message.sentMs;
}

/** The vehicle bus in its own report: report type, state of the bus, then the masked fields. */
function readCanReport({ fields, from, end }: TextMessage, attributes: AttributeDraft): void {
  const cursor = new FieldCursor(fields, from + 2, end);
  readCanData(cursor, attributes);
}

/** What a kind of report is, looked up once for all of its messages. */
interface KindTraits {
  readonly kind: string;
  readonly readInformation: ReturnType<typeof readerOfInformation>;
  readonly isOfCells: boolean;
  readonly isDiagnosis: boolean;
  readonly isPassing: boolean;
  readonly read: ReturnType<typeof readerOfKind>;
  readonly fieldsBefore: number;
}

let lastTraits = makeTraits('');

function makeTraits(kind: string): KindTraits {
  return {
    kind,
    readInformation: readerOfInformation(kind),
    isOfCells: cellKinds.has(kind),
    isDiagnosis: diagnosisKinds.has(kind),
    isPassing: passingKinds.has(kind),
    read: readerOfKind(kind),
    fieldsBefore: usualFields(kind),
  };
}

function traitsOf(kind: string): KindTraits {
  if (lastTraits.kind !== kind) lastTraits = makeTraits(kind);
  return lastTraits;
}

/** What is before `start`, the index of the first place, and from `behind` the last one on, by kind. */
function readAround(message: TextMessage, start: number, behind: number, draft: PositionDraft): void {
  const { attributes } = draft;
  const { kind } = message;
  const { isDiagnosis, isPassing, read } = traitsOf(kind);
  read?.({ message, at: start, attributes });
  if (kind === 'CAN') {
    readCanReport(message, attributes);
    return;
  }
  if (isDiagnosis) readDiagnosis(message, start, attributes);
  else if (isPassing) readPassedData(message, start, attributes);
  else readReportedAccessory(message, start, draft);
  const after = readTail(message, start, behind, attributes);
  if (kind === 'ERI') readExpansion(message, start - 4, after, draft);
}

/** The draft of a kind without a place; undefined for kinds that may have one. */
function readStateReport(message: TextMessage, receivedMs: number): PositionDraft | undefined {
  const { readInformation, isOfCells } = traitsOf(message.kind);
  if (!readInformation && !isOfCells) return undefined;
  const draft = draftAt(message.sentMs ?? receivedMs);
  if (readInformation) readInformation(message, draft.attributes);
  else readCellReport(message, draft);
  return draft;
}

function startOf({ kind, from, end }: TextMessage): number {
  return kind === 'DTT' ? end : from + traitsOf(kind).fieldsBefore;
}

function readPlaces(message: TextMessage, receivedMs: number): PositionDraft[] {
  const groups = readGroups(message, receivedMs);
  const last = groups[groups.length - 1] ?? emptyGroup(message, startOf(message), receivedMs);
  const before = groups[0]?.start ?? last.start;
  readAround(message, before, last.after, last.draft);
  return groups.length > 1 ? groups.map(({ draft }) => draft) : [last.draft];
}

/** A place, a network, or anything of itself. */
function hasContent({ latitude, network, attributes }: PositionDraft): boolean {
  if (latitude !== undefined || network !== undefined) return true;
  for (const _key in attributes) return true;
  return false;
}

/** The positions of a report; the last has its state. Empty for one that says nothing but that the tracker lives. */
export function readReport(message: TextMessage, receivedMs: number): readonly PositionDraft[] {
  const state = readStateReport(message, receivedMs);
  const drafts = state ? [state] : readPlaces(message, receivedMs);
  const [first] = drafts;
  if (!(first && hasContent(first)) && !drafts.some(hasContent)) return [];
  for (const draft of drafts) setCommon(draft, message);
  return drafts;
}
