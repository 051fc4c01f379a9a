/** Block requests as rows: every change names the states that it expects, and writes its line of history beside it. */
import type { BlockState, BlockWhen } from '@atalaia/contract/block/block';
import type { BlockMoment, EffectivePolicy } from '@atalaia/contract/block/block-policy';
import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { BlockRequestsTable, Schema } from '../../../platform/db/schema.ts';
import { type Viewer, visibleDevices } from '../../../visibility/visible.ts';
import type { FittingPolicy } from './policy.ts';

export type BlockRow = Selectable<BlockRequestsTable>;

/** Who did it; nulls for the server itself. */
export interface BlockActor {
  readonly userId: number | null;
  readonly userName: string | null;
  readonly address: string | null;
}

export const serverItself: BlockActor = { userId: null, userName: null, address: null };

/** What is said to the tracker. */
export interface BlockCommand {
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface BlockFacts {
  readonly name: string;
  readonly plate: string | null;
  readonly customerId: number | null;
  readonly ignition: boolean | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly installed: string | null;
  readonly cuts: string | null;
  /** Of the open theft. */
  readonly sinisterId: number | null;
}

export async function readFacts(db: Kysely<Schema>, deviceId: number): Promise<BlockFacts> {
  const { rows } = await sql<BlockFacts>`
    SELECT d.name, d.attributes ->> 'plate' AS plate, d.customer_id AS "customerId", s.ignition, s.latitude, s.longitude,
      d.attributes ->> 'blockInstalled' AS installed, d.attributes ->> 'blockCuts' AS cuts,
      (SELECT c.id FROM sinisters AS c WHERE c.device_id = d.id AND c.status = 'opened'
        AND c.opening_type IN ('theft', 'robbery', 'misappropriation') LIMIT 1) AS "sinisterId"
    FROM devices AS d LEFT JOIN device_state AS s ON s.device_id = d.id WHERE d.id = ${deviceId}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`no device ${deviceId}`);
  return facts;
}

/** The policies that fit a device by its category and its groups. */
export async function fittingPolicies(db: Kysely<Schema>, deviceId: number): Promise<FittingPolicy[]> {
  const { rows } = await sql<FittingPolicy & { readonly moment: BlockMoment }>`
    WITH RECURSIVE above (id, group_id) AS (
      SELECT g.id, g.group_id FROM groups AS g JOIN devices AS d ON d.group_id = g.id WHERE d.id = ${deviceId}
      UNION SELECT g.id, g.group_id FROM groups AS g JOIN above ON above.group_id = g.id
    )
    SELECT p.id, p.name, p.never, p.moment, p.max_speed_kph AS "maxSpeedKph", p.max_fix_age_seconds AS "maxFixAgeSeconds",
      p.second_person AS "secondPerson", p.alone_allowed AS "aloneAllowed", p.theft_lifts_second AS "theftLiftsSecond",
      p.forbidden_geofence_ids AS "forbiddenGeofenceIds"
    FROM block_policies AS p JOIN devices AS d ON d.id = ${deviceId}
    WHERE p.enabled AND (p.categories = '{}' OR coalesce(nullif(d.category, ''), 'default') = ANY(p.categories))
      AND (p.group_ids = '{}' OR EXISTS (SELECT FROM above WHERE above.id = ANY(p.group_ids)))
    ORDER BY p.id`.execute(db);
  return rows;
}

export async function geofenceAreas(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly area: string; readonly lineMetres: number | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; area: string; lineMetres: number | null }>`
    SELECT id, area, CASE WHEN jsonb_typeof(attributes -> 'polylineDistance') = 'number'
      THEN (attributes ->> 'polylineDistance')::float8 END AS "lineMetres"
    FROM geofences WHERE id = ANY(${ids}::int[])`.execute(db);
  return rows;
}

export interface NewBlock {
  readonly kind: 'block' | 'release';
  readonly deviceId: number;
  readonly facts: BlockFacts;
  readonly state: 'requested' | 'waiting';
  readonly stateReason: string | null;
  readonly when: BlockWhen;
  readonly reason: string;
  readonly note: string | null;
  readonly confirmation: string | null;
  readonly policy: EffectivePolicy;
  readonly command: BlockCommand;
  readonly needsSecond: boolean;
  readonly aloneAllowed: boolean;
}

/** "Bloquear quando parar" lives so long, unless a theft of the vehicle is open. */
const lifeHours = 12;
const confirmMinutes = 5;
export const aloneMinutes = 3;

/** Undefined where another one of this vehicle is not yet on the wire. */
export async function insertBlock(
  db: Kysely<Schema>,
  block: NewBlock,
  actor: BlockActor,
): Promise<number | undefined> {
  const { facts } = block;
  const minutes = (count: number) => sql<string>`now() + ${count}::int * interval '1 minute'`;
  const row = await db
    .insertInto('block_requests')
    .values({
      kind: block.kind,
      device_id: block.deviceId,
      device_name: facts.name,
      plate: facts.plate,
      state: block.state,
      state_reason: block.stateReason,
      moment: block.when,
      reason: block.reason,
      note: block.note,
      confirmation: block.confirmation,
      asked_by: actor.userId,
      asked_by_name: actor.userName ?? '',
      asked_address: actor.address,
      policy: JSON.stringify(block.policy),
      command: JSON.stringify(block.command),
      confirm_until: block.needsSecond ? minutes(confirmMinutes) : null,
      alone_from: block.needsSecond && block.aloneAllowed ? minutes(aloneMinutes) : null,
      expires_at: block.when === 'now' ? null : minutes(lifeHours * 60),
      sinister_id: facts.sinisterId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  const details = { reason: block.reason, when: block.when, note: block.note };
  await writeBlockHistory(db, row.id, 'ask', actor, details);
  return row.id;
}

export async function writeBlockHistory(
  db: Kysely<Schema>,
  id: number,
  action: string,
  actor: BlockActor,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await db
    .insertInto('block_history')
    .values({
      block_id: id,
      action,
      user_id: actor.userId,
      user_name: actor.userName,
      address: actor.address,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Columns and their values; an instant may be the database's own. */
export type BlockColumns = {
  [Column in keyof Updateable<BlockRequestsTable>]?:
    | Updateable<BlockRequestsTable>[Column]
    | RawBuilder<Updateable<BlockRequestsTable>[Column]>;
};

export interface BlockChange {
  readonly from: readonly BlockState[];
  readonly action: string;
  readonly actor?: BlockActor;
  readonly set: BlockColumns;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Whether it was in one of the states named: who came second changes nothing. */
export async function changeBlock(db: Kysely<Schema>, id: number, change: BlockChange): Promise<boolean> {
  const changed = await db
    .updateTable('block_requests')
    .set({ ...change.set, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('state', 'in', change.from)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await writeBlockHistory(db, id, change.action, change.actor ?? serverItself, {
    ...(change.set.state ? { state: change.set.state } : {}),
    ...(change.set.state_reason ? { stateReason: change.set.state_reason } : {}),
    ...change.details,
  });
  return true;
}

/** Locks a request about a device that is seen. */
export async function lockBlock(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<BlockRow | undefined> {
  const { rows } = await sql<BlockRow>`
    SELECT b.* FROM block_requests AS b WHERE b.id = ${id}
      AND b.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)}) FOR UPDATE`.execute(db);
  return rows[0];
}

/** Whether who asked for it works at the desk now. */
export async function isOfDesk(
  db: Kysely<Schema>,
  { asked_by }: Pick<BlockRow, 'asked_by'>,
): Promise<boolean> {
  const { rows } = await sql<{
    ofDesk: boolean;
  }>`SELECT ${askedAtDesk(sql`${asked_by}::int`)} AS "ofDesk"`.execute(db);
  return rows[0]?.ofDesk === true;
}

export const askedAtDesk = (userId: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM users AS u WHERE u.id = ${userId} AND (u.administrator OR u.desk_role <> 'none'))`;

