import { knotsFromKph } from '@atalaia/domain/units/units';
import { type PositionDraft, setCourse, setPlace, setSpeed } from '../../position-draft.ts';
import { ByteReader } from '../../wire/byte-reader.ts';
import { instantOf, type Zone } from '../../wire/tracker-clock.ts';

/** Year (less 2000), month, day, hour, minute, second, a byte each; undefined when that is no date. */
export function readClock(reader: ByteReader, zone: Zone): number | undefined {
  const clock = {
    year: 2000 + reader.u8(),
    month: reader.u8(),
    day: reader.u8(),
    hour: reader.u8(),
    minute: reader.u8(),
    second: reader.u8(),
  };
  return instantOf(clock, zone);
}

/** The unit of latitude and longitude: a thirty-thousandth of a minute of arc. */
const unitsPerDegree = 30_000 * 60;

/**
 * Course and status word: bits 0–9 course; 10 north; 11 west; 12 fixed; 13 differential; 14 bit 15 is meant; 15 ACC.
 * (Bits 14 and 15 by the X3 and GK310 documents; elsewhere they are 0.)
 */
export function setFix(
  draft: PositionDraft,
  latitudeUnits: number,
  longitudeUnits: number,
  flags: number,
): void {
  const latitude = latitudeUnits / unitsPerDegree;
  const longitude = longitudeUnits / unitsPerDegree;
  const north = (flags & 0x0400) !== 0;
  const west = (flags & 0x0800) !== 0;
  setPlace(draft, north ? latitude : -latitude, west ? -longitude : longitude, (flags & 0x1000) !== 0);
  const course = flags & 0x03ff;
  setCourse(draft, course);
  if (flags & 0x4000 && course <= 360) draft.attributes.ignition = (flags & 0x8000) !== 0;
}

/** Satellites in the low half of the byte (the high half is the length of this field), place, speed, course. */
export function readFix(reader: ByteReader, draft: PositionDraft): void {
  draft.attributes.sat = reader.u8() & 0x0f;
  const latitude = reader.u32();
  const longitude = reader.u32();
  setSpeed(draft, knotsFromKph(reader.u8()));
  setFix(draft, latitude, longitude, reader.u16());
}

/** Bytes of clock and fix together. */
export const fixBytes = 18;

/** Of what a tracker may send as a time of its own: none of these models is older, and no clock runs days ahead. */
const earliestMs = Date.UTC(2010, 0, 1);
const daysAheadMs = 2 * 86_400_000;

/** Whether the next six bytes are a date, or the zeros of a clock that was reset. The reader stays. */
export function isClockAhead(reader: ByteReader, zone: Zone): boolean {
  const bytes = reader.peekBytes(6);
  return bytes.every((byte) => byte === 0) || readClock(new ByteReader(bytes), zone) !== undefined;
}

/** Whether a time is one at which a tracker could have sent what was received then. */
export function isSureTime(timeMs: number | undefined, receivedMs: number): boolean {
  return timeMs !== undefined && timeMs >= earliestMs && timeMs <= receivedMs + daysAheadMs;
}

/**
 * An alarm whose clock was reset, or reports no date, is one of now, at the place that the tracker remembers. A time that
 * is ahead stays: the server replaces it, and knows the alarm again when it is sent again.
 */
export function correctAlarmTime(draft: PositionDraft, clock: number | undefined, receivedMs: number): void {
  if (draft.attributes.alarm === undefined || isSureTime(clock, receivedMs)) return;
  draft.outdated = true;
  if (clock === undefined || clock >= earliestMs) return;
  draft.deviceTimeMs ??= clock;
  draft.fixTimeMs = receivedMs;
}

/** Whether units and course word are a place of the world and a course. */
export function isSurePlace(latitudeUnits: number, longitudeUnits: number, flags: number): boolean {
  return (
    latitudeUnits <= 90 * unitsPerDegree && longitudeUnits <= 180 * unitsPerDegree && (flags & 0x03ff) <= 360
  );
}

/**
 * Whether a reader is at clock and fix beyond doubt: a date near the day of receipt, a place in the world, a course.
 * Of bytes that mean something else hardly one packet in a thousand million looks so. The reader is moved.
 */
export function isSureFix(reader: ByteReader, zone: Zone, receivedMs: number): boolean {
  return isSureTime(readClock(reader, zone), receivedMs) && isSurePlaceAhead(reader);
}

/** The same of a reader behind the clock. */
export function isSurePlaceAhead(reader: ByteReader): boolean {
  reader.skip(1);
  const latitude = reader.u32();
  const longitude = reader.u32();
  reader.skip(1);
  const flags = reader.u16();
  return !reader.overrun && isSurePlace(latitude, longitude, flags);
}

/** The upper half of the byte with the satellites by all documents: twelve bytes of fix. */
const fixLength = 0xc0;

/**
 * Whether it is at a fix that a receiver has not had yet: its length, no place, and not fixed. The reader is moved.
 */
export function isEmptyFix(reader: ByteReader): boolean {
  reader.skip(6);
  const isFix = (reader.u8() & 0xf0) === fixLength;
  const units = reader.u64();
  reader.skip(1);
  return isFix && units === 0 && (reader.u16() & 0x1000) === 0 && !reader.overrun;
}
