import { knotsFromKph } from '@atalaia/domain/units';
import type { ByteReader } from '../byte-reader.ts';
import { type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { instantOf, type Zone } from '../tracker-clock.ts';

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
  setCourse(draft, flags & 0x03ff);
  if (flags & 0x4000) draft.attributes.ignition = (flags & 0x8000) !== 0;
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
