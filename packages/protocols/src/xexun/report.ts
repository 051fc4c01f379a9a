import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  addAlarm,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { trimmedEnd, trimmedStart } from '../wire/byte-text.ts';
import { areDigits, hexIn } from '../wire/field-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';

/**
 * The report of TK102, TK103 and their kin: an NMEA sentence without its dollar, and what the unit adds:
 *
 *     serial,telephone,GPRMC,HHmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddMMyy,,,A*65,F,event,imei:ID,
 *         satellites,metres,F:4.15V,charging,length,CRC,country,network,area,cell
 *
 * F or L: GPS signal full or low. What follows the id is there in the longer form alone; area and cell are
 * hexadecimal. Some units write `_` for `*`, a line's end before the signal, or GNRMC.
 */
interface RmcReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

/** Without blanks, exclamation marks and capitals. */
const alarms: ReadonlyMap<string, string> = new Map([
  ['helpme', 'sos'],
  ['sos', 'sos'],
  ['lowbattery', 'lowBattery'],
  ['move', 'movement'],
  ['moved', 'movement'],
  ['stockade', 'geofence'],
  ['speed', 'overspeed'],
  ['overspeed', 'overspeed'],
  ['vibration', 'vibration'],
  ['shock', 'shock'],
]);

const ignitions: ReadonlyMap<string, boolean> = new Map([
  ['accon', true],
  ['accstart', true],
  ['accoff', false],
  ['accstop', false],
]);

interface Event {
  readonly field: string;
  readonly alarm?: string | undefined;
  readonly ignition?: boolean | undefined;
  /** As it came, where it is neither. */
  readonly other?: string | undefined;
}

/** The event is mostly that of the report before. */
let lastEvent: Event = { field: '' };

function eventOf(field: string): Event {
  if (field === lastEvent.field) return lastEvent;
  const event = field.trim();
  const word = event.toLowerCase().replace(/[\s!]/g, '');
  const [alarm, ignition] = [alarms.get(word), ignitions.get(word)];
  const isOther = word !== '' && alarm === undefined && ignition === undefined;
  lastEvent = { field, alarm, ignition, other: isOther ? event : undefined };
  return lastEvent;
}

function readEvent(field: string, attributes: AttributeDraft): void {
  const { alarm, ignition, other } = eventOf(field);
  addAlarm(attributes, alarm);
  if (ignition !== undefined) attributes.ignition = ignition;
  if (other !== undefined) attributes.event = other;
}

const letterE = 0x45;
const letterF = 0x46;
const letterL = 0x4c;
const letterV = 0x56;
const volts = /^[FL]:(\d{1,2}(?:\.\d+)?)V/;

/** Sets a flag that a field of 1 or 0 is; any other field says nothing. */
function setCharge(attributes: AttributeDraft, fields: TextFields, index: number): void {
  if (fields.is(index, '1')) attributes.charge = true;
  else if (fields.is(index, '0')) attributes.charge = false;
}

