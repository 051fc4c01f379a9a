import type { Position } from '@atalaia/contract/devices/position';
import { isPlace } from '@atalaia/domain/geo/geometry';
import { type OrderedFix, takesPlace } from '@atalaia/domain/travel/fix-order';
import { mercatorX, mercatorY } from '../mercator.ts';
import { type DeviceColumns, noteReceived } from './device-columns.ts';
import { ignitionCodeOf, recolour } from './row-colour.ts';

/** Positions of one frame on their way into the worker, as columns whose buffers are handed over and not copied. */
export interface PositionBatch {
  readonly deviceIds: Int32Array<ArrayBuffer>;
  readonly positionIds: Float64Array<ArrayBuffer>;
  readonly fixTimesMs: Float64Array<ArrayBuffer>;
  /** When the server had it, ms since 1970. */
  readonly receivedMs: Float64Array<ArrayBuffer>;
  readonly xs: Float64Array<ArrayBuffer>;
  readonly ys: Float64Array<ArrayBuffer>;
  readonly courses: Float32Array<ArrayBuffer>;
  readonly speeds: Float32Array<ArrayBuffer>;
  readonly ignitions: Uint8Array<ArrayBuffer>;
}

export function packPositions(positions: readonly Position[]): PositionBatch {
  const length = positions.length;
  const batch: PositionBatch = {
    deviceIds: new Int32Array(length),
    positionIds: new Float64Array(length),
    fixTimesMs: new Float64Array(length),
    receivedMs: new Float64Array(length),
    xs: new Float64Array(length),
    ys: new Float64Array(length),
    courses: new Float32Array(length),
    speeds: new Float32Array(length),
    ignitions: new Uint8Array(length),
  };
  positions.forEach((position, entry) => {
    const onEarth = isPlace(position);
    batch.deviceIds[entry] = position.deviceId;
    batch.positionIds[entry] = position.id;
    batch.fixTimesMs[entry] = Date.parse(position.fixTime);
    batch.receivedMs[entry] = Date.parse(position.serverTime);
    batch.xs[entry] = onEarth ? mercatorX(position.longitude) : Number.NaN;
    batch.ys[entry] = onEarth ? mercatorY(position.latitude) : Number.NaN;
    batch.courses[entry] = position.course;
    batch.speeds[entry] = position.speed;
    batch.ignitions[entry] = ignitionCodeOf(position.attributes.ignition);
  });
  return batch;
}

/** The buffers to hand over with a batch. */
export function buffersOf(batch: PositionBatch): ArrayBuffer[] {
  return Object.values(batch).map((column: PositionBatch[keyof PositionBatch]) => column.buffer);
}

export type OnMove = (row: number, x: number, y: number) => void;

/**
 * Puts a batch into the columns. A position replaces the row's by `takesPlace`: so a resend, a late buffered position and a snapshot that crossed with it on the way never move a vehicle back. Positions of unknown devices
 * and places off the earth are left out. `onMove` hears of each row that changes, while it still has its old place, and
 * of the new one.
 */
export function applyPositions(
  columns: DeviceColumns,
  batch: PositionBatch,
  onMove: OnMove = () => {},
): void {
  for (let entry = 0; entry < batch.deviceIds.length; entry++) {
    const row = columns.rowOfId.get(batch.deviceIds[entry] ?? 0);
    if (row === undefined || Number.isNaN(batch.xs[entry]) || !isNewer(columns, row, batch, entry)) continue;
    onMove(row, batch.xs[entry] ?? Number.NaN, batch.ys[entry] ?? Number.NaN);
    copyEntry(columns, row, batch, entry);
    noteReceived(columns, row, batch.receivedMs[entry] ?? Number.NaN);
    recolour(columns, row);
  }
}

function isNewer(columns: DeviceColumns, row: number, batch: PositionBatch, entry: number): boolean {
  return takesPlace(orderOf(batch, entry), orderOf(columns, row));
}

/** What a device sent last counts as the receipt of its position: where it sent nothing since, it is. */
function orderOf(
  { positionIds, fixTimesMs, receivedMs }: Pick<DeviceColumns, 'positionIds' | 'fixTimesMs' | 'receivedMs'>,
  index: number,
): OrderedFix {
  return {
    positionId: positionIds[index] ?? 0,
    fixTimeMs: fixTimesMs[index] ?? Number.NaN,
    receivedMs: receivedMs[index] ?? Number.NaN,
  };
}

function copyEntry(columns: DeviceColumns, row: number, batch: PositionBatch, entry: number): void {
  columns.positionIds[row] = batch.positionIds[entry] ?? 0;
  columns.fixTimesMs[row] = batch.fixTimesMs[entry] ?? 0;
  columns.xs[row] = batch.xs[entry] ?? Number.NaN;
  columns.ys[row] = batch.ys[entry] ?? Number.NaN;
  columns.courses[row] = batch.courses[entry] ?? Number.NaN;
  columns.speeds[row] = batch.speeds[entry] ?? Number.NaN;
  columns.ignitions[row] = batch.ignitions[entry] ?? 0;
}
