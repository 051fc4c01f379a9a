/**
 * Reports of the older envelope, behind the code:
 *
 *     $GPRMC sentence | PDOP | HDOP | VDOP | state | clock yyyyMMddHHmmss | power | [analogue |] area and cell | temperature |
 *     [mileage km |] serial | [card |] checksum
 *     ddMMyyHHmmss | A or V | ddmm.mmmm | N | dddmm.mmmm | E | knots | course | HDOP | state | power | analogue | area and
 *     cell | temperature | mileage km | serial | checksum
 *     ddMMyyHHmmss, inputs and outputs 4 hexadecimal digits, charging 1, tenths of a volt 2, supply in volts 2, analogue 4, 4,
 *     temperature 3, 3, area 4, cell 4, A or V, satellites 2, course 3, knots 3, PDOP dd.d, mileage km 7, ddmm.mmmmN,
 *     dddmm.mmmmE, serial 4, checksum 4: every field of fixed width, nothing between them
 *
 * Power is, in the first, charging 1 digit, hundredths of a volt 3 and, of the supply, 4; in the second charging 1, tenths
 * 2 and whole volts 2. State is twelve binary digits; from the right, in the first: SOS, three buttons, inputs 3, 4, 1, 2,
 * outputs; in the second: antenna, charging, inputs 1 to 6, outputs 1 to 4.
 * Sources: AVL02 user guide 1.5, 3; AT05, AT06 and AT07 as public decoders read them. Area and cell name no network.
 */

