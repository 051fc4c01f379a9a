/**
 * Report AAA (other commands use the same fields), separated by commas:
 *
 *     [number,] event, latitude, longitude, yyMMddHHmmss, A or V, satellites, GSM 0–31, km/h, course, HDOP, altitude m,
 *     mileage m, run time s, country|network|area|cell (area and cell hexadecimal), inputs and outputs (4 hexadecimal
 *     digits), analogue inputs, then what `text-tail.ts` describes
 *
 * Analogue inputs are AD1|AD2|AD3|AD4 battery|AD5 supply in hexadecimal, or, in some models, decimals: battery|supply|…
 * Source: Meitrack GPRS Protocol, 1.2 (MVT series 1.6, T1 and T333 1.4, T366 1.5, T622 1.2).
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  draftAt,
  type FormerDraft,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { TextFields } from '../wire/text-fields.ts';
import { driverEvent, setEvent } from './event-alarms.ts';
import { setInputs, setOutputs, setSupply } from './ports.ts';

const minus = 0x2d;
const point = 0x2e;

/** Three digits at most, a point, and digits behind it; a minus may precede. */
function isCoordinate(fields: TextFields, index: number): boolean {
  const first = fields.byte(index) === minus ? 1 : 0;
  const mark = fields.find(index, point);
  if (mark > first + 3 || !fields.areDigits(index, first, mark)) return false;
  return fields.areDigits(index, mark + 1);
}

/** Where the latitude is: behind the event, which a number may precede. */
function latitudeIndex(fields: TextFields): number {
  if (isCoordinate(fields, 1)) return 1;
  return isCoordinate(fields, 2) ? 2 : -1;
}

/** What stands between bars within a field. */
const parts = new TextFields('|');

function partsOf(fields: TextFields, index: number): TextFields {
  return parts.open(fields.bytes, fields.start(index), fields.end(index));
}

