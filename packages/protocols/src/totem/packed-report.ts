/**
 * The report of the older envelope without bars, behind the code, every field of fixed width:
 *
 *     ddMMyyHHmmss | inputs and outputs, 4 hexadecimal digits | charging 1 | tenths of a volt 2 | supply, volts 2 | analogue
 *     4, 4 | temperature 3, 3 | area 4 | cell 4 | A or V | satellites 2 | course 3 | knots 3 | PDOP dd.d | mileage km 7 |
 *     ddmm.mmmmN | dddmm.mmmmE | serial 4 | checksum 4
 *
 * Source: AT07 as public decoders read it.
 */

import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { degreesIn } from '../wire/field-text.ts';
import { setTemperature } from './report-attributes.ts';

const form =
  /^(\d{6})(\d{6})([0-9A-Fa-f]{4})([01])(\d{2})(\d{2})(\d{4})(\d{4})(\d{3})(\d{3})[0-9A-Fa-f]{8}([AV])(\d{2})(\d{3})(\d{3})(\d{2}\.\d)(\d{7})(\d{4}\.\d{4})([NS])(\d{5}\.\d{4})([EW])/;

export function readPackedReport(
  text: string,
  { receivedMs, settings }: DecodeContext,
): PositionDraft | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, date, time, ports, charging, battery, power, first, second, ...rest] = match;
  const [inside, outside, fix, satellites, course, knots, pdop, mileage, latitude, north, longitude, east] =
    rest;
  const fixTimeMs = instantOfDigits('ddMMyy', date, time, settings?.timezone);
  if (fixTimeMs === undefined && fix === 'A') return undefined;
  const draft = draftAt(fixTimeMs ?? receivedMs);
  const { attributes } = draft;
  const [degreesNorth, degreesEast] = [degreesIn(latitude, north), degreesIn(longitude, east)];
  if (degreesNorth !== undefined && degreesEast !== undefined) {
    setPlace(draft, degreesNorth, degreesEast, fix === 'A');
  }
  setSpeed(draft, Number(knots));
  setCourse(draft, Number(course));
  attributes.io1 = Number.parseInt(ports ?? '0', 16);
  attributes.charge = charging === '1';
  attributes.battery = Number(battery) / 10;
  attributes.power = Number(power);
  attributes.adc1 = Number(first);
  attributes.adc2 = Number(second);
  setTemperature(attributes, 1, inside);
  setTemperature(attributes, 2, outside);
  attributes.sat = Number(satellites);
  attributes.pdop = Number(pdop);
  attributes.odometer = Number(mileage) * 1000;
  return draft;
}
