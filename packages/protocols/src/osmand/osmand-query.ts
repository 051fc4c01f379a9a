/**
 * The query (or form) of the OsmAnd live-tracking protocol, as sent by the phone clients of the field:
 * `id|deviceid`, `timestamp`, `lat`, `lon` or `location=lat,lon`, `speed` (knots), `bearing|heading`, `altitude`,
 * `accuracy` (m), `hdop`, `batt` (%), `charge`, `valid`, `driverUniqueId`, `cell=mcc,mnc,lac,cid[,dBm]`,
 * `wifi=mac[,dBm]`; any other name is an attribute of the position.
 * Source: the OsmAnd plugin "Trip recording" (online tracking) and the public manual of its phone clients.
 */

import type { CellTower, NetworkInfo, WifiAccessPoint } from '../decoded-position.ts';
import {
  type AttributeDraft,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { withoutControls } from '../wire/byte-text.ts';
import { instantFromIso, isInstant, type Zone } from '../wire/tracker-clock.ts';

/** A number up to here counts seconds, a larger one milliseconds: as seconds it would be beyond the year 5000. */
const latestSeconds = 100_000_000_000;

/**
 * The instant of a `timestamp`, ms since 1970 UTC: seconds or milliseconds since 1970, ISO 8601, or a wall clock
 * (`yyyy-MM-dd HH:mm:ss`) of `zone`. Undefined when it is none.
 */
export function readTimestamp(value: string | number, zone: Zone): number | undefined {
  const text = String(value).trim();
  if (!/^\d{1,16}(\.\d+)?$/.test(text)) return instantFromIso(text, zone);
  const number = Number(text);
  const timeMs = Math.round(number < latestSeconds ? number * 1000 : number);
  return isInstant(timeMs) ? timeMs : undefined;
}

const fixed = new Set([
  'id',
  'deviceid',
  'timestamp',
  'lat',
  'lon',
  'location',
  'speed',
  'bearing',
  'heading',
  'altitude',
  'accuracy',
  'valid',
  'cell',
  'wifi',
]);

/** Names of the query that have another name, or a certain type, among the vocabulary's attributes. */
const renamed: Readonly<Record<string, string>> = { batt: 'batteryLevel' };
const textual = new Set([
  'driverUniqueId',
  'alarm',
  'event',
  'status',
  'iccid',
  'vin',
  'operator',
  'command',
]);

/** No phone sends more; the rest of an endless list is left out. */
export const maxAttributes = 64;

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
const longestDigits = 15;

/** A number or a boolean where the text is one; a long run of digits is an id and stays text. */
function typedValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (plainNumber.test(text) && text.replace(/\D/g, '').length <= longestDigits) return Number(text);
  return text;
}

function numberOf(text: string | null): number | undefined {
  return text !== null && plainNumber.test(text.trim()) ? Number(text) : undefined;
}

export function uniqueIdOf(query: URLSearchParams): string | undefined {
  return (query.get('id') ?? query.get('deviceid'))?.trim() || undefined;
}

/** The position a query reports; undefined when its timestamp is none. Without a place it is a report of state. */
export function readQuery(query: URLSearchParams, context: DecodeContext): PositionDraft | undefined {
  const timestamp = query.get('timestamp');
  const fixTimeMs = timestamp ? readTimestamp(timestamp, context.settings?.timezone) : context.receivedMs;
  if (fixTimeMs === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  readPlace(draft, query);
  const speed = numberOf(query.get('speed'));
  if (speed !== undefined) setSpeed(draft, speed);
  const course = numberOf(query.get('bearing') ?? query.get('heading'));
  if (course !== undefined) setCourse(draft, course);
  const altitude = numberOf(query.get('altitude'));
  if (altitude !== undefined) setAltitude(draft, altitude);
  const accuracy = numberOf(query.get('accuracy'));
  if (accuracy !== undefined && accuracy >= 0) draft.accuracy = accuracy;
  const network = readNetwork(query);
  if (network) draft.network = network;
  readAttributes(draft.attributes, query);
  setOddAlarmAside(draft.attributes);
  return draft;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u001f\u007f]/;

/** An alarm with control characters in its name or value is not that alarm; what it says is left as `rawAlarm`. */
export function setOddAlarmAside(attributes: AttributeDraft): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (withoutControls(key) !== 'alarm' || !controls.test(`${key}${value}`)) continue;
    delete attributes[key];
    const text = withoutControls(String(value));
    if (text !== '') attributes.rawAlarm = text;
  }
}

function readPlace(draft: PositionDraft, query: URLSearchParams): void {
  const [first, second] = query.get('location')?.split(',') ?? [];
  const latitude = numberOf(query.get('lat') ?? first ?? null);
  const longitude = numberOf(query.get('lon') ?? second ?? null);
  if (latitude === undefined || longitude === undefined) return;
  const valid = query.get('valid');
  setPlace(draft, latitude, longitude, valid === null || valid === '1' || valid.toLowerCase() === 'true');
}

function readAttributes(attributes: AttributeDraft, query: URLSearchParams): void {
  for (const [name, text] of query) {
    if (fixed.has(name) || name === '' || text === '') continue;
    if (Object.keys(attributes).length >= maxAttributes) return;
    const key = renamed[name] ?? name;
    if (name === 'charge') attributes[key] = text === '1' || text.toLowerCase() === 'true';
    else attributes[key] = textual.has(name) ? text : typedValue(text);
  }
}

function readNetwork(query: URLSearchParams): NetworkInfo | undefined {
  const cellTowers = query.getAll('cell').flatMap(readCell);
  const wifiAccessPoints = query.getAll('wifi').flatMap(readWifi);
  if (cellTowers.length + wifiAccessPoints.length === 0) return undefined;
  return {
    ...(cellTowers.length ? { cellTowers } : {}),
    ...(wifiAccessPoints.length ? { wifiAccessPoints } : {}),
  };
}

function readCell(text: string): CellTower[] {
  const [mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, signalStrength] = text
    .split(',')
    .map(Number);
  const tower = [mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId];
  if (!tower.every((part): part is number => part !== undefined && Number.isSafeInteger(part) && part >= 0))
    return [];
  const [country = 0, network = 0, area = 0, cell = 0] = tower;
  return [
    {
      mobileCountryCode: country,
      mobileNetworkCode: network,
      locationAreaCode: area,
      cellId: cell,
      ...signal(signalStrength),
    },
  ];
}

function readWifi(text: string): WifiAccessPoint[] {
  const [mac = '', strength] = text.split(',');
  const macAddress = mac.trim().replaceAll('-', ':').toLowerCase();
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(macAddress)) return [];
  return [{ macAddress, ...signal(strength === undefined ? undefined : Number(strength)) }];
}

function signal(signalStrength: number | undefined): { signalStrength?: number } {
  return signalStrength !== undefined && signalStrength < 0 ? { signalStrength } : {};
}
