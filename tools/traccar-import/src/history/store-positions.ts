import { cleanAttributes, cleanJson } from '@atalaia/server/src/ingest/steps/clean.ts';
import { earliestFixMs, type NormalPosition } from '@atalaia/server/src/ingest/steps/normalise.ts';
import { positionJson } from '@atalaia/server/src/ingest/writer/position-row.ts';
import type { PositionRow } from '@atalaia/server/src/ingest/writer/rows.ts';
import { insertOf, parametersOf, positionColumns, rowsOf } from '@atalaia/server/src/ingest/writer/tables.ts';
import { changedHoursOf } from '@atalaia/server/src/platform/db/changed-hours.ts';
import { flag, parsed } from '../registry/objects.ts';
import type { SourceRow } from '../source/source.ts';
import type { PieceParts, PreparedRows } from './piece.ts';
import { digestOf, instantOf } from './source-values.ts';

/** As ingest stores a late position: reports count its hour anew, a backup takes its day again. */
const insertPositions = `
  WITH stored AS (
    ${insertOf('positions', positionColumns, 1)} ON CONFLICT DO NOTHING RETURNING device_id, fix_time, server_time
  ), marked AS (
    INSERT INTO dirty_hours (device_id, hour)
    SELECT DISTINCT device_id, date_trunc('hour', fix_time, 'UTC') FROM stored WHERE fix_time < hours_settled_at(now())
    ON CONFLICT DO NOTHING
  ), late AS (
    ${changedHoursOf('stored')}
  )
  SELECT count(*)::int AS count FROM stored`;

/**
 * The last place of a device that never had one here, and the totals that it counts on from. A device that reports here
 * already keeps what it has. The version fences ingest, which reads the state anew.
 */
const writePlaces = `
  INSERT INTO device_state AS state
    (device_id, position_id, fix_time, position, latitude, longitude, course, speed, ignition, last_update, memory, version)
  SELECT * FROM unnest($1::int4[], $2::int8[], $3::timestamptz[], $4::json[], $5::float8[], $6::float8[],
    $7::float4[], $8::float4[], $9::bool[], $10::timestamptz[], $11::json[], $12::int8[])
  ON CONFLICT (device_id) DO UPDATE SET
    position_id = excluded.position_id, fix_time = excluded.fix_time, position = excluded.position,
    latitude = excluded.latitude, longitude = excluded.longitude, course = excluded.course, speed = excluded.speed,
    ignition = excluded.ignition, last_update = greatest(state.last_update, excluded.last_update),
    memory = excluded.memory, version = state.version + 1, tx = pg_current_xact_id()
  WHERE state.position_id IS NULL OR (
    state.fix_time < excluded.fix_time AND (state.memory ->> 'moved')::bigint = state.position_id
  )`;

/** What was stored before has the number that it got then. */
const keyColumns = positionColumns.filter(({ name }) => ['device_id', 'fix_time', 'digest'].includes(name));
const readNumbers = `
  SELECT device_id, id FROM positions
  JOIN ${rowsOf('newest', keyColumns, 1)} USING (device_id, fix_time, digest)`;

/** Of a fix of tomorrow nothing is known: its zone is wrong, or its tracker's clock. */
const aheadMs = 86_400_000;

/** A position until its piece is stored: only then has it a number. */
type UnnumberedRow = Omit<PositionRow, 'id'>;

export function preparePositions(parts: PieceParts, rows: readonly SourceRow[]): PreparedRows {
  const { report } = parts;
  const nowMs = Date.now();
  const ready: UnnumberedRow[] = [];
  for (const row of rows) {
    const position = positionOf(parts, row);
    const { fixTimeMs, latitude, longitude } = position.position;
    const isReal = fixTimeMs >= earliestFixMs && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (isReal && fixTimeMs <= nowMs + aheadMs) ready.push(position);
    else {
      report.count('positions', 'refused');
      report.say(
        'position',
        String(row.id),
        isReal ? `its time ${row.fixtime} is ahead: see --timezone` : 'has no time or place that can be',
      );
    }
  }
  return { ready: ready.length, store: () => storePositions(parts, ready) };
}

async function storePositions(
  { client, newest, numbers, report }: PieceParts,
  unnumbered: readonly UnnumberedRow[],
): Promise<void> {
  if (unnumbered.length === 0) return;
  const ready: PositionRow[] = unnumbered.map((row) => ({ ...row, id: numbers.take() }));
  const { rows: counts } = await client.query<{ count: number }>({
    name: 'import-positions',
    text: insertPositions,
    values: parametersOf(positionColumns, ready),
  });
  const stored = counts[0]?.count ?? 0;
  report.count('positions', 'new', stored);
  report.count('positions', 'there', ready.length - stored);
  for (const row of ready) {
    const before = newest.get(row.deviceId);
    if (!before || row.position.fixTimeMs >= before.position.fixTimeMs) newest.set(row.deviceId, row);
  }
}

