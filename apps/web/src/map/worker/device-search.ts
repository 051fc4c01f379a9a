import { deviceColours } from '@atalaia/domain/devices/device-status';
import { createSearch, foldText, searchIndexText } from '@atalaia/domain/units/search-text';
import type { MapDevice } from '../map-api.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';
import { type DeviceColumns, hasPosition } from './device-columns.ts';

/** One row as the rest of the web reads it. */
export function deviceAt(columns: DeviceColumns, row: number): MapDevice {
  const positioned = hasPosition(columns, row);
  const fixTimeMs = columns.fixTimesMs[row] ?? Number.NaN;
  return {
    deviceId: columns.ids[row] ?? 0,
    name: columns.names[row] ?? '',
    uniqueId: columns.uniqueIds[row] ?? '',
    plate: columns.plates[row] ?? '',
    vehicleModel: columns.models[row] ?? '',
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

/** Devices found by name, unique id, plate or model, sorted by name, at most `limit`. */
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

/** Names, unique ids, plates and models as they are searched and sorted, made once for many searches. */
export interface NameIndex {
  /** Rows by name. */
  readonly order: Int32Array;
  /** A test of rows by what names them, as lists search (SHELL-02). Blanks find nothing. */
  matcher(query: string): (row: number) => boolean;
}

/** 100,000 names take some 300 ms: made when a list is first requested, and again only after a name changed. */
export function createNameIndex({ rowCount, names, uniqueIds, plates, models }: DeviceColumns): NameIndex {
  const foldedNames = names.map(foldText);
  const indexTexts = foldedNames.map((name, row) =>
    searchIndexText([name, uniqueIds[row], plates[row], models[row]]),
  );
  const order = Int32Array.from({ length: rowCount }, (_, row) => row);
  // In groups by a plain comparison of folded names; digits by their value, so that "Van 2" comes before "Van 10".
  const keys = foldedNames.map((name) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0')));
  order.sort((a, b) => {
    const [one, other] = [keys[a] ?? '', keys[b] ?? ''];
    return one === other ? a - b : one < other ? -1 : 1;
  });
  return {
    order,
    matcher(query) {
      const matches = createSearch(query);
      return (row) => matches(indexTexts[row] ?? '');
    },
  };
}
