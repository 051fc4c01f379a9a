/** What each row writes into which column (migration 0001). */
import {
  type ArrayWriter,
  binaryArrays,
  bool,
  bytea,
  type ElementType,
  float4,
  float8,
  int4,
  int8,
  json,
  jsonb,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/copy/binary-array.ts';
import type { AnsweredRow, AsideRow, EventRow, OddRow, PositionRow, StateRow } from './rows.ts';

export const positionColumns: readonly Column<PositionRow>[] = [
  // the longest first: the message that takes the parameters grows to its length at once, and is not copied as often
  column('attributes', json, (row) => row.attributesJson),
  column('network', json, (row) => row.networkJson),
  column('id', int8, (row) => row.id),
  column('device_id', int4, (row) => row.deviceId),
  column('fix_time', timestamptz, (row) => row.position.fixTimeMs),
  column('digest', uuid, (row) => row.digest),
  column('device_time', timestamptz, (row) => row.position.deviceTimeMs),
  column('server_time', timestamptz, (row) => row.receivedMs),
  column('protocol', text, (row) => row.protocol),
  column('type', text, (row) => row.type),
  column('valid', bool, (row) => row.position.valid),
  column('outdated', bool, (row) => row.position.outdated),
  column('latitude', float8, (row) => row.position.latitude),
  column('longitude', float8, (row) => row.position.longitude),
  column('altitude', float4, (row) => row.position.altitude),
  column('speed', float4, (row) => row.position.speedKnots),
  column('course', float4, (row) => row.position.course),
  column('accuracy', float4, (row) => row.position.accuracy),
  column('ignition', bool, (row) => row.ignition),
  column('motion', bool, (row) => row.motion),
  column('distance', float8, (row) => row.travel?.distanceMetres ?? null),
  column('total_distance', float8, (row) => row.travel?.totalDistanceMetres ?? null),
  column('hours', int8, (row) => row.travel?.hoursMs ?? null),
  column('fuel', float4, (row) => row.fuel),
  column('geofence_ids', json, (row) => row.geofenceIdsJson),
];

const inLessRoom: readonly Column<PositionRow>[] = [
  column('network', json, (row) => row.cellJson ?? row.networkJson),
  column('device_time', timestamptz, ({ position: { deviceTimeMs, fixTimeMs } }) =>
    deviceTimeMs === fixTimeMs ? null : deviceTimeMs,
  ),
];

/** The same as only a release from migration 0212 on reads them. */
export const packedColumns = positionColumns.map(
  (plain) => inLessRoom.find(({ name }) => name === plain.name) ?? plain,
);

export const oddColumns: readonly Column<OddRow>[] = [
  column('id', int8, (row) => row.id),
  column('device_id', int4, (row) => row.deviceId),
  column('fix_time', timestamptz, (row) => row.fixTimeMs),
  column('digest', uuid, (row) => row.digest),
  column('server_time', timestamptz, (row) => row.receivedMs),
  column('reason', text, (row) => row.reason),
  column('content', jsonb, (row) => row.contentJson),
];

/** Of `refused_messages` (migration 0020). */
export const asideColumns: readonly Column<AsideRow>[] = [
  column('id', int8, (row) => row.id),
  column('device_id', int4, (row) => row.deviceId),
  column('digest', uuid, (row) => row.digest),
  column('server_time', timestamptz, (row) => row.receivedMs),
  column('protocol', text, (row) => row.protocol),
  column('kind', text, (row) => row.kind),
  column('error', text, (row) => row.error),
  column('frame', bytea, (row) => row.frame),
  column('content', text, (row) => row.content),
];

export const stateColumns: readonly Column<StateRow>[] = [
  column('device_id', int4, (row) => row.deviceId),
  column('status', text, (row) => row.status),
  column('last_update', timestamptz, (row) => row.lastUpdateMs),
  column('overdue_at', timestamptz, (row) => row.overdueMs),
  column('position_id', int8, (row) => row.newest?.id ?? null),
  column('fix_time', timestamptz, (row) => row.newest?.position.fixTimeMs ?? null),
  column('position', json, (row) => row.positionJson),
  column('latitude', float8, (row) => row.newest?.position.latitude ?? null),
  column('longitude', float8, (row) => row.newest?.position.longitude ?? null),
  column('course', float4, (row) => row.newest?.position.course ?? null),
  column('speed', float4, (row) => row.newest?.position.speedKnots ?? null),
  column('ignition', bool, (row) => row.newest?.ignition ?? null),
  column('alarm', text, (row) => row.newest?.alarm ?? null),
  column('siren_event_id', int8, (row) => row.sirenEventId),
  column('memory', json, (row) => row.memoryJson),
  column('version', int8, (row) => row.version),
  column('held_claim', int8, (row) => row.heldClaim),
  column('held_by', int8, (row) => row.heldBy),
];

export const eventColumns: readonly Column<EventRow>[] = [
  column('id', int8, (row) => row.id),
  column('device_id', int4, (row) => row.device.id),
  column('type', text, (row) => row.type),
  column('event_time', timestamptz, (row) => row.eventTimeMs),
  column('server_time', timestamptz, (row) => row.receivedMs),
  column('position_id', int8, (row) => row.positionId),
  column('geofence_id', int4, (row) => row.geofenceId),
  column('maintenance_id', int4, (row) => row.maintenanceId),
  column('attributes', jsonb, (row) => row.attributesJson),
];

/** Of `event_queue` (migration 0005) and `alarm_queue` (0029): what notifications and alarms are looked up for. */
export const queueColumns: readonly Column<EventRow>[] = [
  column('event_id', int8, (row) => row.id),
  column('device_id', int4, (row) => row.device.id),
];

/** Of `sent_commands`, named as the update knows them. */
export const answeredColumns: readonly Column<AnsweredRow>[] = [
  column('id', int4, (row) => row.commandId),
  column('answer', text, (row) => row.result),
  column('ended_at', timestamptz, (row) => row.receivedMs),
];

/** One column of a table and where its value comes from. */
interface Column<Row> {
  readonly name: string;
  readonly type: string;
  /** The column of all rows, as one parameter. */
  add(arrays: ArrayWriter, rows: readonly Row[]): void;
}

function column<Row, Value>(
  name: string,
  type: ElementType<Value>,
  from: (row: Row) => Value | null,
): Column<Row> {
  return { name, type: type.name, add: (arrays, rows) => arrays.add(type, rows, from) };
}

/** `INSERT INTO table (…) SELECT * FROM unnest($first::type[], …)`. */
export function insertOf<Row>(
  table: string,
  columns: readonly Column<Row>[],
  firstParameter: number,
): string {
  const names = columns.map(({ name }) => name).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arraysOf(columns, firstParameter)})`;
}

/** `unnest($first::type[], …) AS alias (name, …)`. */
export function rowsOf<Row>(alias: string, columns: readonly Column<Row>[], firstParameter: number): string {
  const names = columns.map(({ name }) => name).join(', ');
  return `unnest(${arraysOf(columns, firstParameter)}) AS ${alias} (${names})`;
}

function arraysOf<Row>(columns: readonly Column<Row>[], firstParameter: number): string {
  return columns.map(({ type }, index) => `$${firstParameter + index}::${type}[]`).join(', ');
}

/** The parameters of `insertOf`, in order. */
export function parametersOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer[] {
  return binaryArrays((arrays) => addColumns(arrays, columns, rows));
}

/** The same of several tables, into the parameters of one statement. */
export function addColumns<Row>(
  arrays: ArrayWriter,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  for (const column of columns) column.add(arrays, rows);
}