/** The newest of what was stored become places, where theirs is older. */
export async function placeDevices({ client, newest }: PieceParts): Promise<void> {
  if (newest.size === 0) return;
  const stored = await client.query<{ device_id: number; id: string }>({
    name: 'import-numbers',
    text: readNumbers,
    values: parametersOf(keyColumns, [...newest.values()]),
  });
  const numbers = new Map(stored.rows.map(({ device_id, id }) => [device_id, Number(id)]));
  const places = [...newest.values()].map((row) => ({ ...row, id: numbers.get(row.deviceId) ?? row.id }));
  await client.query({ name: 'import-places', text: writePlaces, values: placesOf(places) });
  newest.clear();
}

function positionOf({ source, known, zone }: PieceParts, row: SourceRow): UnnumberedRow {
  const { network, ...rest } = { ...parsed(row.attributes), network: parsed(row.network) };
  const attributes = cleanAttributes(flat(rest));
  const finite = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);
  const number = (key: string) => (typeof attributes[key] === 'number' ? attributes[key] : undefined);
  const valid = flag(row.valid);
  const fixTimeMs = instantOf(row.fixtime, zone);
  const deviceTimeMs = instantOf(row.devicetime, zone);
  const receivedMs = instantOf(row.servertime, zone);
  const position: NormalPosition = {
    fixTimeMs,
    deviceTimeMs: Number.isNaN(deviceTimeMs) ? fixTimeMs : deviceTimeMs,
    valid,
    outdated: false,
    corrected: false,
    latitude: Number(row.latitude),
    longitude: Number(row.longitude),
    altitude: finite(row.altitude),
    speedKnots: finite(row.speed),
    course: finite(row.course),
    accuracy: finite(row.accuracy),
    hasFix: valid,
    placed: true,
    late: true,
  };
  const geofences = listOf(row.geofenceids).flatMap((id) => known.find('geofence', id) ?? []);
  const { type, ignition, alarm, motion } = attributes;
  return {
    deviceId: known.find('device', row.deviceid) as number,
    digest: digestOf(source.name, row.id),
    protocol: /^[\w-]{1,64}$/.exec(String(row.protocol))?.[0] ?? 'traccar',
    type: typeof type === 'string' ? type : null,
    receivedMs: Number.isNaN(receivedMs) ? fixTimeMs : receivedMs,
    position,
    travel: {
      distanceMetres: number('distance') ?? 0,
      totalDistanceMetres: number('totalDistance') ?? 0,
      hoursMs: number('hours') ?? 0,
      motion: motion === true,
      ignition: typeof ignition === 'boolean' ? ignition : undefined,
      approximate: false,
    },
    motion: motion === true,
    ignition: typeof ignition === 'boolean' ? ignition : null,
    alarm: typeof alarm === 'string' ? alarm : null,
    fuel: number('fuel') ?? null,
    networkJson: network ? cleanJson(network) : null,
    geofenceIdsJson: geofences.length > 0 ? JSON.stringify(geofences) : null,
    // with `motion` there the row is read as it stands, so that nothing appears which the other system did not say
    attributesJson: JSON.stringify({ motion: motion === true, ...attributes }),
  };
}

/** Attributes are plain values here; a list or an object there is kept as its JSON. */
const flat = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  ) as Record<string, string | number | boolean>;

/** The list of a column; none where its JSON is damaged. */
function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  const list = parsed(`{"list":${value}}`)?.list;
  return Array.isArray(list) ? list : [];
}

function placesOf(newest: readonly PositionRow[]): unknown[] {
  // in the order of the ids, as ingest locks them
  const places = newest.toSorted((one, other) => one.deviceId - other.deviceId);
  const instant = (ms: number) => new Date(ms).toISOString();
  return [
    places.map(({ deviceId }) => deviceId),
    places.map(({ id }) => id),
    places.map(({ position }) => instant(position.fixTimeMs)),
    places.map(positionJson),
    places.map(({ position }) => position.latitude),
    places.map(({ position }) => position.longitude),
    places.map(({ position }) => position.course),
    places.map(({ position }) => position.speedKnots),
    places.map(({ ignition }) => ignition),
    places.map(({ receivedMs }) => instant(receivedMs)),
    places.map(memoryOf),
    places.map(() => 1),
  ];
}

/** What the next position of the device counts on from. `moved` is the place that came: another one was received here. */
function memoryOf({ id, position, ignition, travel }: PositionRow): string {
  const { latitude, longitude, course, fixTimeMs } = position;
  return JSON.stringify({
    moved: id,
    fixTimeMs,
    place: { latitude, longitude, course, timeMs: fixTimeMs },
    motion: travel?.motion ?? false,
    ...(ignition === null ? {} : { ignition }),
    totalDistanceMetres: travel?.totalDistanceMetres ?? 0,
    hoursMs: travel?.hoursMs ?? 0,
  });
}
