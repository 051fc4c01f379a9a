/** What the provider holds, as it was last read. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Values } from './merge-fields.ts';
import type { Remote } from './remote-values.ts';

export type ThingKind = 'situation' | 'operator' | 'client' | 'vehicle' | 'tracker' | 'simCard';

export interface ThingSeen {
  readonly remoteId: number;
  readonly key: string;
  readonly plate?: string | null;
  readonly clientId?: number | null;
  readonly vehicleId?: number | null;
  readonly simCardId?: number | null;
  readonly operatorId?: number | null;
  readonly data: Remote;
}

/** Whose, and seen by which run. */
export interface Reading {
  readonly userId: number;
  readonly runId: number;
}

export async function storeThings(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  kind: ThingKind,
  things: readonly ThingSeen[],
): Promise<void> {
  if (things.length === 0) return;
  // one that comes twice in a page would stop the statement
  const once = [...new Map(things.map((thing) => [thing.remoteId, thing])).values()];
  await sql`
    INSERT INTO fleet_control_things AS t
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

export interface Thing {
  readonly remoteId: number;
  readonly key: string;
  readonly data: Remote;
  readonly base: Values;
  readonly localId: number | null;
  readonly isFirst: boolean;
}

export interface ClientThing extends Thing {
  readonly situation: string | null;
}

/** The next clients after a number. `isFirst`: no other of the same document comes before it. */
export async function nextClients(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  after: number,
  limit: number,
): Promise<ClientThing[]> {
  const { rows } = await sql<ClientThing>`
    SELECT t.remote_id::float8 AS "remoteId", t.key, t.data, t.base, t.local_id AS "localId",
      s.data ->> 'descricao' AS situation, ${isFirst} AS "isFirst"
    FROM fleet_control_things AS t
    LEFT JOIN fleet_control_things AS s ON s.user_id = t.user_id AND s.kind = 'situation'
      AND s.remote_id = t.client_id
    WHERE t.user_id = ${userId} AND t.kind = 'client' AND t.run_id = ${runId} AND t.remote_id > ${after}
    ORDER BY t.remote_id LIMIT ${limit}`.execute(db);
  return rows;
}

const isFirst = sql`NOT EXISTS (
  SELECT FROM fleet_control_things AS o WHERE o.user_id = t.user_id AND o.kind = t.kind AND o.run_id = t.run_id
    AND o.key = t.key AND o.remote_id < t.remote_id)`;

export interface TrackerThing extends Thing {
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
): Promise<TrackerThing[]> {
  const { rows } = await sql<TrackerThing>`
    SELECT t.remote_id::float8 AS "remoteId", t.key, t.data, t.base, t.local_id AS "localId", ${isFirst} AS "isFirst",
      v.remote_id::float8 AS "vehicleId", v.data AS vehicle, m.data AS "simCard",
      o.data ->> 'descricao' AS operator, c.local_id AS "customerId", c.remote_id::float8 AS "clientId"
    FROM fleet_control_things AS t
    LEFT JOIN LATERAL (
      SELECT remote_id, data, client_id FROM fleet_control_things
      WHERE user_id = t.user_id AND kind = 'vehicle' AND run_id = t.run_id AND remote_id = t.vehicle_id
      UNION ALL SELECT remote_id, data, client_id FROM fleet_control_things
      WHERE t.vehicle_id IS NULL AND user_id = t.user_id AND kind = 'vehicle' AND run_id = t.run_id AND key = t.plate
      LIMIT 1
    ) AS v ON true
    LEFT JOIN fleet_control_things AS m ON m.user_id = t.user_id AND m.kind = 'simCard' AND m.run_id = t.run_id
      AND m.remote_id = t.sim_card_id
    LEFT JOIN fleet_control_things AS o ON o.user_id = t.user_id AND o.kind = 'operator' AND o.remote_id = m.operator_id
    LEFT JOIN fleet_control_things AS c ON c.user_id = t.user_id AND c.kind = 'client' AND c.remote_id = v.client_id
    WHERE t.user_id = ${userId} AND t.kind = 'tracker' AND t.run_id = ${runId} AND t.remote_id > ${after}
    ORDER BY t.remote_id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface VehicleThing extends Thing {
  readonly customerId: number | null;
  readonly clientId: number | null;
}

/** The next vehicles that no tracker stands in. */
export async function nextTrackerless(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  after: number,
  limit: number,
): Promise<VehicleThing[]> {
  const { rows } = await sql<VehicleThing>`
    SELECT t.remote_id::float8 AS "remoteId", t.key, t.data, t.base, t.local_id AS "localId", ${isFirst} AS "isFirst",
      c.local_id AS "customerId", c.remote_id::float8 AS "clientId"
    FROM fleet_control_things AS t
    LEFT JOIN fleet_control_things AS c ON c.user_id = t.user_id AND c.kind = 'client' AND c.remote_id = t.client_id
    WHERE t.user_id = ${userId} AND t.kind = 'vehicle' AND t.run_id = ${runId} AND t.remote_id > ${after}
      AND t.remote_id NOT IN (
        SELECT vehicle_id FROM fleet_control_things
        WHERE user_id = ${userId} AND kind = 'tracker' AND run_id = ${runId} AND vehicle_id IS NOT NULL)
      AND t.key NOT IN (
        SELECT plate FROM fleet_control_things
        WHERE user_id = ${userId} AND kind = 'tracker' AND run_id = ${runId} AND vehicle_id IS NULL AND plate IS NOT NULL)
    ORDER BY t.remote_id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface ThingLink {
  readonly remoteId: number;
  readonly localId: number;
  readonly base: Values;
  readonly pending: Values | null;
}

/** Notes what things are here, what both sides agreed on and what is still to be sent. */
export async function linkThings(
  db: Kysely<Schema>,
  userId: number,
  kind: ThingKind,
  links: readonly ThingLink[],
): Promise<void> {
  if (links.length === 0) return;
  await sql`
    UPDATE fleet_control_things AS t SET local_id = given."localId", base = given.base, pending = given.pending
    FROM json_to_recordset(${JSON.stringify(links)}::json)
      AS given ("remoteId" bigint, "localId" integer, base jsonb, pending jsonb)
    WHERE t.user_id = ${userId} AND t.kind = ${kind} AND t.remote_id = given."remoteId"`.execute(db);
}

export interface PendingThing {
  readonly kind: ThingKind;
  readonly remoteId: number;
  readonly localId: number;
  readonly pending: Values;
}

export async function nextPending(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
): Promise<PendingThing | undefined> {
  const { rows } = await sql<PendingThing>`
    SELECT kind, remote_id::float8 AS "remoteId", local_id AS "localId", pending FROM fleet_control_things
    WHERE user_id = ${userId} AND run_id = ${runId} AND pending IS NOT NULL AND local_id IS NOT NULL
    ORDER BY kind, remote_id LIMIT 1`.execute(db);
  return rows[0];
}

export async function countPending(db: Kysely<Schema>, { userId, runId }: Reading): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM fleet_control_things
    WHERE user_id = ${userId} AND run_id = ${runId} AND pending IS NOT NULL AND local_id IS NOT NULL`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** What was sent of a thing: `agreed` joins what both sides hold, nothing is to be sent any more. */
export async function endPending(
  db: Kysely<Schema>,
  userId: number,
  { kind, remoteId }: Pick<PendingThing, 'kind' | 'remoteId'>,
  agreed: Values,
): Promise<void> {
  await sql`
    UPDATE fleet_control_things SET pending = NULL, base = base || ${JSON.stringify(agreed)}::jsonb
    WHERE user_id = ${userId} AND kind = ${kind} AND remote_id = ${remoteId}`.execute(db);
}

/** One thing as it was read, whoever it is here. */
export async function findThing(
  db: Kysely<Schema>,
  userId: number,
  kind: ThingKind,
  by: { readonly remoteId?: number; readonly localId?: number; readonly key?: string },
): Promise<
  { readonly remoteId: number; readonly localId: number | null; readonly data: Remote } | undefined
> {
  const { rows } = await sql<{ remoteId: number; localId: number | null; data: Remote }>`
    SELECT remote_id::float8 AS "remoteId", local_id AS "localId", data FROM fleet_control_things
    WHERE user_id = ${userId} AND kind = ${kind} AND (remote_id = ${by.remoteId ?? null}
      OR local_id = ${by.localId ?? null} OR key = ${by.key ?? null}) ORDER BY remote_id LIMIT 1`.execute(db);
  return rows[0];
}

/** So few may leave a list between two readings without a doubt whether it came whole. */
const fewGone = 10;

/** A list that was read to its end brought nothing any more, or less than half of what it held before. */
export async function hasShrunk(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  kind: ThingKind,
): Promise<boolean> {
  const { rows } = await sql<{ seen: number; missing: number }>`
    SELECT count(*) FILTER (WHERE run_id = ${runId}) AS seen, count(*) FILTER (WHERE run_id <> ${runId}) AS missing
    FROM fleet_control_things WHERE user_id = ${userId} AND kind = ${kind}`.execute(db);
  const { seen, missing } = rows[0] ?? { seen: 0, missing: 0 };
  return missing > 0 && (seen === 0 || (missing > seen && missing >= fewGone));
}

export interface GoneThing {
  readonly kind: ThingKind;
  readonly remoteId: number;
  readonly key: string;
  readonly localId: number | null;
}

/** Forgets what a whole reading of its kind did not bring any more, and returns it. */
export async function forgetGone(
  db: Kysely<Schema>,
  { userId, runId }: Reading,
  kinds: readonly ThingKind[],
): Promise<GoneThing[]> {
  const { rows } = await sql<GoneThing>`
    DELETE FROM fleet_control_things WHERE user_id = ${userId} AND run_id <> ${runId} AND kind = ANY(${kinds})
    RETURNING kind, remote_id::float8 AS "remoteId", key, local_id AS "localId"`.execute(db);
  return rows;
}

/** What another account holds is nothing to this one. */
export async function forgetAll(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.deleteFrom('fleet_control_things').where('user_id', '=', userId).execute();
}
