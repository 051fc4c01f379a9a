import { isMoving } from '@atalaia/domain/travel/plausible-speed';
import type { NetworkInfo, PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { GeofenceRule } from '../rules/geofence-rules.ts';
import { cleanJson } from '../steps/clean.ts';
import type { NormalPosition } from '../steps/normalise.ts';
import type { Travel } from '../steps/travel.ts';
import type { PositionEntry } from './entry.ts';
import type { PositionRow, Shape } from './rows.ts';

/** The row of a position, with what was counted (ING-06). */
export function positionRow(
  id: number,
  entry: PositionEntry,
  position: NormalPosition,
  attributes: PositionAttributes,
  travel: Travel | undefined,
  geofences: readonly Pick<GeofenceRule, 'id'>[],
): PositionRow {
  const { network } = entry.position;
  const { type, ignition, alarm, fuel } = attributes;
  const motion =
    travel?.motion ?? isMoving({ motionAttribute: attributes.motion, speedKnots: position.speedKnots });
  const row: PositionRow = {
    id,
    deviceId: entry.device.id,
    digest: entry.digest,
    protocol: entry.protocol,
    type: typeof type === 'string' ? type : null,
    receivedMs: entry.receivedMs,
    position,
    motion,
    ignition: typeof ignition === 'boolean' ? ignition : null,
    alarm: typeof alarm === 'string' ? alarm : null,
    fuel: typeof fuel === 'number' ? fuel : null,
    travel,
    networkJson: network ? cleanJson(network) : null,
    cellJson: network ? cellOf(network) : null,
    geofenceIdsJson: geofences.length > 0 ? `[${geofences.map(({ id }) => id).join()}]` : null,
    ...otherAttributes(attributes, travel),
  };
  return entry.isForwarded ? { ...row, isForwarded: true } : row;
}

/** As JSON without those that the row has in columns, which `positionJson` and `positionColumns` (modules/positions) join. */
export function otherAttributes(
  attributes: PositionAttributes,
  travel: Travel | undefined,
): Pick<PositionRow, 'attributesJson' | 'packed'> {
  const isApproximate = travel?.approximate === true;
  let shape: ShapeNode | undefined = noAttributes;
  let values = '';
  let json = '';
  let saysApproximate = false;
  for (const key in attributes) {
    let value = attributes[key];
    if (value === undefined || isColumn(key, value, travel !== undefined)) continue;
    if (isApproximate && key === 'approximate') {
      saysApproximate = true;
      value = true;
    }
    const part = partOf(nameOf(key), value);
    json = json === '' ? `{${part.slice(1)}` : json + part;
    shape &&= shapeWith(shape, key, value);
    if (shape) values += `|${value}`;
  }
  if (isApproximate && !saysApproximate) {
    const { yes } = nameOf('approximate');
    json = json === '' ? `{${yes.slice(1)}` : json + yes;
    shape &&= shapeWith(shape, 'approximate', true);
    values += '|true';
  }
  if (json === '') return { attributesJson: '{}', packed: undefined };
  const isShorter = json.length - values.length >= leastSpared;
  return { attributesJson: `${json}}`, packed: shape && isShorter ? { shape, values } : undefined };
}

/** A packed row has some fifteen bytes beside its values. */
const leastSpared = 24;

interface ShapeNode extends Shape {
  readonly texts: Map<string, ShapeNode>;
  readonly others: Map<string, ShapeNode>;
}

/**
 * Trackers send the names, so there are bounds. Where one sends others each time, all shapes are forgotten now and then, and
 * those that come again are made anew.
 */
const mostShapeBytes = 12_000_000;
/** Of one shape beside its template, about. */
const shapeBytes = 500;
/** Bytes: an entry of a unique index takes no more than a third of a page. */
const longestTemplate = 2_400;
let takenByShapes = 0;

const noAttributes: ShapeNode = { template: '', texts: new Map(), others: new Map() };

/** A text of nothing that JSON escapes, and no bar. */
const plainText = /^[\w .:,;+/*#@()=-]*$/;

/** By which single rows are looked for in the database: their rows say so as they are. */
const lookedFor: ReadonlySet<string> = new Set(['alarm', 'forwarded']);

function shapeWith(before: ShapeNode, key: string, value: string | number | boolean): ShapeNode | undefined {
  const isText = typeof value === 'string';
  if (isText && !plainText.test(value)) return undefined;
  const following = isText ? before.texts : before.others;
  const known = following.get(key);
  if (known) return known;
  if (lookedFor.has(key) || key.length > longestName) return undefined;
  const name = `${before.template === '' ? '' : ','}${JSON.stringify(key).replaceAll('%', '%%')}:`;
  // the first of the values is the number of the shape
  const place = before.template === '' ? '%2$s' : '%s';
  const template = `${before.template}${name}${isText ? `"${place}"` : place}`;
  if (Buffer.byteLength(template) > longestTemplate) return undefined;
  takenByShapes += shapeBytes + template.length;
  if (takenByShapes > mostShapeBytes) {
    noAttributes.texts.clear();
    noAttributes.others.clear();
    takenByShapes = 0;
  }
  const shape = { template, texts: new Map(), others: new Map() };
  following.set(key, shape);
  return shape;
}

/** A row's attributes as its column has them, by the numbers that shapes have there; without them no row is packed. */
export function storedAttributes(
  { packed, attributesJson }: Pick<PositionRow, 'packed' | 'attributesJson'>,
  numbers: Pick<WeakMap<Shape, number>, 'get'> | undefined,
): string {
  const number = (packed && numbers?.get(packed.shape)) ?? 0;
  if (packed && number > 0) return `{"":"${number}${packed.values}"}`;
  // no tracker's own attribute without a name looks like a packed row
  return attributesJson.startsWith('{"":') ? `{ ${attributesJson.slice(1)}` : attributesJson;
}

/** A single cell as its numbers alone; null for what is more than that. */
function cellOf({ cellTowers, radioType, wifiAccessPoints }: NetworkInfo): string | null {
  const [tower] = cellTowers ?? [];
  if (!tower || cellTowers?.length !== 1 || radioType !== undefined || wifiAccessPoints !== undefined)
    return null;
  const { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, signalStrength = 0 } = tower;
  // not finite when one of them is not
  if (!Number.isFinite(mobileCountryCode + mobileNetworkCode + locationAreaCode + cellId + signalStrength))
    return null;
  const numbers = `${mobileCountryCode},${mobileNetworkCode},${locationAreaCode},${cellId}`;
  return tower.signalStrength === undefined ? `[${numbers}]` : `[${numbers},${signalStrength}]`;
}

function isColumn(key: string, value: string | number | boolean, isCounted: boolean): boolean {
  switch (key) {
    case 'motion':
      return true;
    case 'type':
      return typeof value === 'string';
    case 'ignition':
      return typeof value === 'boolean';
    case 'distance':
    case 'totalDistance':
    case 'hours':
      return isCounted;
    default:
      return false;
  }
}

/** A key as JSON with a comma before it, alone and with values: most are the same from one position to the next. */
interface Name {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  lastValue: string | number | undefined;
  lastPart: string;
}

/** Of each key that came before; keys are what trackers send, so there are bounds. */
const names = new Map<string, Name>();
const mostNames = 10_000;
const longestName = 40;
const longestKept = 40;

function nameOf(key: string): Name {
  const known = names.get(key);
  if (known) return known;
  const text = `,${JSON.stringify(key)}:`;
  const name = { text, yes: `${text}true`, no: `${text}false`, lastValue: undefined, lastPart: '' };
  if (names.size < mostNames && key.length <= longestName) names.set(key, name);
  return name;
}

function partOf(name: Name, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? name.yes : name.no;
  if (value === name.lastValue) return name.lastPart;
  const part = name.text + (typeof value === 'string' ? JSON.stringify(value) : value);
  if (typeof value === 'string' && value.length > longestKept) return part;
  name.lastValue = value;
  name.lastPart = part;
  return part;
}

/** All attributes of a row as JSON; a row that was moved in from another system says all of them itself. */
export function attributesOf({ type, ignition, motion, travel, attributesJson }: PositionRow): string {
  if (attributesJson.startsWith('{"motion":')) return attributesJson;
  return (
    `{"motion":${motion}` +
    (type === null ? '' : `,"type":${JSON.stringify(type)}`) +
    (ignition === null ? '' : `,"ignition":${ignition}`) +
    (travel
      ? `,"distance":${travel.distanceMetres},"totalDistance":${travel.totalDistanceMetres},"hours":${travel.hoursMs}`
      : '') +
    (attributesJson === '{}' ? '}' : `,${attributesJson.slice(1)}`)
  );
}

/** Totals that ingest counts are attributes beside those that were sent, and go before them. */
export function countedOf(travel: Travel): PositionAttributes {
  const counted = {
    motion: travel.motion,
    distance: travel.distanceMetres,
    totalDistance: travel.totalDistanceMetres,
    hours: travel.hoursMs,
  };
  return travel.approximate ? { ...counted, approximate: true } : counted;
}

/**
 * The contract's Position as text, made once: `device_state` keeps it and the live channel sends it. Written out by
 * hand because its parts are numbers, times and texts that are JSON already.
 */
export function positionJson(row: PositionRow): string {
  const { position } = row;
  return (
    `{"id":${row.id},"deviceId":${row.deviceId},"protocol":"${row.protocol}",` +
    `"type":${row.type === null ? 'null' : JSON.stringify(row.type)},` +
    `"serverTime":"${isoInstant(row.receivedMs)}","deviceTime":"${isoInstant(position.deviceTimeMs)}",` +
    `"fixTime":"${isoInstant(position.fixTimeMs)}","outdated":${position.outdated},"valid":${position.valid},` +
    `"latitude":${position.latitude},"longitude":${position.longitude},"altitude":${position.altitude},` +
    `"speed":${position.speedKnots},"course":${position.course},"accuracy":${position.accuracy},` +
    `"address":null,"network":${row.networkJson ?? 'null'},"geofenceIds":${row.geofenceIdsJson ?? 'null'},` +
    `"attributes":${attributesOf(row)}}`
  );
}

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
/** The date of the day that was asked for last: most positions are of one day, or of two by turns. */
const days = [
  { day: Number.NaN, date: '' },
  { day: Number.NaN, date: '' },
];

/**
 * Instants that were asked for last, each in its place: a position's fix is at the time of its device, and what comes
 * together is received together. A prime, so that whole seconds do not share few of the places.
 */
const instants = 61;
const knownMs = new Float64Array(instants).fill(Number.NaN);
const knownTexts = Array.from({ length: instants }, () => '');

/** As `toISOString` gives it. */
export function isoInstant(timeMs: number): string {
  const place = timeMs >= 0 ? timeMs % instants : 0;
  if (knownMs[place] === timeMs) return knownTexts[place] ?? '';
  const text = instantText(timeMs);
  if (Number.isInteger(place)) {
    knownMs[place] = timeMs;
    knownTexts[place] = text;
  }
  return text;
}

function instantText(timeMs: number): string {
  const day = Math.floor(timeMs / dayMs);
  if (!Number.isInteger(timeMs)) return new Date(timeMs).toISOString();
  const place = days[day & 1];
  if (!place) return new Date(timeMs).toISOString();
  if (place.day !== day) {
    place.date = new Date(timeMs).toISOString().slice(0, -13);
    place.day = day;
  }
  const ofDay = timeMs - day * dayMs;
  const seconds = Math.floor(ofDay / 1000);
  const milliseconds = ofDay - seconds * 1000;
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const thousandths = milliseconds === 0 ? '000' : String(milliseconds).padStart(3, '0');
  return `${place.date}${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[second]}.${thousandths}Z`;
}
