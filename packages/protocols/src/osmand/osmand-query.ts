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
import { areDigits, numberIn } from '../wire/field-text.ts';
import { instantFromIso, isInstant, type Zone } from '../wire/tracker-clock.ts';

/** The names and values of a query or a form, each name as often as it was sent. */
export class Query {
  readonly #names: string[] = [];
  readonly #values: string[] = [];

  /** Adds what a text says, decoded. */
  add(text: string): void {
    if (/[%+]|^\?/.test(text)) {
      for (const [name, value] of new URLSearchParams(text)) this.#push(name, value);
      return;
    }
    for (let start = 0; start < text.length; ) {
      const found = text.indexOf('&', start);
      const end = found < 0 ? text.length : found;
      const sign = text.indexOf('=', start);
      if (sign >= 0 && sign < end) this.#push(text.slice(start, sign), text.slice(sign + 1, end));
      else if (end > start) this.#push(text.slice(start, end), '');
      start = end + 1;
    }
  }

  #push(name: string, value: string): void {
    this.#names.push(name);
    this.#values.push(value);
  }

  /** The first value of a name. */
  get(name: string): string | undefined {
    const at = this.#names.indexOf(name);
    return at < 0 ? undefined : this.#values[at];
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  getAll(name: string): string[] {
    return this.#values.filter((_value, at) => this.#names[at] === name);
  }

  forEach(visit: (name: string, value: string) => void): void {
    for (let at = 0; at < this.#names.length; at += 1) visit(this.#names[at] ?? '', this.#values[at] ?? '');
  }
}

/** A number up to here counts seconds, a larger one milliseconds: as seconds it would be beyond the year 5000. */
const latestSeconds = 100_000_000_000;

/**
 * The instant of a `timestamp`, ms since 1970 UTC: seconds or milliseconds since 1970, ISO 8601, or a wall clock
 * (`yyyy-MM-dd HH:mm:ss`) of `zone`. Undefined when it is none.
 */
export function readTimestamp(value: string | number, zone: Zone): number | undefined {
  const text = String(value).trim();
  const isWhole = text.length <= 16 && areDigits(text, 0, text.length);
  if (!isWhole && !/^\d{1,16}(\.\d+)?$/.test(text)) return instantFromIso(text, zone);
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
const renamed: ReadonlyMap<string, string> = new Map([['batt', 'batteryLevel']]);
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
  const plain = text.length <= longestDigits ? numberIn(text) : undefined;
  if (plain !== undefined && text.trim() === text) return plain;
  if (plainNumber.test(text) && text.replace(/\D/g, '').length <= longestDigits) return Number(text);
  return text;
}

function numberOf(text: string | undefined): number | undefined {
  const plain = numberIn(text);
  if (plain !== undefined) return plain;
  return text !== undefined && plainNumber.test(text.trim()) ? Number(text) : undefined;
}

export function uniqueIdOf(query: Query): string | undefined {
  return (query.get('id') ?? query.get('deviceid'))?.trim() || undefined;
}

/** The position a query reports; undefined when its timestamp is none. Without a place it is a report of state. */
export function readQuery(query: Query, context: DecodeContext): PositionDraft | undefined {
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
  for (const key in attributes) {
    if (!key.includes('alarm') || withoutControls(key) !== 'alarm') continue;
    const value = attributes[key];
    if (!controls.test(`${key}${value}`)) continue;
    delete attributes[key];
    const text = withoutControls(String(value));
    if (text !== '') attributes.rawAlarm = text;
  }
}

function readPlace(draft: PositionDraft, query: Query): void {
  const [first, second] = query.get('location')?.split(',') ?? [];
  const latitude = numberOf(query.get('lat') ?? first);
  const longitude = numberOf(query.get('lon') ?? second);
  if (latitude === undefined || longitude === undefined) return;
  const valid = query.get('valid');
  setPlace(
    draft,
    latitude,
    longitude,
    valid === undefined || valid === '1' || valid.toLowerCase() === 'true',
  );
}

function readAttributes(attributes: AttributeDraft, query: Query): void {
  let count = 0;
  query.forEach((name, text) => {
    if (fixed.has(name) || name === '' || text === '' || count >= maxAttributes) return;
    const key = renamed.get(name) ?? name;
    if (!Object.hasOwn(attributes, key)) count += 1;
    if (name === 'charge') attributes[key] = text === '1' || text.toLowerCase() === 'true';
    else attributes[key] = textual.has(name) ? text : typedValue(text);
  });
}

function readNetwork(query: Query): NetworkInfo | undefined {
  if (!query.has('cell') && !query.has('wifi')) return undefined;
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
