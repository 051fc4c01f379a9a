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
import { digitsEnd, isDigit } from '../wire/byte-text.ts';
import { type DateOrder, instantOfDate } from '../wire/digit-clock.ts';
import { hexDigitOf } from '../wire/field-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';

const comma = 0x2c;
const blank = 0x20;
const point = 0x2e;
const plus = 0x2b;
const minus = 0x2d;
const zero = 0x30;
const letterA = 0x41;
const letterL = 0x4c;
const letterV = 0x56;

const dateDigits = 6;
const timeDigits = 6;
const speedSigns = 5;
const courseSigns = 6;
/** What is between the course and the odometer's `L`. */
const portSigns = 8;

export interface Place {
  readonly draft: PositionDraft;
  /** The first of the digits before the date, what kind of alarm; empty for none. */
  readonly code: string;
  /** The tracker reported whether the engine is cut: true when it is, false when it is not, as far as its digit goes. */
  readonly cutDigit?: boolean;
}

/** What is read at present, all of it one field. */
const text = new TextFields('');

function isNumberSign(byte: number | undefined): boolean {
  return isDigit(byte) || byte === blank || byte === point;
}

function behindComma(bytes: Uint8Array, at: number): number {
  return bytes[at] === comma ? at + 1 : at;
}

function behindBlanks(bytes: Uint8Array, from: number): number {
  let at = behindComma(bytes, from);
  while (bytes[at] === blank) at += 1;
  return at;
}

/** The end of degrees and minutes, so many digits before their point and up to eight behind it; -1 for none. */
function degreesEnd(bytes: Uint8Array, from: number, to: number, mostDigits: number): number {
  const pointAt = digitsEnd(bytes, from, to);
  if (pointAt - from < 3 || pointAt - from > mostDigits || bytes[pointAt] !== point) return -1;
  const end = digitsEnd(bytes, pointAt + 1, to);
  return end > pointAt + 1 && end - pointAt - 1 <= 8 ? end : -1;
}

function isTimeAt(bytes: Uint8Array, at: number, to: number): boolean {
  return at + timeDigits <= to && digitsEnd(bytes, at, at + timeDigits) === at + timeDigits;
}

interface Motion {
  readonly speedEnd: number;
  readonly timeFrom: number;
}

/** Five signs of speed or fewer, then the time, behind a comma or at once; undefined where it is not so. */
function motionAt(bytes: Uint8Array, from: number, to: number): Motion | undefined {
  let signs = 0;
  while (signs < speedSigns && from + signs < to && isNumberSign(bytes[from + signs])) signs += 1;
  for (; signs > 0; signs -= 1) {
    const speedEnd = from + signs;
    const commaAt = digitsEnd(bytes, speedEnd, to);
    if (bytes[commaAt] === comma && isTimeAt(bytes, commaAt + 1, to))
      return { speedEnd, timeFrom: commaAt + 1 };
    if (isTimeAt(bytes, speedEnd, to)) return { speedEnd, timeFrom: speedEnd };
  }
  return undefined;
}

function hexEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && hexDigitOf(bytes[at] ?? 0) >= 0) at += 1;
  return at;
}

function hexBetween(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 16 + hexDigitOf(bytes[at] ?? 0);
  return value;
}

/** Whether power, ACC, digits and an odometer begin here. */
function arePorts(bytes: Uint8Array, at: number, to: number): boolean {
  for (const bit of [bytes[at], bytes[at + 1]]) if (bit !== zero && bit !== zero + 1) return false;
  const end = at + portSigns;
  return (
    end + 1 < to &&
    hexEnd(bytes, at, end) === end &&
    bytes[end] === letterL &&
    hexEnd(bytes, end + 1, to) > end + 1
  );
}

/** Where the ports begin: behind six signs of course, or two digits. -1 for none. */
function portsFrom(bytes: Uint8Array, from: number, to: number): number {
  let signs = 0;
  while (signs < courseSigns && from + signs < to && isNumberSign(bytes[from + signs])) signs += 1;
  const long = behindComma(bytes, from + courseSigns);
  if (signs === courseSigns && arePorts(bytes, long, to)) return long;
  const short = behindComma(bytes, from + 2);
  return digitsEnd(bytes, from, from + 2) === from + 2 && arePorts(bytes, short, to) ? short : -1;
}

/** Sets what the ports say; whether the engine is cut. */
function readPorts(bytes: Uint8Array, at: number, to: number, { attributes }: PositionDraft): boolean {
  attributes.charge = bytes[at] === zero;
  attributes.ignition = bytes[at + 1] === zero + 1;
  const [signals, doors] = [hexDigitOf(bytes[at + 2] ?? 0), hexDigitOf(bytes[at + 3] ?? 0)];
  attributes.in2 = (signals & 1) !== 0;
  if (signals & 2) attributes.panic = true;
  attributes.out2 = (signals & 4) !== 0;
  if (doors & 8) attributes.door = true;
  const reading = hexBetween(bytes, at + 5, at + portSigns);
  if (reading) attributes.adc1 = reading;
  const metresFrom = at + portSigns + 1;
  const metres = hexBetween(bytes, metresFrom, Math.min(hexEnd(bytes, metresFrom, to), metresFrom + 8));
  if (metres) attributes.odometer = metres;
  return (signals & 8) !== 0;
}

