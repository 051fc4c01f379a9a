/**
 * Reports of the older envelope, behind the code:
 *
 *     $GPRMC sentence | PDOP | HDOP | VDOP | state | clock yyyyMMddHHmmss | power | [analogue |] area and cell | temperature |
 *     [mileage km |] serial | [card |] checksum
 *     ddMMyyHHmmss | A or V | ddmm.mmmm | N | dddmm.mmmm | E | knots | course | HDOP | state | power | analogue | area and
 *     cell | temperature | mileage km | serial | checksum
 *
 * Power is, in the first, charging 1 digit, hundredths of a volt 3 and, of the supply, 4; in the second charging 1, tenths
 * 2 and whole volts 2. State is twelve binary digits; from the right, in the first: SOS, three buttons, inputs 3, 4, 1, 2,
 * outputs; in the second: antenna, charging, inputs 1 to 6, outputs 1 to 4.
 * Sources: AVL02 user guide 1.5, 3; AT05 and AT06 as public decoders read them. Area and cell name no network.
 */

import { addAlarm, draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
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
  setTemperature(attributes, 1, fields.text(tail));
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
  setTemperature(attributes, 1, fields.text(13));
  setMileage(draft, fields, 14);
  return draft;
}
