/**
 * All devices of the map, one column a property, one row a device. 100,000 of them live here and nowhere else in the
 * browser. A row keeps its number until the next snapshot replaces the whole, or until a device is removed: then the last
 * row takes its place.
 */

/** Row's status, as small numbers. */
export const statusCodes = Object.freeze({ online: 0, offline: 1, unknown: 2 });

/** Row's ignition: missing is missing, never off. */
export const ignitionCodes = Object.freeze({ missing: 0, off: 1, on: 2 });

export interface DeviceColumns {
  /** Rows in use; the arrays may be longer. */
  rowCount: number;
  ids: Int32Array;
  names: string[];
  uniqueIds: string[];
  categories: (string | null)[];
  /** Of the vehicle; '' for none. */
  plates: string[];
  models: string[];
  /** 0 for none. */
  groupIds: Int32Array;
  customerIds: Int32Array;
  positionIds: Float64Array;
  /** Milliseconds since 1970; −Infinity before the first position. */
  fixTimesMs: Float64Array;
  /** EPSG:3857 metres; NaN when the device never had a position. */
  xs: Float64Array;
  ys: Float64Array;
  /** Degrees clockwise from north; NaN when missing. */
  courses: Float32Array;
  /** Knots; NaN when missing. */
  speeds: Float32Array;
  statuses: Uint8Array;
  ignitions: Uint8Array;
  /** 1: an alarm of it waits for somebody. */
  sirens: Uint8Array;
  disabled: Uint8Array;
  /** When it last reported, ms since 1970; NaN when never. */
  receivedMs: Float64Array;
  /** Index into `deviceColours`. */
  colours: Uint8Array;
  readonly rowOfId: Map<number, number>;
}

export function createDeviceColumns(capacity: number): DeviceColumns {
  return {
    rowCount: 0,
    ids: new Int32Array(capacity),
    names: [],
    uniqueIds: [],
    categories: [],
    plates: [],
    models: [],
    groupIds: new Int32Array(capacity),
    customerIds: new Int32Array(capacity),
    positionIds: new Float64Array(capacity),
    fixTimesMs: new Float64Array(capacity),
    xs: new Float64Array(capacity),
    ys: new Float64Array(capacity),
    courses: new Float32Array(capacity),
    speeds: new Float32Array(capacity),
    statuses: new Uint8Array(capacity),
    ignitions: new Uint8Array(capacity),
    sirens: new Uint8Array(capacity),
    disabled: new Uint8Array(capacity),
    receivedMs: new Float64Array(capacity),
    colours: new Uint8Array(capacity),
    rowOfId: new Map(),
  };
}

export interface NewDevice {
  readonly id: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly category: string | null;
}

/** Adds a device that has no position yet and gives its row; the id must not be in the columns. */
export function addDevice(columns: DeviceColumns, device: NewDevice): number {
  const row = columns.rowCount;
  if (row === columns.ids.length) grow(columns);
  columns.rowCount = row + 1;
  columns.ids[row] = device.id;
  columns.names[row] = device.name;
  columns.uniqueIds[row] = device.uniqueId;
  columns.categories[row] = device.category;
  columns.plates[row] = '';
  columns.models[row] = '';
  columns.fixTimesMs[row] = Number.NEGATIVE_INFINITY;
  columns.xs[row] = Number.NaN;
  columns.ys[row] = Number.NaN;
  columns.courses[row] = Number.NaN;
  columns.speeds[row] = Number.NaN;
  columns.receivedMs[row] = Number.NaN;
  columns.statuses[row] = statusCodes.unknown;
  columns.rowOfId.set(device.id, row);
  return row;
}

/** Notes when a device spoke; an earlier time, and one that is none, change nothing. */
export function noteReceived(columns: DeviceColumns, row: number, receivedMs: number): void {
  const known = columns.receivedMs[row] ?? Number.NaN;
  if (receivedMs > known || (Number.isNaN(known) && !Number.isNaN(receivedMs)))
    columns.receivedMs[row] = receivedMs;
}

/** Takes a device out; the last row takes its place. An id that is not there changes nothing. */
export function removeDevice(columns: DeviceColumns, deviceId: number): void {
  const row = columns.rowOfId.get(deviceId);
  if (row === undefined) return;
  const last = columns.rowCount - 1;
  columns.rowOfId.delete(deviceId);
  if (row !== last) columns.rowOfId.set(columns.ids[last] ?? 0, row);
  for (const column of Object.values(columns)) {
    if (typeof column === 'number' || column instanceof Map) continue;
    column.copyWithin(row, last, last + 1);
    if (Array.isArray(column)) column.length = last;
    // the next device in this row starts from nothing
    else column[last] = 0;
  }
  columns.rowCount = last;
}

export function hasPosition(columns: DeviceColumns, row: number): boolean {
  return !Number.isNaN(columns.xs[row] ?? Number.NaN);
}

/** Rows by ascending device id: the order in which clusters are seeded, so that they never flicker. */
export function rowsInIdOrder(columns: DeviceColumns): Int32Array {
  const rows = new Int32Array(columns.rowCount);
  let sorted = true;
  for (let row = 0; row < rows.length; row++) {
    rows[row] = row;
    if (row > 0 && (columns.ids[row] ?? 0) < (columns.ids[row - 1] ?? 0)) sorted = false;
  }
  if (!sorted) rows.sort((a, b) => (columns.ids[a] ?? 0) - (columns.ids[b] ?? 0));
  return rows;
}

type NumberColumn = Int32Array | Float64Array | Float32Array | Uint8Array;

function grow(columns: DeviceColumns): void {
  const capacity = Math.max(64, columns.ids.length * 2);
  const larger = <Column extends NumberColumn>(column: Column, empty: Column): Column => {
    empty.set(column);
    return empty;
  };
  columns.ids = larger(columns.ids, new Int32Array(capacity));
  columns.groupIds = larger(columns.groupIds, new Int32Array(capacity));
  columns.customerIds = larger(columns.customerIds, new Int32Array(capacity));
  columns.positionIds = larger(columns.positionIds, new Float64Array(capacity));
  columns.fixTimesMs = larger(columns.fixTimesMs, new Float64Array(capacity));
  columns.xs = larger(columns.xs, new Float64Array(capacity));
  columns.ys = larger(columns.ys, new Float64Array(capacity));
  columns.courses = larger(columns.courses, new Float32Array(capacity));
  columns.speeds = larger(columns.speeds, new Float32Array(capacity));
  columns.statuses = larger(columns.statuses, new Uint8Array(capacity));
  columns.ignitions = larger(columns.ignitions, new Uint8Array(capacity));
  columns.sirens = larger(columns.sirens, new Uint8Array(capacity));
  columns.disabled = larger(columns.disabled, new Uint8Array(capacity));
  columns.receivedMs = larger(columns.receivedMs, new Float64Array(capacity));
  columns.colours = larger(columns.colours, new Uint8Array(capacity));
}