/** The database's time against a row's: whether it is over. */
export async function isOver(db: Kysely<Schema>, at: Date | string | null): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`SELECT ${at}::timestamptz <= now() AS over`.execute(db);
  return rows[0]?.over === true;
}

export interface OpenBlock {
  readonly id: number;
  readonly kind: string;
  readonly state: BlockState;
  readonly moment: BlockWhen;
  readonly askedBy: number | null;
  readonly askedByName: string;
  readonly askedAt: string;
  readonly sinisterId: number | null;
}

/** What is not yet on the wire, and the block that is in force, of a device. */
export async function currentBlocks(
  db: Kysely<Schema>,
  deviceId: number,
): Promise<{ readonly open: OpenBlock | undefined; readonly inForce: OpenBlock | undefined }> {
  const { rows } = await sql<OpenBlock>`
    SELECT b.id, b.kind, b.state, b.moment, b.asked_by AS "askedBy", b.asked_by_name AS "askedByName",
      b.asked_at AS "askedAt", b.sinister_id AS "sinisterId"
    FROM block_requests AS b WHERE b.device_id = ${deviceId}
      AND b.state IN ('requested', 'waiting', 'sent', 'confirmed', 'unanswered', 'contradicted') ORDER BY b.id DESC`.execute(
    db,
  );
  const isOpen = ({ state }: OpenBlock) => state === 'requested' || state === 'waiting';
  return {
    open: rows.find(isOpen),
    inForce: rows.find((row) => row.kind === 'block' && !isOpen(row)),
  };
}

/** Which of these have a block or a release that is under way or in force. */
export async function devicesWithBlocks(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT device_id AS id FROM block_requests WHERE device_id = ANY(${deviceIds}::int[])
      AND (state IN ('requested', 'waiting', 'sent', 'unanswered') OR (kind = 'block' AND state IN ('confirmed', 'contradicted')))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The command of a request that was not yet taken to the wire never will be. */
export async function cancelQueued(db: Kysely<Schema>, sentId: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE sent_commands SET state = 'failed', ended_at = now(), reason = 'withdrawn'
    WHERE id = ${sentId} AND state = 'queued' RETURNING id`.execute(db);
  return rows.length > 0;
}

/** When a block or a release of the device was last confirmed by its tracker. */
export async function lastWorkedAt(db: Kysely<Schema>, deviceId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    SELECT to_char(max(done_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM block_requests WHERE device_id = ${deviceId}`.execute(db);
  return rows[0]?.at ?? null;
}

export const databaseNow = sql<string>`now()`;
/** When it left, if nothing said so yet. */
export const sentByNow = sql<string>`coalesce(sent_at, now())`;

/** What no history needs to tell. */
export async function noteOnBlock(
  db: Kysely<Schema>,
  id: number,
  columns: Pick<BlockColumns, 'looked_at_position' | 'overdue_reported_at'>,
): Promise<void> {
  await db.updateTable('block_requests').set(columns).where('id', '=', id).execute();
}

export function readBlock(db: Kysely<Schema>, id: number): Promise<BlockRow | undefined> {
  return db.selectFrom('block_requests').selectAll().where('id', '=', id).executeTakeFirst();
}
