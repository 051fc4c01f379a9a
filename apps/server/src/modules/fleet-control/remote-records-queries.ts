/** What the provider holds, as it was last read. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CustomersTable, DevicesTable, Schema } from '../../platform/db/schema.ts';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';
import type { Remote, RemoteKind, SeenRecord, Values } from './remote-values.ts';

/** Whose, and seen by which run. */
export interface Reading {
  readonly userId: number;
  readonly runId: number;
}

export async function storeRecords(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  kind: RemoteKind,
  records: readonly SeenRecord[],
): Promise<void> {
  if (records.length === 0) return;
  // one that comes twice in a page would stop the statement
  const once = [...new Map(records.map((record) => [record.remoteId, record])).values()];
  await sql`
    INSERT INTO fleet_control_records AS t
      (user_id, kind, remote_id, key, plate, client_id, vehicle_id, sim_card_id, operator_id, data, run_id)
    SELECT ${userId}::integer, ${kind}::text, "remoteId", key, plate, "clientId", "vehicleId", "simCardId", "operatorId",
      data, ${runId}::integer
    FROM json_to_recordset(${JSON.stringify(once)}::json) AS given (
      "remoteId" bigint, key text, plate text, "clientId" bigint, "vehicleId" bigint, "simCardId" bigint,
      "operatorId" bigint, data jsonb
    )
    ON CONFLICT (user_id, kind, remote_id) DO UPDATE SET key = excluded.key, plate = excluded.plate,
      client_id = excluded.client_id, vehicle_id = excluded.vehicle_id, sim_card_id = excluded.sim_card_id,
      operator_id = excluded.operator_id, data = excluded.data, run_id = excluded.run_id`.execute(db);
}

/** Tens of thousands of records are new to the planner until they are counted, and it would pass over all of them for each piece. */
export async function analyzeRecords(db: Kysely<Schema>): Promise<void> {
  await sql`
    ANALYZE (SKIP_LOCKED) fleet_control_records
      (user_id, kind, remote_id, key, plate, client_id, vehicle_id, sim_card_id, operator_id, run_id, local_id)`.execute(
    db,
  );
}

export interface RemoteRecord {
  readonly remoteId: number;
  readonly key: string;
  readonly data: Remote;
  readonly base: Values;
  readonly localId: number | null;
  readonly isFirst: boolean;
}

export interface ClientRecord extends RemoteRecord {
  readonly situation: string | null;
}

/** The next clients after a number. `isFirst`: no other of the same document comes before it. */
export async function nextClients(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  after: number,
  limit: number,
): Promise<ClientRecord[]> {
  const { rows } = await sql<ClientRecord>`
    SELECT t.remote_id::float8 AS "remoteId", t.key, t.data, t.base, t.local_id AS "localId",
      s.data ->> 'descricao' AS situation, ${isFirst} AS "isFirst"
    FROM fleet_control_records AS t
    LEFT JOIN fleet_control_records AS s ON s.user_id = t.user_id AND s.kind = 'situation'
      AND s.remote_id = t.client_id
    WHERE t.user_id = ${userId} AND t.kind = 'client' AND t.run_id = ${runId} AND t.remote_id > ${after}
    ORDER BY t.remote_id LIMIT ${limit}`.execute(db);
  return rows;
}

const isFirst = sql`NOT EXISTS (
  SELECT FROM fleet_control_records AS o WHERE o.user_id = t.user_id AND o.kind = t.kind AND o.run_id = t.run_id
    AND o.key = t.key AND o.remote_id < t.remote_id)`;

export interface TrackerRecord extends RemoteRecord {
  readonly vehicleId: number | null;
  readonly vehicle: Remote | null;
  readonly simCard: Remote | null;
  readonly operator: string | null;
  readonly customerId: number | null;
  readonly clientId: number | null;
}

