import {
  type MaintenanceService,
  type MaintenanceServiceQuery,
  type MaintenanceState,
  type MaintenanceStateQuery,
  maintenanceBounds,
} from '@atalaia/contract/rules/maintenance';
import type { MaintenanceRule } from '@atalaia/domain/travel/maintenance';
import { searchVariants } from '@atalaia/domain/units/search-text';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { readIds } from '../../queries/read-ids.ts';
import { allOf, holdsOneOf, isoTime, pageOf } from '../../queries/sql-fragments.ts';
import { seesDevice, type Viewer, visibleDevices, visibleLinked } from '../../visibility/visible.ts';

/** Rows of one answer. */
const [usualRows, mostRows] = [100, 500];

export const rowsOf = (limit: string | undefined): number => Math.min(Number(limit ?? usualRows), mostRows);

/** What applies to devices, by a condition on their number: what is linked to them, to their group, or to one above it. */
const applied = (isMeant: (id: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  WITH RECURSIVE under (maintenance_id, group_id) AS (
    SELECT maintenance_id, group_id FROM group_maintenances
    UNION SELECT under.maintenance_id, g.id FROM under JOIN groups AS g ON g.group_id = under.group_id
  ), applied AS (
    SELECT device_id, maintenance_id FROM device_maintenances WHERE ${isMeant(sql`device_id`)}
    UNION SELECT d.id, maintenance_id FROM under JOIN devices AS d USING (group_id) WHERE ${isMeant(sql`d.id`)}
  )`;

/** Those that count something: of a row of other hands nothing is due. */
const isCountable = sql`
  l.period BETWEEN ${maintenanceBounds.leastPeriod} AND ${maintenanceBounds.most} AND l.start <= ${maintenanceBounds.most}`;

/** Of the state `s` what a maintenance `l` counts, as `value`; and its last service, as `last`. What counts time says nothing here. */
const counted = sql`
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN l.type = 'totalDistance' THEN (s.memory ->> 'totalDistanceMetres')::float8
      WHEN l.type = 'hours' THEN (s.memory ->> 'hoursMs')::float8
      WHEN json_typeof(s.position -> 'attributes' -> l.type) = 'number' THEN (s.position -> 'attributes' ->> l.type)::float8
      ELSE coalesce((s.memory -> 'anew' ->> l.type)::float8, (s.memory -> 'highest' ->> l.type)::float8)
    END AS said
  ) AS reading
  CROSS JOIN LATERAL (SELECT CASE WHEN abs(said) <= ${maintenanceBounds.most} THEN said END AS value) AS counted
  LEFT JOIN LATERAL (
    SELECT done.* FROM maintenance_services AS done
    WHERE done.device_id = applied.device_id AND done.maintenance_id = l.id ORDER BY done.id DESC LIMIT 1
  ) AS last ON true`;

/** What was counted otherwise when it was done says nothing of now. */
const serviced = sql`CASE WHEN last.type = l.type THEN last.value END`;

/** A device and a maintenance that applies to it. */
export interface Pair {
  readonly deviceId: number;
  readonly maintenanceId: number;
}

/** What a device's maintenance counts. */
export interface CountedPair extends Pair {
  readonly value: number | undefined;
  readonly serviced: number | undefined;
}

const devicesAtOnce = 20_000;
const pairBytes = 24;

/**
 * Every pair of the installation's devices that are not disabled, or of one device, by device and maintenance; twenty
 * thousand devices at a time, packed as numbers are (`read-ids.ts`).
 */
export async function* eachPair(
  db: Kysely<Schema>,
  deviceId?: number,
  atOnce = devicesAtOnce,
): AsyncGenerator<CountedPair> {
  if (deviceId !== undefined) return yield* pairsBetween(db, deviceId, deviceId, sql`true`);
  for (let first = 1; ; ) {
    const { rows } = await sql<{ last: number | null }>`
      SELECT max(id) AS last FROM (SELECT id FROM devices WHERE id >= ${first} ORDER BY id LIMIT ${atOnce}) AS next`.execute(
      db,
    );
    const last = rows[0]?.last;
    if (!last) return;
    yield* pairsBetween(db, first, last, sql`NOT d.disabled`);
    first = last + 1;
  }
}

async function* pairsBetween(
  db: Kysely<Schema>,
  first: number,
  last: number,
  isMeant: RawBuilder<unknown>,
): AsyncGenerator<CountedPair> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    ${applied((id) => sql`${id} BETWEEN ${first} AND ${last}`)}
    SELECT string_agg(
      int4send(applied.device_id) || int4send(l.id) || float8send(coalesce(counted.value, 'NaN')) || float8send(coalesce(${serviced}, 'NaN')),
      ''::bytea ORDER BY applied.device_id, l.id) AS packed
    FROM applied JOIN devices AS d ON d.id = applied.device_id AND ${isMeant}
    JOIN maintenances AS l ON l.id = applied.maintenance_id AND ${isCountable}
    LEFT JOIN device_state AS s ON s.device_id = d.id ${counted}`.execute(db);
  const packed = rows[0]?.packed ?? Buffer.alloc(0);
  for (let at = 0; at < packed.length; at += pairBytes) {
    yield {
      ...{ deviceId: packed.readInt32BE(at), maintenanceId: packed.readInt32BE(at + 4) },
      ...{ value: numberAt(packed, at + 8), serviced: numberAt(packed, at + 16) },
    };
  }
}

