/**
 * The fields of a text report, read where they are in its frame: where each begins is noted once, and a string is made only
 * of what is kept as text.
 */
import { byteText, trimmedEnd, trimmedStart } from './byte-text.ts';
import { type DateOrder, instantOfClock, instantOfDate, instantOnDay } from './digit-clock.ts';
import { hexDigitOf, powersOfTen } from './field-text.ts';
import type { Zone } from './tracker-clock.ts';

const noBytes = new Uint8Array(0);
const usualFields = 64;
const mostFields = 1_000_000;
const midnight = Uint8Array.from('000000', (digit) => digit.charCodeAt(0));

const zero = 0x30;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const blank = 0x20;

/** The digits, at most so many, that a double holds exactly, and so does the power of ten below it. */
const exactDigits = 15;

/** Digits of degrees and minutes before and behind the point. */
const mostWholeDigits = 5;
const mostDecimals = 8;

/**
 * One object serves every frame of a decoder: what it holds is of the frame that it was opened for last. A field that is not
 * there reads as an empty one: `has` tells them apart.
 */
export class TextFields {
  readonly #separator: number;
  #bytes: Uint8Array = noBytes;
  /** All of it as text, once a field of it was asked for as such. */
  #whole: string | undefined;
  /** Where each field begins, and behind the last one more. */
  #starts = new Int32Array(usualFields);
  #count = 0;
  readonly #repeated: string[] = [];

  /** Without a separator all is one field. */
  constructor(separator: string) {
    this.#separator = separator === '' ? -1 : separator.charCodeAt(0);
  }

  /** Opens `bytes[from, to)`, with at most so many fields; what is behind them is left out. */
  open(bytes: Uint8Array, from = 0, to = bytes.length, most = mostFields): this {
    const separator = this.#separator;
    let starts = this.#starts;
    let last = starts.length - 1;
    let count = 1;
    starts[0] = from;
    let at = separator < 0 ? to : from;
    while (at < to) {
      const byte = bytes[at];
      at += 1;
      if (byte !== separator) continue;
      if (count === most) {
        at -= 1;
        break;
      }
      if (count === last) {
        starts = this.#grow();
        last = starts.length - 1;
      }
      starts[count] = at;
      count += 1;
    }
    starts[count] = at + 1;
    this.#bytes = bytes;
    this.#whole = undefined;
    this.#count = count;
    return this;
  }

