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
import { areDigits, digitsAt, hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import { clockIn, type TextMessage } from './text-message.ts';

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
const macAddress = /^[0-9A-Fa-f]{12}$/;
const zero = 0x30;
const minus = 0x2d;

/** One digit to three, a point, five digits to seven; a minus may precede. */
function isDegrees(field: string | undefined): field is string {
  if (field === undefined || field.length < 7 || field.length > 12) return false;
  const first = field.charCodeAt(0) === minus ? 1 : 0;
  const point = field.indexOf('.');
  const decimals = field.length - point - 1;
  if (point < first + 1 || point > first + 3 || decimals < 5 || decimals > 7) return false;
  return areDigits(field, first, point) && areDigits(field, point + 1, field.length);
}

/** Three digits, a zero before them or not. */
function isCountryCode(field: string): boolean {
  const { length } = field;
  if (length !== 3 && (length !== 4 || field.charCodeAt(0) !== zero)) return false;
  return areDigits(field, 0, length);
}

/** Two digits to four. */
function isNetworkCode(field: string): boolean {
  return field.length >= 2 && field.length <= 4 && areDigits(field, 0, field.length);
}

/** 0 or 1 and a hexadecimal digit; undefined for anything else. */
function appendMaskIn(field: string): number | undefined {
  return field.length === 2 && (field.charCodeAt(0) & ~1) === zero ? hexIn(field) : undefined;
}

/** Index of the next longitude, -1 when there is none. */
function longitudeIndex({ fields, end }: TextMessage, from: number): number {
  for (let at = from; at + 1 < end; at += 1) {
    const found = isDegrees(fields[at]) && isDegrees(fields[at + 1]);
    if (found && (fields[at + 2] === '' || fields[at + 2]?.length === 14)) return at;
  }
  return -1;
}

/** Four fields of a cell from an index, as a tower; undefined when they are none. */
export function cellAt(fields: readonly string[], at: number, end: number): CellTower | undefined {
  const country = fields[at] ?? '';
  const network = fields[at + 1] ?? '';
  if (at + 4 > end || !isCountryCode(country) || !isNetworkCode(network)) return undefined;
  const locationAreaCode = hexIn(fields[at + 2]);
  const cellId = hexIn(fields[at + 3]);
  const mobileCountryCode = digitsAt(country, 0, country.length);
  if (!cellId || locationAreaCode === undefined || mobileCountryCode === 0) return undefined;
  const mobileNetworkCode = digitsAt(network, 0, network.length);
  return { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId };
}

/** An address and its strength; undefined when the field is no address. */
export function wifiAt(fields: readonly string[], at: number): WifiAccessPoint | undefined {
  const address = fields[at] ?? '';
  if (address.length !== 12 || !macAddress.test(address)) return undefined;
  const macAddressText = (address.match(/../g) ?? []).join(':').toLowerCase();
  const strength = numberIn(fields[at + 1]);
  return strength !== undefined && strength < 0
    ? { macAddress: macAddressText, signalStrength: strength }
    : { macAddress: macAddressText };
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
  if (fields[at + 1]?.length === 12 && wifiAt(fields, at + 1)) {
    const count = integerIn(fields[at]) ?? 0;
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
  const field = fields[at] ?? '';
  const { attributes } = draft;
  if (field.includes('.')) {
    const mileage = numberIn(field);
    if (mileage !== undefined) attributes.odometer = Math.round(mileage * 1000);
    return at + 1;
  }
  // these have the strength and the error rate of the network here
  if (model.startsWith('GL5') || model.startsWith('GT5')) return at;
  if (field === '') return at + 1;
  const mask = appendMaskIn(field);
  if (mask === undefined) return at;
  let next = at + 1;
  for (let left = mask, bit = 0; left > 0; left >>= 1, bit += 1) {
    if ((left & 1) === 0) continue;
    const satellites = bit === 0 && next < end ? integerIn(fields[next]) : undefined;
    if (satellites !== undefined && satellites <= 100) attributes.sat = satellites;
    next += 1;
  }
  return Math.min(next, end);
}

function setFix(draft: PositionDraft, hdop: number | undefined, longitude: string, latitude: string): void {
  const fixed = hdop === undefined || hdop > 0;
  setPlace(draft, numberIn(latitude) ?? Number.NaN, numberIn(longitude) ?? Number.NaN, fixed);
  if (hdop !== undefined && hdop > 0) draft.attributes.hdop = hdop;
  if (!fixed && draft.latitude !== undefined) draft.outdated = true;
}

function readGroup(message: TextMessage, longitudeAt: number, receivedMs: number): LocationGroup {
  const { fields, sentMs } = message;
  const first = longitudeAt - 4;
  // without a fraction the field before the longitude is no altitude but the first generation's accuracy
  const old = integerIn(fields[first + 3]) !== undefined && (fields[first + 2]?.includes('.') ?? false);
  const speedAt = old ? first : first + 1;
  const draft = draftAt(clockIn(fields[longitudeAt + 2]) ?? sentMs ?? receivedMs);
  setFix(
    draft,
    numberIn(fields[old ? first + 3 : first]),
    fields[longitudeAt] ?? '',
    fields[longitudeAt + 1] ?? '',
  );
  const speedKph = numberIn(fields[speedAt]);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  const courseDegrees = numberIn(fields[speedAt + 1]);
  if (courseDegrees !== undefined) setCourse(draft, courseDegrees);
  const metres = numberIn(fields[speedAt + 2]);
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
    const empty = (fields[at - 2] ?? '') === '' && (fields[at - 3] ?? '') === '';
    if (empty && cellAt(fields, at, end)) {
      start = at - placeFields;
      break;
    }
  }
  const draft = draftAt(clockIn(fields[start + 6]) ?? sentMs ?? receivedMs);
  const after = readAppended(message, readNetwork(message, start + placeFields, draft), draft);
  return { start, after, draft };
}