function numberAt(packed: Buffer, at: number): number | undefined {
  const value = packed.readDoubleBE(at);
  return Number.isNaN(value) ? undefined : value;
}

export const findPlans = (db: Kysely<Schema>): Promise<readonly MaintenanceRule[]> =>
  db.selectFrom('maintenances').select(['id', 'type', 'start', 'period']).execute();

/** Which devices and maintenances are seen, and which of them bear the keyword; absent for all. */
export interface SeenPairs {
  readonly devices: ReadonlySet<number> | undefined;
  readonly maintenances: ReadonlySet<number> | undefined;
  /** A pair is found by its device or by its maintenance. */
  readonly found:
    | { readonly devices: ReadonlySet<number>; readonly maintenances: ReadonlySet<number> }
    | undefined;
}

/** Whether the one device that is asked for is seen was asked before. */
export async function findSeen(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceId, keyword = '' }: Pick<MaintenanceStateQuery, 'deviceId' | 'keyword'>,
): Promise<SeenPairs> {
  const variants = searchVariants(keyword);
  const idsOf = async (isAsked: boolean, select: RawBuilder<unknown>) =>
    isAsked ? new Set(await readIds(db, select)) : undefined;
  const [isNarrow, isSearch] = [!viewer.administrator, variants.length > 0];
  const [devices, maintenances, foundDevices, foundMaintenances] = await Promise.all([
    idsOf(isNarrow && deviceId === undefined, sql`SELECT d.id FROM devices AS d WHERE ${seesDevice(viewer)}`),
    idsOf(isNarrow, sql`SELECT l.id FROM ${visibleLinked(viewer, 'maintenance')}`),
    idsOf(isSearch, sql`SELECT d.id FROM devices AS d WHERE ${holdsOneOf(sql`d.search_text`, variants)}`),
    idsOf(
      isSearch,
      sql`SELECT l.id FROM maintenances AS l WHERE ${holdsOneOf(sql`search_index(l.name)`, variants)}`,
    ),
  ]);
  const found = foundDevices &&
    foundMaintenances && { devices: foundDevices, maintenances: foundMaintenances };
  return { devices, maintenances, found };
}

/** A state without what is worked out of it. */
export type StoredState = Omit<MaintenanceState, 'dueValue' | 'urgency'> &
  Pick<MaintenanceRule, 'start'> & { readonly serviced: number | null };

/** Which states the viewer may note as done. */
export type Performable = 'all' | 'own' | 'none';

/** What devices have counted of their maintenances, in the order given, whether they are seen is asked before; what applies no longer, or is gone, is left out. */
export async function readStates(
  db: Kysely<Schema>,
  viewer: Viewer,
  pairs: readonly Pair[],
  perform: Performable,
): Promise<StoredState[]> {
  return (await selectStates(sql`devices AS d`, viewer, pairs, perform).execute(db)).rows;
}

/** The same of one device and maintenance; undefined where the device is not seen, or the maintenance does not apply. */
export async function findState(
  db: Kysely<Schema>,
  viewer: Viewer,
  pair: Pair,
  perform: Performable,
): Promise<StoredState | undefined> {
  const seen = sql`(SELECT d.* FROM ${visibleDevices(viewer)} WHERE d.id = ${pair.deviceId}) AS d`;
  return (await selectStates(seen, viewer, [pair], perform).execute(db)).rows[0];
}

