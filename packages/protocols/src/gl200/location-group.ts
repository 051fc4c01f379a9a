/**
 * The place in a text message, wherever it stands, once or up to fifteen times:
 *
 *     accuracy | km/h | course | metres | longitude | latitude | UTC time | [count | points…] | country | network |
 *     area (hexadecimal) | cell (hexadecimal) | append mask, or mileage, or reserved | [appended fields]
 *
 * What stands before it differs by message and model, so it is found by longitude, latitude and time; where it is empty, by
 * the cell behind it. Accuracy is HDOP, 0 for no fix: the place is then the last known one. Wi-Fi points are address,
 * dBm and three reserved fields each. The append mask names fields behind it: bit 0 satellites, 1 trigger, 4 jamming.
 * GL100 and GT300 have the accuracy between altitude and longitude.
 * Source: GV300 0.7 and GL300 1.02, 3.3.1; append mask of GV310LAU; Wi-Fi of GL533.
 */
import { knotsFromKph } from '@atalaia/domain/units';
import type { CellTower, NetworkInfo, WifiAccessPoint } from '../decoded-position.ts';
import { hexIn, integerIn, numberIn } from '../field-text.ts';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
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
const degrees = /^-?\d{1,3}\.\d{5,7}$/;
const macAddress = /^[0-9A-Fa-f]{12}$/;
const countryCode = /^0?\d{3}$/;
const networkCode = /^\d{2,4}$/;
const appendMask = /^[01][0-9A-Fa-f]$/;

function isDegrees(field: string | undefined): field is string {
  if (field === undefined || field.length < 7) return false;
  const point = field.indexOf('.');
  return point > 0 && field.length - point > 5 && degrees.test(field);
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
  if (at + 4 > end || !countryCode.test(country) || !networkCode.test(network)) return undefined;
  const locationAreaCode = hexIn(fields[at + 2]);
  const cellId = hexIn(fields[at + 3]);
  const mobileCountryCode = Number(country);
  if (!cellId || locationAreaCode === undefined || mobileCountryCode === 0) return undefined;
  return { mobileCountryCode, mobileNetworkCode: Number(network), locationAreaCode, cellId };
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
  if (!appendMask.test(field)) return at;
  let next = at + 1;
  for (let mask = Number.parseInt(field, 16), bit = 0; mask > 0; mask >>= 1, bit += 1) {
    if ((mask & 1) === 0) continue;
    const satellites = bit === 0 && next < end ? integerIn(fields[next]) : undefined;
    if (satellites !== undefined && satellites <= 100) attributes.sat = satellites;
    next += 1;
  }
  return Math.min(next, end);
}

function setFix(draft: PositionDraft, hdop: number | undefined, longitude: string, latitude: string): void {
  const fixed = hdop === undefined || hdop > 0;
  setPlace(draft, Number(latitude), Number(longitude), fixed);
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
