/**
 * The JSON body of the current phone clients: `{ device_id, location: { timestamp, coords: { latitude, longitude,
 * accuracy (m), speed (m/s, −1 unknown), heading (−1 unknown), altitude (m) }, is_moving, odometer (m), event,
 * battery: { level 0–1, is_charging }, activity: { type }, extras } }`; `location` may be a list, or its content is
 * beside the id.
 * Source: the public documentation of the background-geolocation library those clients are built on.
 */

import { knotsFromMps } from '@atalaia/domain/units/units';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { maxAttributes, readTimestamp, setOddAlarmAside } from './osmand-query.ts';

type Json = Readonly<Record<string, unknown>>;

interface JsonReport {
  readonly uniqueId: string | undefined;
  readonly drafts: readonly PositionDraft[];
}

function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * What the body reports, each location in its order; undefined when it is no such JSON. `queryId` is whom the address names,
 * for clients whose body does not.
 */
export function readJson(
  text: string,
  context: DecodeContext,
  queryId: string | undefined,
): JsonReport | undefined {
  let body: Json;
  try {
    body = objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
  const id = body.device_id ?? body.deviceId ?? body.deviceid ?? body.id ?? queryId;
  const uniqueId = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  if (uniqueId === '') return { uniqueId: undefined, drafts: [] };
  const stated = body.location ?? (body.coords === undefined ? undefined : body);
  const locations: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  const drafts = locations.map((location) => readLocation(objectIn(location), context));
  return drafts.every((draft) => draft !== undefined) ? { uniqueId, drafts } : undefined;
}

function readLocation(location: Json, context: DecodeContext): PositionDraft | undefined {
  if (Object.keys(location).length === 0) return undefined;
  const timestamp = location.timestamp;
  const isStated = typeof timestamp === 'string' || typeof timestamp === 'number';
  const fixTimeMs = isStated ? readTimestamp(timestamp, context.settings?.timezone) : context.receivedMs;
  if (fixTimeMs === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  readCoords(draft, objectIn(location.coords));
  readState(draft, location);
  return draft;
}

function readCoords(draft: PositionDraft, coords: Json): void {
  const latitude = finite(coords.latitude);
  const longitude = finite(coords.longitude);
  if (latitude !== undefined && longitude !== undefined) setPlace(draft, latitude, longitude, true);
  const speedMps = finite(coords.speed);
  if (speedMps !== undefined) setSpeed(draft, knotsFromMps(speedMps));
  const heading = finite(coords.heading);
  if (heading !== undefined) setCourse(draft, heading);
  const altitude = finite(coords.altitude);
  if (altitude !== undefined) setAltitude(draft, altitude);
  const accuracy = finite(coords.accuracy);
  if (accuracy !== undefined && accuracy >= 0) draft.accuracy = accuracy;
}

function readState({ attributes }: PositionDraft, location: Json): void {
  for (const [key, value] of Object.entries(objectIn(location.extras)).slice(0, maxAttributes)) {
    if (['string', 'number', 'boolean'].includes(typeof value))
      attributes[key] = value as string | number | boolean;
  }
  setOddAlarmAside(attributes);
  if (typeof location.is_moving === 'boolean') attributes.motion = location.is_moving;
  const odometer = finite(location.odometer);
  if (odometer !== undefined && odometer >= 0) attributes.odometer = odometer;
  if (typeof location.event === 'string' && location.event !== '') attributes.event = location.event;
  const battery = objectIn(location.battery);
  const level = finite(battery.level);
  if (level !== undefined && level >= 0 && level <= 1)
    attributes.batteryLevel = Math.round(level * 10_000) / 100;
  if (typeof battery.is_charging === 'boolean') attributes.charge = battery.is_charging;
  const activity = objectIn(location.activity).type;
  if (typeof activity === 'string' && activity !== '') attributes.activity = activity;
}