import { addAlarm, draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { instantOfDate } from '../wire/digit-clock.ts';
import { TextFields } from '../wire/text-fields.ts';
import { setOutputs, setTemperature } from './report-attributes.ts';

/** Fix, latitude, longitude, knots and course from an index on, and the time of the fix. */
function readPlace(
  fields: TextFields,
  fix: number,
  fixTimeMs: number | undefined,
  receivedMs: number,
): PositionDraft | undefined {
  const isFixed = fields.is(fix, 'A');
  if (!isFixed && !fields.is(fix, 'V')) return undefined;
  const [latitude, longitude] = [fields.degrees(fix + 1, fix + 2), fields.degrees(fix + 3, fix + 4)];
  const isPlaced = latitude !== undefined && longitude !== undefined;
  if (isFixed && (fixTimeMs === undefined || !isPlaced)) return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  if (isPlaced) setPlace(draft, latitude, longitude, isFixed);
  const [knots, course] = [fields.number(fix + 5), fields.number(fix + 6)];
  if (knots !== undefined) setSpeed(draft, knots);
  if (course !== undefined) setCourse(draft, course);
  return draft;
}

/** Bits of a state, counted from the right. */
function bitsOf(fields: TextFields, index: number): ((bit: number) => boolean) | undefined {
  const length = fields.length(index);
  if (length < 8 || length > 16 || !fields.areBits(index)) return undefined;
  return (bit) => bit < length && fields.byte(index, length - 1 - bit) === one;
}

const one = 0x31;
const fixed = 0x41;
const unfixed = 0x56;

function setNumber({ attributes }: PositionDraft, key: string, fields: TextFields, index: number): void {
  const value = fields.number(index);
  if (value !== undefined) attributes[key] = value;
}

function setMileage({ attributes }: PositionDraft, fields: TextFields, index: number): void {
  const kilometres = fields.number(index);
  if (kilometres !== undefined) attributes.odometer = Math.round(kilometres * 1000);
}

/** `1` of `367` and `1251`: charging, and the digits of the power, of which the first so many are the battery's. */
function setPower(
  { attributes }: PositionDraft,
  fields: TextFields,
  index: number,
  [batteryDigits, powerDigits]: readonly [battery: number, power: number],
  [batteryScale, powerScale]: readonly [battery: number, power: number],
): void {
  if (fields.length(index) !== 1 + batteryDigits + powerDigits || !fields.areDigits(index)) return;
  attributes.charge = fields.byte(index) === one;
  attributes.battery = fields.digits(index, 1, batteryDigits) / batteryScale;
  attributes.power = fields.digits(index, 1 + batteryDigits, powerDigits) / powerScale;
}

const sentence = new TextFields(',');
const point = 0x2e;

/** The first form, from the sentence on. */
export function readSentenceReport(fields: TextFields, context: DecodeContext): PositionDraft | undefined {
  const { receivedMs, settings } = context;
  sentence.open(fields.bytes, fields.start(0), fields.end(0));
  const fixTimeMs = sentence.instant('ddMMyy', 9, 1, settings?.timezone);
  const draft = readPlace(sentence, 2, fixTimeMs, receivedMs);
  if (!draft) return undefined;
  const { attributes } = draft;
  setNumber(draft, 'pdop', fields, 1);
  setNumber(draft, 'hdop', fields, 2);
  setNumber(draft, 'vdop', fields, 3);
  const bit = bitsOf(fields, 4);
  if (bit) {
    attributes.status = fields.text(4);
    if (bit(0)) addAlarm(attributes, 'sos');
    attributes.in1 = bit(6);
    attributes.in2 = bit(7);
    attributes.in3 = bit(4);
    attributes.in4 = bit(5);
    setOutputs(attributes, [bit(8), bit(9)], settings?.attributes);
  }
  setPower(draft, fields, 6, [3, 4], [100, 100]);
  const analogueDigits = fields.length(7);
  // two voltages of eight digits, behind which the cell still comes
  const hasAnalogue =
    analogueDigits >= 4 && analogueDigits <= 8 && fields.areDigits(7) && fields.areHexDigits(8, 8, 12);
  if (hasAnalogue) {
    for (let input = 1; input * 4 <= analogueDigits; input += 1) {
      attributes[`adc${input}`] = fields.digits(7, input * 4 - 4, 4) / 100;
    }
  }
  const tail = hasAnalogue ? 9 : 8;
  setTemperature(attributes, 1, fields, tail);
  if (fields.find(tail + 1, point) >= 0) setMileage(draft, fields, tail + 1);
  return draft;
}

/** The second form, its clock in the first field. */
export function readBarReport(fields: TextFields, context: DecodeContext): PositionDraft | undefined {
  const { receivedMs, settings } = context;
  const fixTimeMs = fields.instantIn('ddMMyy', 0, settings?.timezone);
  const draft = readPlace(fields, 1, fixTimeMs, receivedMs);
  if (!draft) return undefined;
  const { attributes } = draft;
  setNumber(draft, 'hdop', fields, 8);
  const bit = bitsOf(fields, 9);
  if (bit) {
    attributes.status = fields.text(9);
    for (let input = 1; input <= 6; input += 1) attributes[`in${input}`] = bit(1 + input);
    setOutputs(attributes, [bit(8), bit(9), bit(10), bit(11)], settings?.attributes);
  }
  setPower(draft, fields, 10, [2, 2], [10, 1]);
  const reading = fields.integer(11);
  if (reading !== undefined) attributes.adc1 = reading;
  setTemperature(attributes, 1, fields, 13);
  setMileage(draft, fields, 14);
  return draft;
}

/** Where each field of the third form begins, and its latitude's and longitude's hemispheres. */
const packedAt = Object.freeze({
  ports: 12,
  charging: 16,
  battery: 17,
  power: 19,
  analogue: 21,
  temperature: 29,
  cell: 35,
  fix: 43,
  satellites: 44,
  course: 46,
  knots: 49,
  pdop: 52,
  mileage: 56,
  latitude: 63,
  north: 72,
  longitude: 73,
  east: 83,
});

/** Digits and nothing else; a point is where the numbers between have theirs. */
const packedDigits: readonly (readonly [from: number, to: number])[] = Object.freeze([
  [0, packedAt.ports],
  [packedAt.charging, packedAt.temperature],
  [packedAt.satellites, packedAt.pdop],
  [packedAt.mileage, packedAt.latitude],
] as const);

const packed = new TextFields('');

/** The third form: its bytes from the clock on. */
export function readPackedReport(
  frame: Uint8Array,
  from: number,
  { receivedMs, settings }: DecodeContext,
): PositionDraft | undefined {
  const fields = packed.open(frame, from);
  const at = packedAt;
  const ports = fields.hexWithin(0, at.ports, at.charging);
  const isFixed = fields.byte(0, at.fix) === fixed;
  if (!isFixed && fields.byte(0, at.fix) !== unfixed) return undefined;
  if (ports === undefined || packedDigits.some(([start, to]) => !fields.areDigits(0, start, to)))
    return undefined;
  if (fields.byte(0, at.charging) > one || fields.hexWithin(0, at.cell, at.fix) === undefined)
    return undefined;
  const [latitude, longitude] = [
    fields.degreesBetween(from + at.latitude, from + at.north, fields.byte(0, at.north)),
    fields.degreesBetween(from + at.longitude, from + at.east, fields.byte(0, at.east)),
  ];
  const pdop = fields.numberBetween(from + at.pdop, from + at.mileage);
  if (latitude === undefined || longitude === undefined || pdop === undefined) return undefined;
  const time = from + 6;
  const fixTimeMs = instantOfDate('ddMMyy', frame, from, frame, time, time + 6, settings?.timezone);
  if (isFixed && fixTimeMs === undefined) return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  const { attributes } = draft;
  setPlace(draft, latitude, longitude, isFixed);
  setSpeed(draft, fields.digits(0, at.knots, 3));
  setCourse(draft, fields.digits(0, at.course, 3));
  attributes.io1 = ports;
  attributes.charge = fields.byte(0, at.charging) === one;
  attributes.battery = fields.digits(0, at.battery, 2) / 10;
  attributes.power = fields.digits(0, at.power, 2);
  attributes.adc1 = fields.digits(0, at.analogue, 4);
  attributes.adc2 = fields.digits(0, at.analogue + 4, 4);
  setTemperature(attributes, 1, fields, 0, at.temperature, at.temperature + 3);
  setTemperature(attributes, 2, fields, 0, at.temperature + 3, at.cell);
  attributes.sat = fields.digits(0, at.satellites, 2);
  attributes.pdop = pdop;
  attributes.odometer = fields.digits(0, at.mileage, 7) * 1000;
  return draft;
}
