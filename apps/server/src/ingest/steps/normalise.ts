/**
 * Odd positions (ING-05). Whatever a tracker sends is stored and acknowledged; here is decided in which form.
 *
 * | what is odd | stored |
 * |---|---|
 * | no fix, 0,0 or a place off the earth | with the last place that a fix gave, valid false, outdated |
 * | fix time more than 24 h ahead | with the server's time as fix time, outdated |
 * | fix time more than 5 min ahead | as it is, and is the newest only until a timely fix comes (see `fix-order`) |
 * | fix time before 2000 (a rolled-over clock) | aside, in `odd_positions` |
 * | fix time before the device's newest | as it is; late: moves nothing, counts nothing |
 * | sent again | not again (see `digestOf`) |
 * | an impossible jump | marked approximate, without distance (see `travel`) |
 */
import { isPlace } from '@atalaia/domain/geo/geometry';
import { isAhead, isTimely } from '@atalaia/domain/travel/fix-order';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import type { DeviceMemory } from './device-memory.ts';

const dayMs = 86_400_000;

/** No working satellite clock is earlier, and no partition begins earlier. */
export const earliestFixMs = Date.UTC(2000, 0, 1);

/** Beyond it a time has no four-digit year, which the contract's instants need. */
const latestInstantMs = Date.UTC(9999, 11, 31);

export interface NormalPosition {
  /** ms since 1970 UTC. */
  readonly fixTimeMs: number;
  readonly deviceTimeMs: number;
  readonly valid: boolean;
  readonly outdated: boolean;
  /** WGS84 degrees, at most 7 decimals (1 cm). 0 when no place was ever known: see `placed`. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres, knots, degrees, metres: at most 3 decimals, as the table's `real` gives them back. */
  readonly altitude: number;
  readonly speedKnots: number;
  readonly course: number;
  readonly accuracy: number;
  /** The message itself brought a good fix. */
  readonly hasFix: boolean;
  /** There is a place to show, this message's or an earlier one's. */
  readonly placed: boolean;
  /** Older than the device's newest position. */
  readonly late: boolean;
  /** When it was received, ms, if its fix time was ahead of that: a timely position takes its place. */
  readonly aheadMs?: number | undefined;
  /** The fix time was replaced by the server's. */
  readonly corrected: boolean;
}

/** The position as it is stored, from what was decoded, when it came and the memory of its device. */
export function normalise(
  decoded: DecodedPosition,
  digest: string,
  receivedMs: number,
  memory: DeviceMemory,
): NormalPosition {
  const possible = decoded.fixTimeMs <= receivedMs + dayMs;
  const fixTimeMs = possible ? Math.trunc(decoded.fixTimeMs) : correctedTime(digest, receivedMs, memory);
  const { latitude = 0, longitude = 0 } = decoded;
  const hasPlace = isPlace({ latitude, longitude }) && (latitude !== 0 || longitude !== 0);
  const hasFix = hasPlace && decoded.valid;
  const place = hasFix ? undefined : memory.place;
  return {
    fixTimeMs,
    deviceTimeMs: instant(decoded.deviceTimeMs ?? fixTimeMs, receivedMs),
    valid: hasFix,
    outdated: decoded.outdated === true || !possible || !hasFix,
    latitude: place ? place.latitude : hasPlace ? rounded(latitude, 1e7) : 0,
    longitude: place ? place.longitude : hasPlace ? rounded(longitude, 1e7) : 0,
    altitude: finite(decoded.altitude),
    speedKnots: Math.max(finite(decoded.speedKnots), 0),
    course: place ? place.course : course(finite(decoded.course)),
    accuracy: Math.max(finite(decoded.accuracy), 0),
    hasFix,
    placed: hasPlace || place !== undefined,
    late:
      memory.fixTimeMs !== undefined &&
      fixTimeMs < memory.fixTimeMs &&
      !(memory.aheadMs !== undefined && possible && isTimely(fixTimeMs, receivedMs)),
    aheadMs: isAhead(fixTimeMs, receivedMs) ? receivedMs : undefined,
    corrected: !possible,
  };
}

/** A message sent again keeps the time it was first stored with, and so is known again. */
function correctedTime(digest: string, receivedMs: number, memory: DeviceMemory): number {
  return memory.corrected.find(([known]) => known === digest)?.[1] ?? receivedMs;
}

function instant(timeMs: number, otherwiseMs: number): number {
  return timeMs >= 0 && timeMs <= latestInstantMs ? Math.trunc(timeMs) : otherwiseMs;
}

/** No height, speed or radius that means anything is larger. */
const largestMeasure = 1e7;

function finite(value = 0): number {
  return Math.abs(value) <= largestMeasure ? rounded(value, 1000) : 0;
}

function course(degrees: number): number {
  const turned = degrees % 360;
  return turned < 0 ? rounded(turned + 360, 1000) : turned;
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
