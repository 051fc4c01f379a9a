/**
 * A place, with or without commas between its parts:
 *
 *     yyMMdd A ddmm.mmmm N dddmm.mmmm E km/h HHmmss course IO L odometer
 *
 * yyMMdd is ddMMyy in the form between commas; time is UTC; km/h has five signs. IO: main power (0 there, 1 gone), ACC,
 * then hexadecimal digits: `in2` (bit 0), panic (1), `out2` (2), engine cut (3) | high inputs (0–2), door (3) | low inputs
 * (1–3) | a sensor of three digits. The odometer is hexadecimal, metres. A temperature (`+025.5`) may end it.
 * Source: KX402 GPRS protocol 1.5; Vjoy Car documents; public decoders for the digits of IO.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { type DateOrder, instantOfDigits } from '../wire/digit-clock.ts';
import { degreesIn, hexIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';

const place =
  /^(\d*?)(\d{6}),?([AV]),? *(\d{3,5}\.\d{1,8}),?([NS]),? *(\d{3,6}\.\d{1,8}),?([EW]),?([ \d.]{1,5})(?:\d*,)?(\d{6}(?:\.\d+)?),?/;
const ports =
  /^(?:([ \d.]{6})|(\d\d)),?([01])([01])([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f]{3})L([0-9A-Fa-f]{1,8})/;
const courseAlone = /^\d{1,3}(?:\.\d+)?/;
const temperature = /([+-]\d{3}\.\d)$/;

export interface Place {
  readonly draft: PositionDraft;
  /** Digits before the date: what kind of alarm, or the IMEI of a sign-in. */
  readonly code: string;
  /** The tracker reported whether the engine is cut: true when it is, false when it is not, as far as its digit goes. */
  readonly cutDigit?: boolean;
}

function readPorts(match: RegExpExecArray, draft: PositionDraft): boolean {
  const { attributes } = draft;
  const [, course, shortCourse, power, ignition, first = '', second = '', , sensor, odometer] = match;
  const degrees = numberIn(course ?? shortCourse);
  if (degrees !== undefined) setCourse(draft, degrees);
  attributes.charge = power === '0';
  attributes.ignition = ignition === '1';
  const [signals, doors] = [Number.parseInt(first, 16), Number.parseInt(second, 16)];
  attributes.in2 = (signals & 1) !== 0;
  if (signals & 2) attributes.panic = true;
  attributes.out2 = (signals & 4) !== 0;
  if (doors & 8) attributes.door = true;
  const reading = hexIn(sensor);
  if (reading) attributes.adc1 = reading;
  const metres = hexIn(odometer);
  if (metres) attributes.odometer = metres;
  return (signals & 8) !== 0;
}

/** The place at the start of `data`, or undefined when there is none. `receivedMs` replaces a clock that is none. */
export function readPlace(data: string, order: DateOrder, zone: Zone, receivedMs: number): Place | undefined {
  const match = place.exec(data);
  if (!match) return undefined;
  const [whole, code = '', date, fix, latitude, north, longitude, east, speed, time] = match;
  const [degreesNorth, degreesEast] = [degreesIn(latitude, north), degreesIn(longitude, east)];
  if (degreesNorth === undefined || degreesEast === undefined) return undefined;
  const draft = draftAt(instantOfDigits(order, date, time, zone) ?? receivedMs);
  setPlace(draft, degreesNorth, degreesEast, fix === 'A');
  const kph = numberIn(speed);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const rest = data.slice(whole.length);
  const celsius = temperature.exec(rest)?.[1];
  if (celsius !== undefined) draft.attributes.temp1 = Number(celsius);
  const state = ports.exec(rest);
  if (state) return { draft, code, cutDigit: readPorts(state, draft) };
  const course = numberIn(courseAlone.exec(rest)?.[0]);
  if (course !== undefined) setCourse(draft, course);
  return { draft, code };
}
