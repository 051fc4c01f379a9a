/**
 * Places packed a second apart (type 100): number u16, then points by the first two bits of each: 1 whole — attribute 2
 * bits, fix 1, 0.1 km/h 12, course 9, longitude i32, latitude i32 (millionths), for the first one seconds since 1970 u32;
 * 2 a difference — attribute 2, fix 1, speed 7, course 7, longitude 12, latitude 11, all signed; else one byte that
 * repeats or leaves out a second.
 * Source: github.com/traccar/traccar Gl200BinaryProtocolDecoder.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { isInstant } from '../wire/tracker-clock.ts';

export const compressedType = 100;

/** A signed number in the bits `[from, from + width)` of five bytes, the first bit being the highest. */
function signedBits(high: number, low: number, from: number, width: number): number {
  const whole = (BigInt(high) << 32n) | BigInt(low);
  return Number(BigInt.asIntN(width, whole >> BigInt(40 - from - width)));
}

interface Point {
  speed: number;
  course: number;
  longitude: number;
  latitude: number;
}

function draftOf({ speed, course, longitude, latitude }: Point, seconds: number): PositionDraft {
  const draft = draftAt(seconds * 1000);
  setPlace(draft, latitude / 1e6, longitude / 1e6, true);
  setSpeed(draft, knotsFromKph(speed / 10));
  setCourse(draft, course);
  return draft;
}

/** Every point with a place, up to the first that does not fit. */
export function readCompressed(frame: Uint8Array, from: number, end: number): PositionDraft[] {
  const reader = new ByteReader(frame, from, end);
  const number = reader.u16();
  const drafts: PositionDraft[] = [];
  const point: Point = { speed: 0, course: 0, longitude: 0, latitude: 0 };
  let seconds = 0;
  for (let index = 0; index < number && reader.remaining > 0; index += 1) {
    if (seconds > 0) seconds += 1;
    const form = reader.peekU8() >> 6;
    if (form === 1) {
      const bits = reader.u24();
      point.speed = (bits >> 9) & 0xfff;
      point.course = bits & 0x1ff;
      point.longitude = reader.i32();
      point.latitude = reader.i32();
      if (seconds === 0) seconds = reader.u32();
    } else if (form === 2) {
      const [high, low] = [reader.u8(), reader.u32()];
      point.speed += signedBits(high, low, 3, 7);
      point.course += signedBits(high, low, 10, 7);
      point.longitude += signedBits(high, low, 17, 12);
      point.latitude += signedBits(high, low, 29, 11);
    } else {
      reader.skip(1);
      continue;
    }
    if (reader.overrun || seconds === 0 || !isInstant(seconds * 1000)) break;
    drafts.push(draftOf(point, seconds));
  }
  return drafts;
}
