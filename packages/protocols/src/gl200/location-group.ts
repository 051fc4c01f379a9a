/**
 * The place in a text message, wherever it is, once or up to fifteen times:
 *
 *     accuracy | km/h | course | metres | longitude | latitude | UTC time | [count | points…] | country | network |
 *     area (hexadecimal) | cell (hexadecimal) | append mask, or mileage, or reserved | [appended fields]
 *
 * What precedes it differs by message and model, so it is found by longitude, latitude and time; where it is empty, by
 * the cell behind it. Accuracy is HDOP, 0 for no fix: the place is then the last known one. Wi-Fi points are address,
 * dBm and three reserved fields each. The append mask names fields behind it: bit 0 satellites, 1 trigger, 4 jamming.
 * GL100 and GT300 have the accuracy between altitude and longitude.
 * Source: GV300 0.7 and GL300 1.02, 3.3.1; append mask of GV310LAU; Wi-Fi of GL533.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import type { CellTower, NetworkInfo, WifiAccessPoint } from '../decoded-position.ts';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { traitsOf } from './models.ts';
import type { TextMessage } from './text-message.ts';

interface LocationGroup {
  /** Index of its first field. */
  readonly start: number;
  /** Index of the first field behind it. */
  readonly after: number;
  readonly draft: PositionDraft;
}

/** Fields of a place before its time. */
const placeFields = 7;
const maxGroups = 15;
const zero = 0x30;
const minus = 0x2d;
const point = 0x2e;

/** One digit to three, a point, five digits to seven; a minus may precede. */
function isDegrees(fields: TextFields, index: number): boolean {
  const length = fields.length(index);
  if (length < 7 || length > 12) return false;
  const { bytes } = fields;
  const start = fields.start(index);
  const first = bytes[start] === minus ? start + 1 : start;
  let mark = -1;
  for (let at = first; at < start + length; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit === point - zero && mark < 0) mark = at;
    else if (!(digit >= 0 && digit <= 9)) return false;
  }
  const decimals = start + length - mark - 1;
  return mark > first && mark <= first + 3 && decimals >= 5 && decimals <= 7;
}

/** Three digits, a zero before them or not; undefined for anything else. */
function countryCodeIn(fields: TextFields, index: number): number | undefined {
  const length = fields.length(index);
  if (length !== 3 && (length !== 4 || fields.byte(index) !== zero)) return undefined;
  return fields.integer(index);
}

/** Two digits to four; undefined for anything else. */
function networkCodeIn(fields: TextFields, index: number): number | undefined {
  const length = fields.length(index);
  return length >= 2 && length <= 4 ? fields.integer(index) : undefined;
}

/** 0 or 1 and a hexadecimal digit; undefined for anything else. */
function appendMaskIn(fields: TextFields, index: number): number | undefined {
  return fields.length(index) === 2 && (fields.byte(index) & ~1) === zero ? fields.hex(index) : undefined;
}

/** Index of the next longitude, -1 when there is none. */
function longitudeIndex({ fields, end }: TextMessage, from: number): number {
  for (let at = from; at + 1 < end; at += 1) {
    if (!isDegrees(fields, at) || !isDegrees(fields, at + 1)) continue;
    const length = fields.length(at + 2);
    if (length === 14 || (length === 0 && fields.has(at + 2))) return at;
  }
  return -1;
}

/** Four fields of a cell from an index, as a tower; undefined when they are none. */
export function cellAt(fields: TextFields, at: number, end: number): CellTower | undefined {
  if (at + 4 > end) return undefined;
  const mobileCountryCode = countryCodeIn(fields, at);
  if (!mobileCountryCode) return undefined;
  const mobileNetworkCode = networkCodeIn(fields, at + 1);
  const locationAreaCode = fields.hex(at + 2);
  const cellId = fields.hex(at + 3);
  if (mobileNetworkCode === undefined || !cellId || locationAreaCode === undefined) return undefined;
  return { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId };
}

/** An address and its strength; undefined when the field is no address. */
export function wifiAt(fields: TextFields, at: number): WifiAccessPoint | undefined {
  if (!fields.areHexDigits(at, 12)) return undefined;
  const macAddress = (fields.text(at).match(/../g) ?? []).join(':').toLowerCase();
  const strength = fields.number(at + 1);
  return strength !== undefined && strength < 0 ? { macAddress, signalStrength: strength } : { macAddress };
}

/** What was heard of networks; undefined when that is nothing. */
export function networkOf(
  cellTowers: readonly CellTower[],
  wifiAccessPoints: readonly WifiAccessPoint[],
): NetworkInfo | undefined {
  if (cellTowers.length === 0 && wifiAccessPoints.length === 0) return undefined;
  return {
    ...(cellTowers.length > 0 && { cellTowers }),
    ...(wifiAccessPoints.length > 0 && { wifiAccessPoints }),
  };
}