/** A sign, three digits, a point and one more, at the very end. */
function readTemperature(bytes: Uint8Array, from: number, to: number, { attributes }: PositionDraft): void {
  const at = to - 6;
  if (at < from || (bytes[at] !== plus && bytes[at] !== minus) || bytes[at + 4] !== point) return;
  if (digitsEnd(bytes, at + 1, to) !== at + 4 || !isDigit(bytes[at + 5])) return;
  const degrees = text.numberBetween(at, to);
  if (degrees !== undefined) attributes.temp1 = degrees;
}

/** One to three digits, and a fraction. */
function courseAlone(bytes: Uint8Array, from: number, to: number): number | undefined {
  const end = digitsEnd(bytes, from, Math.min(from + 3, to));
  if (end === from) return undefined;
  const fractionEnd = bytes[end] === point && end < to ? digitsEnd(bytes, end + 1, to) : end;
  return text.numberBetween(from, fractionEnd > end + 1 ? fractionEnd : end);
}

function readCourse(bytes: Uint8Array, from: number, to: number, draft: PositionDraft): boolean | undefined {
  const ports = portsFrom(bytes, from, to);
  const course =
    ports < 0
      ? courseAlone(bytes, from, to)
      : text.numberBetween(from, ports - (bytes[ports - 1] === comma ? 1 : 0));
  if (course !== undefined) setCourse(draft, course);
  return ports < 0 ? undefined : readPorts(bytes, ports, to, draft);
}

/** The place at the start of `bytes[from, to)`, or undefined when there is none. `receivedMs` replaces a clock that is none. */
export function readPlace(
  bytes: Uint8Array,
  from: number,
  to: number,
  order: DateOrder,
  zone: Zone,
  receivedMs: number,
): Place | undefined {
  const dateEnd = digitsEnd(bytes, from, to);
  if (dateEnd - from < dateDigits) return undefined;
  const fixAt = behindComma(bytes, dateEnd);
  const fix = bytes[fixAt];
  if (fix !== letterA && fix !== letterV) return undefined;
  const latitudeFrom = behindBlanks(bytes, fixAt + 1);
  const latitudeEnd = degreesEnd(bytes, latitudeFrom, to, 5);
  if (latitudeEnd < 0) return undefined;
  const north = behindComma(bytes, latitudeEnd);
  const longitudeFrom = behindBlanks(bytes, north + 1);
  const longitudeEnd = degreesEnd(bytes, longitudeFrom, to, 6);
  if (longitudeEnd < 0) return undefined;
  const east = behindComma(bytes, longitudeEnd);
  const speedFrom = behindComma(bytes, east + 1);
  const motion = motionAt(bytes, speedFrom, to);
  if (!motion || !isOf(bytes[north], 'NS') || !isOf(bytes[east], 'EW')) return undefined;
  text.open(bytes, from, to);
  const latitude = text.degreesBetween(latitudeFrom, latitudeEnd, bytes[north] ?? 0);
  const longitude = text.degreesBetween(longitudeFrom, longitudeEnd, bytes[east] ?? 0);
  if (latitude === undefined || longitude === undefined) return undefined;
  const { speedEnd, timeFrom } = motion;
  const secondEnd = timeFrom + timeDigits;
  const fractionEnd = bytes[secondEnd] === point ? digitsEnd(bytes, secondEnd + 1, to) : secondEnd;
  const timeEnd = fractionEnd > secondEnd + 1 ? fractionEnd : secondEnd;
  const dateFrom = dateEnd - dateDigits;
  const draft = draftAt(instantOfDate(order, bytes, dateFrom, bytes, timeFrom, timeEnd, zone) ?? receivedMs);
  setPlace(draft, latitude, longitude, fix === letterA);
  const kph = text.numberBetween(speedFrom, speedEnd);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const restFrom = behindComma(bytes, timeEnd);
  readTemperature(bytes, restFrom, to, draft);
  const cutDigit = readCourse(bytes, restFrom, to, draft);
  const code = dateFrom > from ? String.fromCharCode(bytes[from] ?? 0) : '';
  return cutDigit === undefined ? { draft, code } : { draft, code, cutDigit };
}

/** Where a place without commas begins behind words: its date, a letter and a latitude with its own. -1 for none. */
export function placeBehindWords(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const dateEnd = digitsEnd(bytes, at, to);
    const fixAt = behindComma(bytes, dateEnd);
    if (dateEnd - at >= dateDigits && isOf(bytes[fixAt], 'AV')) {
      const end = degreesEnd(bytes, behindBlanks(bytes, fixAt + 1), to, 5);
      if (end > 0 && isOf(bytes[end], 'NS')) return dateEnd - dateDigits;
    }
    at = Math.max(at, dateEnd);
  }
  return -1;
}

function isOf(byte: number | undefined, letters: string): boolean {
  return byte === letters.charCodeAt(0) || byte === letters.charCodeAt(1);
}