/** Country, network, area and cell from an index on. */
function setCell(draft: PositionDraft, fields: TextFields, at: number): void {
  const [mobileCountryCode, mobileNetworkCode] = [fields.integer(at), fields.integer(at + 1)];
  const locationAreaCode = fields.hex(at + 2);
  const cellId = fields.hex(at + 3) ?? hexIn(fields.text(at + 3).trim());
  if (!mobileCountryCode || mobileNetworkCode === undefined || !locationAreaCode || !cellId) return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

/** A lithium cell's `F:4.15V`, as most reports have it. */
function isPlainVolts(fields: TextFields, index: number): boolean {
  const letter = fields.byte(index);
  if ((letter !== letterF && letter !== letterL) || fields.byte(index, 1) !== 0x3a) return false;
  const isReading = fields.areDigits(index, 2, 3) && fields.byte(index, 3) === 0x2e;
  return isReading && fields.areDigits(index, 4, 6) && fields.byte(index, 6) === letterV;
}

/** The volts behind the signal, blanks before it or not. */
function voltsIn(fields: TextFields, index: number): number | undefined {
  if (isPlainVolts(fields, index)) {
    return fields.numberBetween(fields.start(index) + 2, fields.start(index) + 6);
  }
  const reading = volts.exec(fields.text(index).trim())?.[1];
  return reading === undefined ? undefined : Number(reading);
}

function readDetail(detail: TextFields, draft: PositionDraft): void {
  const reading = voltsIn(detail, 3);
  if (reading === undefined) return;
  const { attributes } = draft;
  attributes.battery = reading;
  const satellites = detail.integer(1);
  if (satellites !== undefined) attributes.sat = satellites;
  const altitude = detail.number(2);
  if (altitude !== undefined) setAltitude(draft, altitude);
  setCharge(attributes, detail, 4);
  setCell(draft, detail, 7);
}

const sentence = new TextFields(',');
const detail = new TextFields(',');

/** F or L, blanks around it or not. */
function isSignal(fields: TextFields, index: number): boolean {
  const { bytes } = fields;
  const start = trimmedStart(bytes, fields.start(index), fields.end(index));
  const letter = bytes[start];
  if (letter !== letterF && letter !== letterL) return false;
  return trimmedEnd(bytes, start, fields.end(index)) === start + 1;
}

/** The degrees of a longitude; one without its hemisphere is in the east. */
function degreesEastIn(fields: TextFields, index: number): number | undefined {
  const isBare = fields.has(index + 1) && fields.isEmpty(index + 1);
  return isBare
    ? fields.degreesBetween(fields.start(index), fields.end(index), letterE)
    : fields.degrees(index, index + 1);
}

/** Where the sentence is in a text; -1 when it has none. */
function sentenceIndex(text: string): number {
  const ofGps = text.indexOf('GPRMC,');
  const ofAll = text.indexOf('GNRMC,');
  return ofGps < 0 || (ofAll >= 0 && ofAll < ofGps) ? ofAll : ofGps;
}

const idMark = 'imei:';

function uniqueIdIn(field: string): string | undefined {
  const id = field.trim();
  return id.length >= 6 && id.length <= 20 && areDigits(id, 0, id.length) ? id : undefined;
}

/** The position and whose it is, or undefined when the frame, `text` as such, holds no sentence and no id. */
export function readRmcReport(
  frame: Uint8Array,
  text: string,
  zone: Zone,
  receivedMs: number,
): RmcReport | undefined {
  const start = sentenceIndex(text);
  const mark = text.indexOf(idMark);
  if (start < 0 || mark < start) return undefined;
  detail.open(frame, mark + idMark.length);
  const uniqueId = uniqueIdIn(detail.text(0));
  if (uniqueId === undefined) return undefined;
  const fields = sentence.open(frame, start, mark);
  const draft = draftAt(fields.instant('ddMMyy', 9, 1, zone) ?? receivedMs);
  const degreesNorth = fields.degrees(3, 4);
  const degreesEast = degreesEastIn(fields, 5);
  if (degreesNorth !== undefined && degreesEast !== undefined) {
    setPlace(draft, degreesNorth, degreesEast, fields.is(2, 'A'));
  } else if (!fields.has(5) || !fields.isEmpty(3) || !fields.isEmpty(5)) return undefined;
  const knots = fields.number(7);
  if (knots !== undefined) setSpeed(draft, knots);
  const degrees = fields.number(8);
  if (degrees !== undefined) setCourse(draft, degrees);
  let signal = 10;
  while (signal < fields.count && !isSignal(fields, signal)) signal += 1;
  if (signal < fields.count) readEvent(fields.repeated(signal + 1), draft.attributes);
  readDetail(detail, draft);
  return { uniqueId, draft };
}

/**
 * The report of the XT series:
 *
 *     TK,ID,yyMMddHHmmss,latitude,longitude,km/h,course,satellites,metres,F,country,network,area,cell,signal,,battery V,charging,…
 *
 * F or L: with or without a fix; area and cell are hexadecimal. A sign of life `HI,ID` may precede it.
 */
interface XtReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

/** The position and whose it is, or undefined when the fields do not make one. */
export function readXtReport(frame: Uint8Array, text: string, zone: Zone): XtReport | undefined {
  const start = text.indexOf('TK,');
  if (start < 0) return undefined;
  const fields = sentence.open(frame, start, trimmedEnd(frame, start, frame.length));
  const uniqueId = fields.areDigits(1) ? uniqueIdIn(fields.text(1)) : undefined;
  const time = fields.instantIn('yyMMdd', 2, zone);
  const [latitude, longitude] = [fields.number(3), fields.number(4)];
  if (uniqueId === undefined || time === undefined) return undefined;
  if (latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  setPlace(draft, latitude, longitude, fields.is(9, 'F'));
  const kph = fields.number(5);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const course = fields.number(6);
  if (course !== undefined) setCourse(draft, course);
  const satellites = fields.integer(7);
  if (satellites !== undefined) attributes.sat = satellites;
  const altitude = fields.number(8);
  if (altitude !== undefined) setAltitude(draft, altitude);
  const signal = fields.integer(14);
  if (signal !== undefined) attributes.rssi = signal;
  const battery = fields.number(16);
  if (battery !== undefined) attributes.battery = battery;
  setCharge(attributes, fields, 17);
  setCell(draft, fields, 10);
  return { uniqueId, draft };
}