function selectStates(
  devices: RawBuilder<unknown>,
  { userId }: Viewer,
  pairs: readonly Pair[],
  perform: Performable,
): RawBuilder<StoredState> {
  const ids = pairs.map(({ deviceId }) => deviceId);
  return sql<StoredState>`
    ${applied((id) => sql`${id} = ANY(${ids}::integer[])`)}
    SELECT d.id AS "deviceId", d.name AS "deviceName", nullif(d.attributes ->> 'plate', '') AS plate, l.id AS "maintenanceId",
      l.name, l.type, l.start, l.period, counted.value, ${serviced} AS serviced,
      ${perform === 'own' ? sql`coalesce(l.created_by = ${userId}, false)` : sql`${perform === 'all'}::boolean`} AS "mayPerform",
      CASE WHEN last.id IS NOT NULL THEN json_build_object('id', last.id, 'type', last.type, 'performedTime',
        ${isoTime('last.performed_time')}, 'value', last.value, 'note', last.note, 'userName', last.user_name) END AS "lastService"
    FROM unnest(${ids}::integer[], ${pairs.map(({ maintenanceId }) => maintenanceId)}::integer[])
      WITH ORDINALITY AS page (device_id, maintenance_id, place)
    JOIN applied USING (device_id, maintenance_id)
    JOIN ${devices} ON d.id = applied.device_id
    JOIN maintenances AS l ON l.id = applied.maintenance_id AND ${isCountable}
    LEFT JOIN device_state AS s ON s.device_id = d.id ${counted}
    ORDER BY page.place`;
}

/** What was done on the devices that a viewer sees, newest first. */
export async function findServices(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceId, maintenanceId, limit, offset }: MaintenanceServiceQuery,
): Promise<MaintenanceService[]> {
  const { userId, administrator } = viewer;
  const where = allOf(
    // of one that is gone nobody can say who saw it: who noted it, and administrators
    administrator
      ? undefined
      : sql`CASE WHEN done.maintenance_id IS NULL THEN done.user_id = ${userId}
          ELSE done.maintenance_id IN (SELECT l.id FROM ${visibleLinked(viewer, 'maintenance')}) END`,
    deviceId === undefined ? undefined : sql`done.device_id = ${Number(deviceId)}`,
    maintenanceId === undefined ? undefined : sql`done.maintenance_id = ${Number(maintenanceId)}`,
  );
  const { rows } = await sql<MaintenanceService>`
    SELECT done.id, done.device_id AS "deviceId", coalesce(done.maintenance_id, 0) AS "maintenanceId", done.name, done.type,
      ${isoTime('done.performed_time')} AS "performedTime", done.value, done.note, done.user_name AS "userName"
    FROM ${visibleDevices(viewer)} JOIN maintenance_services AS done ON done.device_id = d.id
    WHERE ${where} ORDER BY done.id DESC ${pageOf({ limit: String(rowsOf(limit)), offset })}`.execute(db);
  return rows;
}

export interface NewService {
  readonly device_id: number;
  readonly maintenance_id: number;
  readonly name: string;
  readonly type: string;
  readonly performed_time: string;
  readonly value: number;
  readonly note: string;
  readonly user_id: number;
  readonly user_name: string;
}

export async function insertService(db: Kysely<Schema>, service: NewService): Promise<number> {
  const { id } = await db
    .insertInto('maintenance_services')
    .values(service)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface StoredService {
  readonly deviceId: number;
  readonly maintenanceId: number | null;
  readonly value: number;
  readonly performedTime: string;
  readonly note: string;
  readonly userName: string | null;
}

export async function findService(db: Kysely<Schema>, id: number): Promise<StoredService | undefined> {
  const { rows } = await sql<StoredService>`
    SELECT device_id AS "deviceId", maintenance_id AS "maintenanceId", value, ${isoTime('performed_time')} AS "performedTime",
      note, user_name AS "userName"
    FROM maintenance_services WHERE id = ${id}`.execute(db);
  return rows[0];
}

export async function deleteService(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('maintenance_services').where('id', '=', id).execute();
}