  #grow(): Int32Array<ArrayBuffer> {
    const grown = new Int32Array(this.#starts.length * 2);
    grown.set(this.#starts);
    this.#starts = grown;
    return grown;
  }

  /** How many there are; one at least. */
  get count(): number {
    return this.#count;
  }

  /** What they are fields of. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  has(index: number): boolean {
    return index >= 0 && index < this.#count;
  }

  /** Where a field begins in the bytes; behind the last for one that is not there. */
  start(index: number): number {
    return this.#starts[index >= 0 && index < this.#count ? index : this.#count] ?? 0;
  }

  /** Where it ends. */
  end(index: number): number {
    return index >= 0 && index < this.#count
      ? (this.#starts[index + 1] ?? 0) - 1
      : (this.#starts[this.#count] ?? 0);
  }

  length(index: number): number {
    return index >= 0 && index < this.#count
      ? (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0) - 1
      : 0;
  }

  isEmpty(index: number): boolean {
    return this.length(index) === 0;
  }

  /** The byte at an offset of a field; 0 before its start and behind its end. */
  byte(index: number, offset = 0): number {
    return offset >= 0 && offset < this.length(index) ? (this.#bytes[this.start(index) + offset] ?? 0) : 0;
  }

  /** The offset of a byte in a field, -1 when it is not in it. */
  find(index: number, byte: number): number {
    const start = this.start(index);
    const end = this.end(index);
    for (let at = start; at < end; at += 1) if (this.#bytes[at] === byte) return at - start;
    return -1;
  }

  /** Whether a field is this text of one character a byte. */
  is(index: number, text: string): boolean {
    const { length } = text;
    if (this.length(index) !== length || !this.has(index)) return false;
    const start = this.start(index);
    for (let at = 0; at < length; at += 1) if (this.#bytes[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  text(index: number): string {
    return index >= 0 && index < this.#count ? this.joined(index, index + 1) : '';
  }

  /** The text of a field that mostly is what it was in the report before, as a version is: made anew where it is not. */
  repeated(index: number): string {
    const last = this.#repeated[index];
    if (last !== undefined && this.is(index, last)) return last;
    const text = this.text(index);
    if (this.has(index)) this.#repeated[index] = text;
    return text;
  }

  /** Fields from one up to another, not with it, as they came: separators between them too. */
  joined(from: number, to = this.#count): string {
    const first = Math.max(0, from);
    const last = Math.min(to, this.#count) - 1;
    if (last < first) return '';
    const base = this.#starts[0] ?? 0;
    this.#whole ??= byteText(this.#bytes, base, this.end(this.#count - 1));
    return this.#whole.slice(this.start(first) - base, this.end(last) - base);
  }

  /** The index of the first field from `from` on that is this text; -1 when there is none. */
  indexOf(text: string, from = 0): number {
    for (let at = from; at < this.#count; at += 1) if (this.is(at, text)) return at;
    return -1;
  }

  /** A decimal, with or without sign and fraction. Blanks around it do not count. */
  number(index: number): number | undefined {
    if (index < 0 || index >= this.#count) return undefined;
    return this.numberBetween(this.#starts[index] ?? 0, (this.#starts[index + 1] ?? 0) - 1);
  }

  /** The same of the part of a field from an offset on, up to as far before its end. */
  numberWithin(index: number, from: number, before = 0): number | undefined {
    return this.has(index)
      ? this.numberBetween(this.start(index) + from, this.end(index) - before)
      : undefined;
  }

  /** The same of `bytes[from, to)`. */
  numberBetween(from: number, to: number): number | undefined {
    const bytes = this.#bytes;
    let start = from;
    let end = to;
    if (start >= end) return undefined;
    if ((bytes[start] ?? 0) <= blank || (bytes[end - 1] ?? 0) <= blank) {
      start = trimmedStart(bytes, from, to);
      end = trimmedEnd(bytes, start, to);
    }
    const sign = bytes[start];
    const first = sign === minus || sign === plus ? start + 1 : start;
    let digits = 0;
    let pointAt = -1;
    for (let at = first; at < end; at += 1) {
      const digit = (bytes[at] ?? 0) - zero;
      if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
      else if (digit === point - zero && pointAt < 0 && at > first) pointAt = at;
      else return undefined;
    }
    if (end <= first) return undefined;
    if (end - first > exactDigits) return Number(byteText(bytes, start, end));
    const size = pointAt < 0 ? digits : digits / (powersOfTen[end - 1 - pointAt] ?? 1);
    return sign === minus ? -size : size;
  }

  /** Digits and nothing else. */
  integer(index: number): number | undefined {
    const length = this.length(index);
    if (length === 0 || length > exactDigits) return undefined;
    const value = this.digits(index, 0, length);
    return Number.isNaN(value) ? undefined : value;
  }

  /** The number of so many digits at an offset of a field; NaN when one of them is none. */
  digits(index: number, offset: number, count: number): number {
    const from = this.start(index) + offset;
    if (from + count > this.end(index)) return Number.NaN;
    let value = 0;
    for (let at = from; at < from + count; at += 1) {
      const digit = (this.#bytes[at] ?? 0) - zero;
      if (!(digit >= 0 && digit <= 9)) return Number.NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  /** True for one digit or more, and nothing else, from an offset of a field up to another. */
  areDigits(index: number, from = 0, to = this.length(index)): boolean {
    const start = this.start(index);
    if (to > this.length(index)) return false;
    for (let at = start + from; at < start + to; at += 1) {
      const digit = (this.#bytes[at] ?? 0) - zero;
      if (!(digit >= 0 && digit <= 9)) return false;
    }
    return to > from;
  }

  /** Hexadecimal of at most 32 bits. */
  hex(index: number): number | undefined {
    return this.hexWithin(index, 0, this.length(index));
  }

  /** The same from an offset of a field up to another. */
  hexWithin(index: number, from: number, to: number): number | undefined {
    const start = this.start(index);
    if (to <= from || to - from > 8 || from < 0 || to > this.length(index)) return undefined;
    let value = 0;
    for (let at = start + from; at < start + to; at += 1) {
      const digit = hexDigitOf(this.#bytes[at] ?? 0);
      if (digit < 0) return undefined;
      value = value * 16 + digit;
    }
    return value;
  }

  /** True for hexadecimal digits and nothing else, from so many up to so many. */
  areHexDigits(index: number, least: number, most = least): boolean {
    const start = this.start(index);
    const end = this.end(index);
    if (end - start < least || end - start > most) return false;
    for (let at = start; at < end; at += 1) if (hexDigitOf(this.#bytes[at] ?? 0) < 0) return false;
    return true;
  }

  /** True for one 0 or 1, or more, and nothing else. */
  areBits(index: number): boolean {
    const start = this.start(index);
    const end = this.end(index);
    for (let at = start; at < end; at += 1) if (((this.#bytes[at] ?? 0) & ~1) !== zero) return false;
    return end > start;
  }

  /**
   * Degrees from NMEA's degrees and minutes (`2234.4026`, `11354.3277`) and a hemisphere (N, S, E, W); undefined when the
   * minutes are 60 or more, or the hemisphere is none.
   */
  degrees(index: number, hemisphere: number): number | undefined {
    if (!this.has(index) || this.length(hemisphere) !== 1) return undefined;
    return this.degreesBetween(this.start(index), this.end(index), this.byte(hemisphere));
  }

  /** The same of `bytes[from, to)`. */
  degreesBetween(from: number, to: number, hemisphere: number): number | undefined {
    const bytes = this.#bytes;
    let start = from;
    let end = to;
    if ((bytes[start] ?? 0) <= blank || (bytes[end - 1] ?? 0) <= blank) {
      start = trimmedStart(bytes, from, to);
      end = trimmedEnd(bytes, start, to);
    }
    if (start >= end) return undefined;
    let pointAt = start;
    while (pointAt < end && bytes[pointAt] !== point) pointAt += 1;
    if (pointAt - start > mostWholeDigits || end - pointAt - 1 > mostDecimals) return undefined;
    if (bytes[start] === minus || bytes[start] === plus) return undefined;
    const value = this.numberBetween(start, end);
    if (value === undefined) return undefined;
    const whole = Math.floor(value / 100);
    const minutes = value - whole * 100;
    if (minutes >= 60) return undefined;
    const degrees = whole + minutes / 60;
    // N, E; S, W
    if (hemisphere === 0x4e || hemisphere === 0x45) return degrees;
    return hemisphere === 0x53 || hemisphere === 0x57 ? -degrees : undefined;
  }

  /** The instant of a date of six digits and a time `HHmmss` with or without a fraction, in two fields. */
  instant(order: DateOrder, date: number, time: number, zone?: Zone): number | undefined {
    if (this.length(date) !== 6) return undefined;
    const bytes = this.#bytes;
    return instantOfDate(order, bytes, this.start(date), bytes, this.start(time), this.end(time), zone);
  }

  /** The same in one field. */
  instantIn(order: DateOrder, index: number, zone?: Zone): number | undefined {
    if (this.length(index) < 6) return undefined;
    const start = this.start(index);
    return instantOfDate(order, this.#bytes, start, this.#bytes, start + 6, this.end(index), zone);
  }

  /** The instant at which the day of a date of six digits begins. */
  midnight(order: DateOrder, index: number, zone?: Zone): number | undefined {
    if (this.length(index) !== 6) return undefined;
    return instantOfDate(order, this.#bytes, this.start(index), midnight, 0, midnight.length, zone);
  }

  /** Milliseconds since midnight of a time `HHmmss` with or without a fraction; undefined when no day has it. */
  timeOfDay(index: number): number | undefined {
    return instantOnDay(1970, 1, 1, this.#bytes, this.start(index), this.end(index));
  }

  /** `yyyyMMddHHmmss`; undefined for anything else, and for a date that no calendar has. */
  clock(index: number, zone?: Zone): number | undefined {
    return this.length(index) === 14 ? instantOfClock(this.#bytes, this.start(index), zone) : undefined;
  }
}

/** Takes the fields of a report one after the other, up to an end; behind that there are none. */
export class FieldCursor {
  readonly fields: TextFields;
  readonly #end: number;
  #at: number;

  constructor(fields: TextFields, from: number, end: number) {
    this.fields = fields;
    this.#at = from;
    this.#end = end;
  }

  /** Fields not taken yet. */
  get remaining(): number {
    return Math.max(0, this.#end - this.#at);
  }

  /** The index of the next field, which is taken; -1 behind the end. */
  next(): number {
    const index = this.#at < this.#end ? this.#at : -1;
    this.#at += 1;
    return index;
  }

  /** That of the field so many behind the next one, without moving. */
  ahead(count: number): number {
    return this.#at + count < this.#end ? this.#at + count : -1;
  }

  skip(count: number): void {
    this.#at += count;
  }

  text(): string {
    return this.fields.text(this.next());
  }

  number(): number | undefined {
    return this.fields.number(this.next());
  }

  integer(): number | undefined {
    return this.fields.integer(this.next());
  }

  hex(): number | undefined {
    return this.fields.hex(this.next());
  }
}
