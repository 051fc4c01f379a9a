import { deviceColours } from '@atalaia/domain/devices/device-status';
import type { MapDevice } from '../map-api.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';
import { type DeviceColumns, hasPosition } from './device-columns.ts';
import type { NameIndex } from './name-index.ts';

/** One row as the rest of the web reads it. */
export function deviceAt(columns: DeviceColumns, row: number): MapDevice {
  const positioned = hasPosition(columns, row);
  const fixTimeMs = columns.fixTimesMs[row] ?? Number.NaN;
  return {
    deviceId: columns.ids[row] ?? 0,
    name: columns.names[row] ?? '',
    uniqueId: columns.uniqueIds[row] ?? '',
    category: columns.categories[row] ?? null,
    colour: deviceColours[columns.colours[row] ?? 0] ?? 'unknown',
    siren: columns.sirens[row] === 1,
    latitude: positioned ? latitudeOf(columns.ys[row] ?? 0) : null,
    longitude: positioned ? longitudeOf(columns.xs[row] ?? 0) : null,
    course: orNull(columns.courses[row]),
    speedKnots: orNull(columns.speeds[row]),
    fixTimeMs: Number.isFinite(fixTimeMs) ? fixTimeMs : null,
  };
}

/** Devices by id in the order requested, the unknown left out. */
export function lookupDevices(columns: DeviceColumns, deviceIds: readonly number[]): MapDevice[] {
  const rows = deviceIds.map((id) => columns.rowOfId.get(id));
  return rows.filter((row) => row !== undefined).map((row) => deviceAt(columns, row));
}

/** Devices found by name or unique id, sorted by name, at most `limit`. */
export function searchDevices(
  columns: DeviceColumns,
  index: NameIndex,
  text: string,
  limit: number,
): MapDevice[] {
  if (text.trim() === '') return [];
  const matches = index.matcher(text);
  const found: MapDevice[] = [];
  for (const row of index.order) {
    if (found.length >= limit) break;
    if (matches(row)) found.push(deviceAt(columns, row));
  }
  return found;
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