/** Reads Wi-Fi and cell behind the time; the index behind them. */
function readNetwork({ fields, end }: TextMessage, from: number, draft: PositionDraft): number {
  let at = from;
  let points: WifiAccessPoint[] | undefined;
  if (fields.areHexDigits(at + 1, 12)) {
    const count = fields.integer(at) ?? 0;
    points = [];
    at += 1;
    for (let index = 0; index < count && at + 5 <= end; index += 1, at += 5) {
      const point = wifiAt(fields, at);
      if (point) points.push(point);
    }
  }
  const cell = cellAt(fields, at, end);
  if (points) {
    const network = networkOf(cell ? [cell] : [], points);
    if (network) draft.network = network;
  } else if (cell) draft.network = { cellTowers: [cell] };
  return Math.min(at + 4, end);
}

/** Reads the field behind the cell and what it appends; the index behind them. */
function readAppended({ fields, end, model }: TextMessage, at: number, draft: PositionDraft): number {
  if (at >= end) return end;
  const { attributes } = draft;
  if (fields.find(at, point) >= 0) {
    const mileage = fields.number(at);
    if (mileage !== undefined) attributes.odometer = Math.round(mileage * 1000);
    return at + 1;
  }
  if (traitsOf(model).hasStrength) return at;
  if (fields.isEmpty(at)) return at + 1;
  const mask = appendMaskIn(fields, at);
  if (mask === undefined) return at;
  let next = at + 1;
  for (let left = mask, bit = 0; left > 0; left >>= 1, bit += 1) {
    if ((left & 1) === 0) continue;
    const satellites = bit === 0 && next < end ? fields.integer(next) : undefined;
    if (satellites !== undefined && satellites <= 100) attributes.sat = satellites;
    next += 1;
  }
  return Math.min(next, end);
}

function setFix(draft: PositionDraft, hdop: number | undefined, longitude: number, latitude: number): void {
  const fixed = hdop === undefined || hdop > 0;
  setPlace(draft, latitude, longitude, fixed);
  if (hdop !== undefined && hdop > 0) draft.attributes.hdop = hdop;
  if (!fixed && draft.latitude !== undefined) draft.outdated = true;
}

function readGroup(message: TextMessage, longitudeAt: number, receivedMs: number): LocationGroup {
  const { fields, sentMs } = message;
  const first = longitudeAt - 4;
  // without a fraction the field before the longitude is no altitude but the first generation's accuracy
  const old = fields.integer(first + 3) !== undefined && fields.find(first + 2, point) >= 0;
  const speedAt = old ? first : first + 1;
  const draft = draftAt(fields.clock(longitudeAt + 2) ?? sentMs ?? receivedMs);
  const hdop = fields.number(old ? first + 3 : first);
  const longitude = fields.number(longitudeAt) ?? Number.NaN;
  setFix(draft, hdop, longitude, fields.number(longitudeAt + 1) ?? Number.NaN);
  const speedKph = fields.number(speedAt);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  const courseDegrees = fields.number(speedAt + 1);
  if (courseDegrees !== undefined) setCourse(draft, courseDegrees);
  const metres = fields.number(speedAt + 2);
  if (metres !== undefined) setAltitude(draft, metres);
  const after = readAppended(message, readNetwork(message, longitudeAt + 3, draft), draft);
  return { start: first, after, draft };
}

/** Every place with coordinates, in the message's order. */
export function readGroups(message: TextMessage, receivedMs: number): LocationGroup[] {
  const groups: LocationGroup[] = [];
  let at = longitudeIndex(message, message.from + 4);
  while (at >= 0 && groups.length < maxGroups) {
    const group = readGroup(message, at, receivedMs);
    groups.push(group);
    at = longitudeIndex(message, group.after);
  }
  return groups;
}

/**
 * A place that is empty: found by the cell behind it, else where the kind of message has it.
 * The draft has the time of the message, and no place.
 */
export function emptyGroup(message: TextMessage, usualStart: number, receivedMs: number): LocationGroup {
  const { fields, from, end, sentMs } = message;
  let start = Math.min(usualStart, end);
  for (let at = from + placeFields; at + 4 <= end; at += 1) {
    if (fields.isEmpty(at - 2) && fields.isEmpty(at - 3) && cellAt(fields, at, end)) {
      start = at - placeFields;
      break;
    }
  }
  const draft = draftAt(fields.clock(start + 6) ?? sentMs ?? receivedMs);
  const after = readAppended(message, readNetwork(message, start + placeFields, draft), draft);
  return { start, after, draft };
}
