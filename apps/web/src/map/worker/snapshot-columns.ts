import { isPlace } from '@atalaia/domain/geo/geometry';
import { mercatorX, mercatorY } from '../mercator.ts';
import { addDevice, createDeviceColumns, type DeviceColumns } from './device-columns.ts';
import { ignitionCodeOf, recolour, statusCodeOf } from './row-colour.ts';

/** Columns of `liveSnapshotSchema` that the map reads. The schema itself would cost seconds at 100,000 rows. */
const columnNames = [
  'deviceId',
  'name',
  'uniqueId',
  'category',
  'plate',
  'vehicleModel',
  'groupId',
  'customerId',
  'status',
  'disabled',
  'lastUpdateMs',
  'positionId',
  'fixTimeMs',
  'latitude',
  'longitude',
  'course',
  'speedKnots',
  'ignition',
  'siren',
] as const;

type SnapshotColumns = Record<(typeof columnNames)[number], readonly unknown[]>;

export type SnapshotResult =
  | { readonly ok: true; readonly columns: DeviceColumns }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the bytes of `GET live/snapshot`. What is no snapshot (no JSON, a column missing or of another length) is refused
 * as a whole with the reason. A single bad value costs only its own device: without a whole, positive id the row is left
 * out, a place off the earth is no position, any other odd value is missing.
 */
export function readSnapshot(bytes: ArrayBuffer): SnapshotResult {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  const problem = problemOf(parsed);
  if (problem) return { ok: false, reason: problem };
  const source = parsed as SnapshotColumns;
  const columns = createDeviceColumns(source.deviceId.length);
  for (let entry = 0; entry < source.deviceId.length; entry++) addEntry(columns, source, entry);
  return { ok: true, columns };
}

function problemOf(parsed: unknown): string | null {
  if (typeof parsed !== 'object' || parsed === null) return 'the snapshot is no object';
  const record = parsed as Record<string, unknown>;
  const deviceIds = record.deviceId;
  if (!Array.isArray(deviceIds)) return 'the column deviceId is missing';
  for (const name of columnNames) {
    const column = record[name];
    if (!Array.isArray(column)) return `the column ${name} is missing`;
    if (column.length !== deviceIds.length) {
      return `the column ${name} has ${column.length} entries instead of ${deviceIds.length}`;
    }
  }
  return null;
}

function addEntry(columns: DeviceColumns, source: SnapshotColumns, entry: number): void {
  const id = source.deviceId[entry];
  if (!isRowId(id) || columns.rowOfId.has(id)) return;
  const row = addDevice(columns, {
    id,
    name: textOf(source.name[entry]),
    uniqueId: textOf(source.uniqueId[entry]),
    category: textOf(source.category[entry]) || null,
  });
  columns.plates[row] = textOf(source.plate[entry]);
  columns.models[row] = textOf(source.vehicleModel[entry]);
  columns.groupIds[row] = numberOf(source.groupId[entry]) || 0;
  columns.customerIds[row] = numberOf(source.customerId[entry]) || 0;
  columns.statuses[row] = statusCodeOf(source.status[entry]);
  columns.ignitions[row] = ignitionCodeOf(source.ignition[entry]);
  columns.sirens[row] = source.siren[entry] === true ? 1 : 0;
  columns.disabled[row] = source.disabled[entry] === true ? 1 : 0;
  columns.receivedMs[row] = numberOf(source.lastUpdateMs[entry]);
  recolour(columns, row);

  const latitude = numberOf(source.latitude[entry]);
  const longitude = numberOf(source.longitude[entry]);
  if (!isPlace({ latitude, longitude })) return;
  columns.xs[row] = mercatorX(longitude);
  columns.ys[row] = mercatorY(latitude);
  columns.courses[row] = numberOf(source.course[entry]);
  columns.speeds[row] = numberOf(source.speedKnots[entry]);
  columns.positionIds[row] = numberOf(source.positionId[entry]) || 0;
  const fixTimeMs = numberOf(source.fixTimeMs[entry]);
  columns.fixTimesMs[row] = Number.isNaN(fixTimeMs) ? Number.NEGATIVE_INFINITY : fixTimeMs;
}

/** Ids are whole numbers of 32 bits (`idSchema`); the columns hold no others. */
function isRowId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