/** The next trackers after a number, each with its vehicle, its SIM card and what the vehicle's client is here. */
export async function nextTrackers(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  after: number,
  limit: number,
): Promise<TrackerRecord[]> {
  const { rows } = await sql<TrackerRecord>`
    SELECT t.remote_id::float8 AS "remoteId", t.key, t.data, t.base, t.local_id AS "localId", ${isFirst} AS "isFirst",
      v.remote_id::float8 AS "vehicleId", v.data AS vehicle, m.data AS "simCard",
      o.data ->> 'descricao' AS operator, c.local_id AS "customerId", c.remote_id::float8 AS "clientId"
    FROM fleet_control_records AS t
    LEFT JOIN LATERAL (
      SELECT remote_id, data, client_id FROM fleet_control_records
      WHERE user_id = t.user_id AND kind = 'vehicle' AND run_id = t.run_id AND remote_id = t.vehicle_id
      UNION ALL SELECT remote_id, data, client_id FROM fleet_control_records
      WHERE t.vehicle_id IS NULL AND user_id = t.user_id AND kind = 'vehicle' AND run_id = t.run_id AND key = t.plate
      LIMIT 1
    ) AS v ON true
    LEFT JOIN fleet_control_records AS m ON m.user_id = t.user_id AND m.kind = 'simCard' AND m.run_id = t.run_id
      AND m.remote_id = t.sim_card_id
    LEFT JOIN fleet_control_records AS o ON o.user_id = t.user_id AND o.kind = 'operator' AND o.remote_id = m.operator_id
    LEFT JOIN fleet_control_records AS c ON c.user_id = t.user_id AND c.kind = 'client' AND c.remote_id = v.client_id
    WHERE t.user_id = ${userId} AND t.kind = 'tracker' AND t.run_id = ${runId} AND t.remote_id > ${after}
    ORDER BY t.remote_id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface VehicleRecord extends RemoteRecord {
  readonly customerId: number | null;
  readonly clientId: number | null;
}

/** The next vehicles that have no tracker. */
export async function nextTrackerless(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  after: number,
  limit: number,
): Promise<VehicleRecord[]> {
  const { rows } = await sql<VehicleRecord>`
    SELECT t.remote_id::float8 AS "remoteId", t.key, t.data, t.base, t.local_id AS "localId", ${isFirst} AS "isFirst",
      c.local_id AS "customerId", c.remote_id::float8 AS "clientId"
    FROM fleet_control_records AS t
    LEFT JOIN fleet_control_records AS c ON c.user_id = t.user_id AND c.kind = 'client' AND c.remote_id = t.client_id
    WHERE t.user_id = ${userId} AND t.kind = 'vehicle' AND t.run_id = ${runId} AND t.remote_id > ${after}
      AND t.remote_id NOT IN (
        SELECT vehicle_id FROM fleet_control_records
        WHERE user_id = ${userId} AND kind = 'tracker' AND run_id = ${runId} AND vehicle_id IS NOT NULL)
      AND t.key NOT IN (
        SELECT plate FROM fleet_control_records
        WHERE user_id = ${userId} AND kind = 'tracker' AND run_id = ${runId} AND vehicle_id IS NULL AND plate IS NOT NULL)
    ORDER BY t.remote_id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface RecordLink {
  readonly remoteId: number;
  readonly localId: number;
  readonly base: Values;
  readonly pending: Values | null;
}

/** Notes what things are here, what both sides agreed on and what is still to be sent. */
export async function linkRecords(
  db: Kysely<Schema>,
  userId: number,
  kind: RemoteKind,
  links: readonly RecordLink[],
): Promise<void> {
  if (links.length === 0) return;
  await sql`
    UPDATE fleet_control_records AS t SET local_id = given."localId", base = given.base, pending = given.pending
    FROM json_to_recordset(${JSON.stringify(links)}::json)
      AS given ("remoteId" bigint, "localId" integer, base jsonb, pending jsonb)
    WHERE t.user_id = ${userId} AND t.kind = ${kind} AND t.remote_id = given."remoteId"`.execute(db);
}

export interface PendingRecord {
  readonly kind: RemoteKind;
  readonly remoteId: number;
  readonly localId: number;
  readonly pending: Values;
}

export async function nextPending(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
): Promise<PendingRecord | undefined> {
  const { rows } = await sql<PendingRecord>`
    SELECT kind, remote_id::float8 AS "remoteId", local_id AS "localId", pending FROM fleet_control_records
    WHERE user_id = ${userId} AND run_id = ${runId} AND pending IS NOT NULL AND local_id IS NOT NULL
    ORDER BY kind, remote_id LIMIT 1`.execute(db);
  return rows[0];
}

export async function countPending(db: Kysely<Schema>, { userId, runId }: Reading): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM fleet_control_records
    WHERE user_id = ${userId} AND run_id = ${runId} AND pending IS NOT NULL AND local_id IS NOT NULL`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** What was sent of a thing: `agreed` joins what both sides hold, nothing is to be sent any more. */
export async function endPending(
  db: Kysely<Schema>,
  userId: number,
  { kind, remoteId }: Pick<PendingRecord, 'kind' | 'remoteId'>,
  agreed: Values,
): Promise<void> {
  await sql`
    UPDATE fleet_control_records SET pending = NULL, base = base || ${JSON.stringify(agreed)}::jsonb
    WHERE user_id = ${userId} AND kind = ${kind} AND remote_id = ${remoteId}`.execute(db);
}

/** One thing as it was read, whoever it is here. */
export async function findRecord(
  db: Kysely<Schema>,
  userId: number,
  kind: RemoteKind,
  by: { readonly remoteId?: number; readonly localId?: number; readonly key?: string },
): Promise<
  { readonly remoteId: number; readonly localId: number | null; readonly data: Remote } | undefined
> {
  const { rows } = await sql<{ remoteId: number; localId: number | null; data: Remote }>`
    SELECT remote_id::float8 AS "remoteId", local_id AS "localId", data FROM fleet_control_records
    WHERE user_id = ${userId} AND kind = ${kind} AND (remote_id = ${by.remoteId ?? null}
      OR local_id = ${by.localId ?? null} OR key = ${by.key ?? null}) ORDER BY remote_id LIMIT 1`.execute(db);
  return rows[0];
}

/** So few may leave a list between two readings without a doubt whether it came whole. */
const fewMissing = 10;

/** A list that was read to its end brought nothing any more, or less than half of what it brought before. */
export async function hasShrunk(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  kind: RemoteKind,
): Promise<boolean> {
  const { rows } = await sql<{ seen: number; missing: number }>`
    SELECT count(*) FILTER (WHERE run_id = ${runId}) AS seen, count(*) FILTER (WHERE run_id <> ${runId}) AS missing
    FROM fleet_control_records WHERE user_id = ${userId} AND kind = ${kind}`.execute(db);
  const { seen, missing } = rows[0] ?? { seen: 0, missing: 0 };
  return missing > 0 && (seen === 0 || (missing > seen && missing >= fewMissing));
}

export interface DeletedRecord {
  readonly kind: RemoteKind;
  readonly remoteId: number;
  readonly key: string;
  readonly localId: number | null;
}

/** Forgets what a whole reading of its kind did not bring any more, and returns it. */
export async function deleteMissing(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  kinds: readonly RemoteKind[],
): Promise<DeletedRecord[]> {
  const { rows } = await sql<DeletedRecord>`
    DELETE FROM fleet_control_records WHERE user_id = ${userId} AND run_id <> ${runId} AND kind = ANY(${kinds})
    RETURNING kind, remote_id::float8 AS "remoteId", key, local_id AS "localId"`.execute(db);
  return rows;
}

/** What another account holds is nothing to this one. */
export async function forgetAll(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.deleteFrom('fleet_control_records').where('user_id', '=', userId).execute();
}

// What exists only here.

export type LocalCustomer = Selectable<CustomersTable>;
export type LocalDevice = Selectable<DevicesTable>;

/** The next visible customers that no client of the provider is. */
export async function nextLocalCustomers(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userId }: Reading,
  after: number,
  limit: number,
): Promise<LocalCustomer[]> {
  const { rows } = await sql<LocalCustomer>`
    SELECT c.* FROM ${visibleCustomers(viewer)} WHERE c.id > ${after} AND NOT EXISTS (
      SELECT FROM fleet_control_records AS t WHERE t.user_id = ${userId} AND t.kind = 'client' AND t.local_id = c.id)
    ORDER BY c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The next visible devices that neither a tracker nor a vehicle of the provider is. */
export async function nextLocalDevices(
  db: Kysely<Schema>,
  viewer: Viewer,
  { userId }: Reading,
  after: number,
  limit: number,
): Promise<LocalDevice[]> {
  const { rows } = await sql<LocalDevice>`
    SELECT d.* FROM ${visibleDevices(viewer)} WHERE d.id > ${after} AND NOT EXISTS (
      SELECT FROM fleet_control_records AS t
      WHERE t.user_id = ${userId} AND t.kind IN ('tracker', 'vehicle') AND t.local_id = d.id)
    ORDER BY d.id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface LocalRow {
  readonly id: number;
  readonly name: string;
  readonly isInForce: boolean;
}

/** The next visible customers or devices after a number; in force is who is neither disabled nor, as a customer, inactive. */
export async function localRows(
  db: Kysely<Schema>,
  viewer: Viewer,
  noun: 'customer' | 'device',
  after: number,
  limit: number,
): Promise<LocalRow[]> {
  const { rows } =
    noun === 'customer'
      ? await sql<LocalRow>`
          SELECT c.id, c.name, (c.status <> 'inactive' AND NOT c.disabled) AS "isInForce" FROM ${visibleCustomers(viewer)}
          WHERE c.id > ${after} ORDER BY c.id LIMIT ${limit}`.execute(db)
      : await sql<LocalRow>`
          SELECT d.id, d.name, NOT d.disabled AS "isInForce" FROM ${visibleDevices(viewer)}
          WHERE d.id > ${after} ORDER BY d.id LIMIT ${limit}`.execute(db);
  return rows;
}