function setCell(draft: PositionDraft, cell: TextFields): void {
  const mobileCountryCode = cell.integer(0);
  const mobileNetworkCode = cell.integer(1);
  const locationAreaCode = cell.hex(2);
  const cellId = cell.hex(3);
  if (!mobileCountryCode || mobileNetworkCode === undefined || !cellId || locationAreaCode === undefined)
    return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

const analogueKeys = ['adc1', 'adc2', 'adc3'] as const;

function readingIn(readings: TextFields, index: number): number | undefined {
  return readings.length(index) <= 4 ? readings.hex(index) : undefined;
}

function setAnalogues({ attributes }: PositionDraft, readings: TextFields): void {
  if (readings.find(0, point) >= 0) {
    const [battery, power] = [readings.number(0), readings.number(1)];
    if (battery !== undefined) attributes.battery = battery;
    if (power !== undefined) attributes.power = power;
    return;
  }
  for (let input = 0; input < analogueKeys.length; input += 1) {
    const reading = readingIn(readings, input);
    const key = analogueKeys[input];
    if (reading !== undefined && key !== undefined) attributes[key] = reading;
  }
  setSupply(attributes, readingIn(readings, 3), readingIn(readings, 4));
}

const reports = new TextFields(',');

/** The position in the bytes of a report, or undefined when its fields do not make one. */
export function readTextReport(body: Uint8Array, { settings }: DecodeContext): PositionDraft | undefined {
  const fields = reports.open(body);
  const place = latitudeIndex(fields);
  const event = fields.integer(place - 1);
  if (place < 0 || event === undefined || fields.count < place + 11) return undefined;
  const fixTimeMs = fields.instantIn('yyMMdd', place + 2, settings?.timezone);
  if (fixTimeMs === undefined || !isCoordinate(fields, place + 1)) return undefined;
  const draft = draftAt(fixTimeMs);
  const { attributes } = draft;
  setEvent(attributes, event);
  setPlace(draft, fields.number(place) ?? 0, fields.number(place + 1) ?? 0, fields.is(place + 3, 'A'));
  const sat = fields.number(place + 4);
  if (sat !== undefined) attributes.sat = sat;
  const rssi = fields.number(place + 5);
  if (rssi !== undefined) attributes.rssi = rssi;
  const kph = fields.number(place + 6);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const degrees = fields.number(place + 7);
  if (degrees !== undefined) setCourse(draft, degrees);
  const dilution = fields.number(place + 8);
  if (dilution !== undefined) attributes.hdop = dilution;
  const metres = fields.number(place + 9);
  if (metres !== undefined) setAltitude(draft, metres);
  const odometer = fields.number(place + 10);
  if (odometer !== undefined) attributes.odometer = odometer;
  const seconds = fields.integer(place + 11);
  if (seconds !== undefined) attributes.runtime = seconds * 1000;
  setCell(draft, partsOf(fields, place + 12));
  const ports = fields.length(place + 13) === 4 ? fields.hex(place + 13) : undefined;
  if (ports !== undefined) {
    setInputs(attributes, ports >> 8, settings);
    setOutputs(attributes, ports & 0xff);
  }
  setAnalogues(draft, partsOf(fields, place + 14));
  readTextTail(draft, event, fields, place + 15);
  return draft;
}

/**
 * What follows the analogue inputs of a text report:
 *
 *     [what belongs to the event], customized data, protocol version, fuel %, temperatures, [acceleration, deceleration…], or
 *     behind the temperatures the number of values and these, of which the sixth is a taximeter's
 *
 * The first is left out by older firmware unless the event has something to say: a card's number (37), a file's name
 * (39), a sensor's number (50, 51). Fuel is two bytes in hexadecimal, whole percent and hundredths. A temperature is the
 * sensor's number (of some units the first is 0) and, from protocol version 3 on, hundredths of a degree in 16 bits, before
 * that a signed byte of whole degrees and a byte of hundredths. A taximeter (event 109) reports `20|start` as a journey begins,
 * `21|start|end|distance|fare|HHmmss driven|HHmmss waited` as it ends, clocks yyMMddHHmmss; they are kept as they came.
 * Source: Meitrack GPRS Protocol 1.6 and T333 1.4, 1.2; taximeter: github.com/scattym/python-lib-meitrack-parser and
 * github.com/traccar/traccar MeitrackProtocolDecoder.
 */
const wideTemperatureVersion = 3;

function signed(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** A digit or two. */
function isVersion(fields: TextFields, index: number): boolean {
  return fields.length(index) <= 2 && fields.areDigits(index);
}

/** Where the protocol version is: third, or second where the event's own field is left out. */
function versionIndex(fields: TextFields, from: number): number {
  const third = from + 2;
  const isEarly = isVersion(fields, from + 1) && (fields.isEmpty(third) || fields.areHexDigits(third, 4));
  return isEarly && !isVersion(fields, third) ? from + 1 : third;
}

function setEventData(attributes: AttributeDraft, event: number, data: string): void {
  if (data === '') return;
  if (event === driverEvent) attributes.driverUniqueId = data;
  else attributes.eventData = data;
}

const temperatureDigits = 6;

function setTemperatures(attributes: AttributeDraft, sensors: TextFields, isWide: boolean): void {
  const isSensor = (index: number) => sensors.areHexDigits(index, temperatureDigits);
  let first = 1;
  for (let at = 0; at < sensors.count; at += 1) {
    if (isSensor(at) && sensors.hexWithin(at, 0, 2) === 0) first = 0;
  }
  for (let at = 0; at < sensors.count; at += 1) {
    if (!isSensor(at)) continue;
    const sensor = (sensors.hexWithin(at, 0, 2) ?? 0) - first + 1;
    const value = sensors.hexWithin(at, 2, temperatureDigits) ?? 0;
    const whole = signed(value >> 8, 8);
    const hundredths = value & 0xff;
    attributes[`temp${sensor}`] = isWide
      ? signed(value, 16) / 100
      : (whole * 100 + (whole < 0 ? -hundredths : hundredths)) / 100;
  }
}

const clockDigits = 12;
const timeDigits = 6;

function areDigitsOf(parts: TextFields, index: number, count: number): boolean {
  return parts.length(index) === count && parts.areDigits(index);
}

/** Earlier releases read none of it. */
const withoutTaximeter: FormerDraft = Object.freeze({
  taximeterOn: undefined,
  taximeterStart: undefined,
  taximeterEnd: undefined,
  taximeterDistance: undefined,
  taximeterFare: undefined,
  taximeterTrip: undefined,
  taximeterWait: undefined,
});

/** A journey of a taxi as it begins, or as it ends. */
function setTaximeter(draft: PositionDraft, parts: TextFields): void {
  if (parts.length(0) !== 2 || !areDigitsOf(parts, 1, clockDigits)) return;
  const isOver = parts.byte(0, 1) === 0x31;
  if (!isOver && parts.byte(0, 1) !== 0x30) return;
  const { attributes } = draft;
  draft.former = withoutTaximeter;
  attributes.taximeterOn = !isOver;
  attributes.taximeterStart = parts.text(1);
  const [distance, fare] = [parts.integer(3), parts.integer(4)];
  if (areDigitsOf(parts, 2, clockDigits)) attributes.taximeterEnd = parts.text(2);
  if (distance !== undefined) attributes.taximeterDistance = distance;
  if (fare !== undefined) attributes.taximeterFare = fare;
  if (areDigitsOf(parts, 5, timeDigits)) attributes.taximeterTrip = parts.text(5);
  if (areDigitsOf(parts, 6, timeDigits)) attributes.taximeterWait = parts.text(6);
}

/** Reads what there is from an index on; a field of no known shape is passed over. */
function readTextTail(draft: PositionDraft, event: number, fields: TextFields, from: number): void {
  const { attributes } = draft;
  const version = versionIndex(fields, from);
  if (version > from + 1) setEventData(attributes, event, fields.text(from));
  const percent = fields.length(version + 1) === 4 ? fields.hex(version + 1) : undefined;
  if (percent !== undefined && percent >> 8 <= 100) {
    attributes.fuelLevel = Math.min(100, ((percent >> 8) * 100 + (percent & 0xff)) / 100);
  }
  const isWide = (fields.integer(version) ?? 0) >= wideTemperatureVersion;
  setTemperatures(attributes, partsOf(fields, version + 2), isWide);
  if (!fields.isEmpty(version + 9)) setTaximeter(draft, partsOf(fields, version + 9));
}
