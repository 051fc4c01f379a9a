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
import { instantOfDigits } from '../wire/digit-clock.ts';
import { degreesIn, integerIn, numberIn } from '../wire/field-text.ts';
import { setOutputs, setTemperature } from './report-attributes.ts';

interface Place {
  readonly date: string | undefined;
  readonly time: string | undefined;
  readonly fix: string | undefined;
  readonly latitude: readonly [field: string | undefined, hemisphere: string | undefined];
  readonly longitude: readonly [field: string | undefined, hemisphere: string | undefined];
  readonly knots: string | undefined;
  readonly course: string | undefined;
}

function readPlace(place: Place, { receivedMs, settings }: DecodeContext): PositionDraft | undefined {
  const isFixed = place.fix === 'A';
  if (!isFixed && place.fix !== 'V') return undefined;
  const fixTimeMs = instantOfDigits('ddMMyy', place.date, place.time, settings?.timezone);
  const [latitude, longitude] = [degreesIn(...place.latitude), degreesIn(...place.longitude)];
  const isPlaced = latitude !== undefined && longitude !== undefined;
  if (isFixed && (fixTimeMs === undefined || !isPlaced)) return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  if (isPlaced) setPlace(draft, latitude, longitude, isFixed);
  const [knots, course] = [numberIn(place.knots), numberIn(place.course)];
  if (knots !== undefined) setSpeed(draft, knots);
  if (course !== undefined) setCourse(draft, course);
  return draft;
}

/** Bits of a state, counted from the right. */
function bitsOf(state: string | undefined): ((bit: number) => boolean) | undefined {
  if (state === undefined || !/^[01]{8,16}$/.test(state)) return undefined;
  const value = Number.parseInt(state, 2);
  return (bit) => ((value >> bit) & 1) === 1;
}

function setNumber({ attributes }: PositionDraft, key: string, field: string | undefined): void {
  const value = numberIn(field);
  if (value !== undefined) attributes[key] = value;
}

function setMileage({ attributes }: PositionDraft, field: string | undefined): void {
  const kilometres = numberIn(field);
  if (kilometres !== undefined) attributes.odometer = Math.round(kilometres * 1000);
}

/** `1` of `367` and `1251`: charging, and the parts of the power in volts. */
function setPower(
  { attributes }: PositionDraft,
  field: string | undefined,
  form: RegExp,
  scales: number[],
): void {
  const [, charging, battery, power] = form.exec(field ?? '') ?? [];
  if (charging === undefined) return;
  attributes.charge = charging === '1';
  attributes.battery = Number(battery) / (scales[0] ?? 1);
  attributes.power = Number(power) / (scales[1] ?? 1);
}

/** The first form, from the sentence on. */
export function readSentenceReport(
  fields: readonly string[],
  context: DecodeContext,
): PositionDraft | undefined {
  const [sentence = '', pdop, hdop, vdop, state, , power, ...rest] = fields;
  const [, time, fix, latitude, north, longitude, east, knots, course, date] = sentence.split(',');
  const draft = readPlace(
    { date, time, fix, latitude: [latitude, north], longitude: [longitude, east], knots, course },
    context,
  );
  if (!draft) return undefined;
  const { attributes } = draft;
  setNumber(draft, 'pdop', pdop);
  setNumber(draft, 'hdop', hdop);
  setNumber(draft, 'vdop', vdop);
  const bit = bitsOf(state);
  if (bit) {
    attributes.status = state ?? '';
    if (bit(0)) addAlarm(attributes, 'sos');
    [6, 7, 4, 5].forEach((at, index) => {
      attributes[`in${index + 1}`] = bit(at);
    });
    setOutputs(attributes, [bit(8), bit(9)], context.settings?.attributes);
  }
  setPower(draft, power, /^(\d)(\d{3})(\d{4})$/, [100, 100]);
  const [first = ''] = rest;
  // two voltages of eight digits, behind which the cell still comes
  const hasAnalogue = /^\d{4,8}$/.test(first) && /^[0-9A-Fa-f]{8,12}$/.test(rest[1] ?? '');
  if (hasAnalogue) {
    for (let input = 1; input * 4 <= first.length; input += 1) {
      attributes[`adc${input}`] = Number(first.slice(input * 4 - 4, input * 4)) / 100;
    }
  }
  const tail = rest.slice(hasAnalogue ? 2 : 1);
  setTemperature(attributes, 1, tail[0]);
  if (tail[1]?.includes('.')) setMileage(draft, tail[1]);
  return draft;
}

/** The second form, its clock in the first field. */
export function readBarReport(fields: readonly string[], context: DecodeContext): PositionDraft | undefined {
  const [
    clock = '',
    fix,
    latitude,
    north,
    longitude,
    east,
    knots,
    course,
    hdop,
    state,
    power,
    analogue,
    ,
    ...tail
  ] = fields;
  const draft = readPlace(
    {
      ...{ date: clock.slice(0, 6), time: clock.slice(6), fix },
      ...{ latitude: [latitude, north], longitude: [longitude, east], knots, course },
    },
    context,
  );
  if (!draft) return undefined;
  const { attributes } = draft;
  setNumber(draft, 'hdop', hdop);
  const bit = bitsOf(state);
  if (bit) {
    attributes.status = state ?? '';
    for (let input = 1; input <= 6; input += 1) attributes[`in${input}`] = bit(1 + input);
    setOutputs(attributes, [bit(8), bit(9), bit(10), bit(11)], context.settings?.attributes);
  }
  setPower(draft, power, /^(\d)(\d{2})(\d{2})$/, [10, 1]);
  const reading = integerIn(analogue);
  if (reading !== undefined) attributes.adc1 = reading;
  setTemperature(attributes, 1, tail[0]);
  setMileage(draft, tail[1]);
  return draft;
}
