import { deviceColours } from '@atalaia/domain/device-colour';
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

/** Devices by id in the order asked for, the unknown left out. */
export function lookupDevices(columns: DeviceColumns, deviceIds: readonly number[]): MapDevice[] {
  const rows = deviceIds.map((id) => columns.rowOfId.get(id));
  return rows.filter((row) => row !== undefined).map((row) => deviceAt(columns, row));
}

/** Devices whose name or unique id contains the text, accents and case apart; by name, at most `limit`. */
export function searchDevices(columns: DeviceColumns, text: string, limit: number): MapDevice[] {
  const wanted = folded(text.trim());
  if (wanted === '') return [];
  const rows: number[] = [];
  for (let row = 0; row < columns.rowCount; row++) {
    const fits =
      folded(columns.uniqueIds[row] ?? '').includes(wanted) ||
      folded(columns.names[row] ?? '').includes(wanted);
    if (fits) rows.push(row);
  }
  const byName = new Intl.Collator('pt-BR', { numeric: true }).compare;
  rows.sort((a, b) => byName(columns.names[a] ?? '', columns.names[b] ?? ''));
  return rows.slice(0, limit).map((row) => deviceAt(columns, row));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
