import type { CallOut, NearResponder } from '@atalaia/contract/sinisters/call-out';
import { type Insertable, type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import type { CallOutsTable, Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices, visibleLinked } from '../../visibility/visible.ts';

/** The columns of a call-out `o`; its cost follows from prices and kilometres where nobody said it. */
const presented = sql`
  o.id, o.sinister_id AS "sinisterId", coalesce(o.responder_id, 0) AS "responderId", o.name, o.phone, o.message,
  ${isoTime('o.created_at')} AS "createdAt", o.created_by AS "createdBy", o.approved_by AS "approvedBy", o.state,
  ${isoTime('o.on_the_way_at')} AS "onTheWayAt", ${isoTime('o.on_site_at')} AS "onSiteAt",
  ${isoTime('o.ended_at')} AS "endedAt", o.latitude, o.longitude, o.call_out_cents AS "callOutCents",
  o.km_cents AS "kmCents", o.km, coalesce(o.cost_cents,
    CASE WHEN o.state <> 'declined' THEN round(o.call_out_cents + coalesce(o.km_cents * o.km, 0))::integer END) AS "costCents"`;

/** The call-outs of a case, the newest first. */
export async function listCallOuts(db: Kysely<Schema>, sinisterId: number): Promise<CallOut[]> {
  const { rows } = await sql<CallOut>`
    SELECT ${presented} FROM call_outs AS o WHERE o.sinister_id = ${sinisterId} ORDER BY o.id DESC`.execute(
    db,
  );
  return rows;
}

export type CallOutLine = CallOut & { readonly number: number; readonly plate: string | null };

/** Those of visible cases that were made in a period, oldest first, with case and plate. */
export async function listCallOutsBetween(
  db: Kysely<Schema>,
  visible: RawBuilder<unknown>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CallOutLine[]> {
  const { rows } = await sql<CallOutLine>`
    SELECT ${presented}, s.number, s.device -> 'attributes' ->> 'plate' AS plate
    FROM ${visible} JOIN call_outs AS o ON o.sinister_id = s.id
    WHERE o.created_at >= ${from} AND o.created_at < ${to} ORDER BY o.id`.execute(db);
  return rows;
}

export async function insertCallOut(db: Kysely<Schema>, values: Insertable<CallOutsTable>): Promise<number> {
  const { id } = await db.insertInto('call_outs').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** False when the case has no such call-out. */
export async function updateCallOut(
  db: Kysely<Schema>,
  sinisterId: number,
  id: number,
  values: Updateable<CallOutsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('call_outs')
    .set({ ...values, sinister_id: sinisterId })
    .where('id', '=', id)
    .where('sinister_id', '=', sinisterId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when it has ended: what was answered last stays. */
export async function cancelCallOut(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE call_outs SET state = 'cancelled', ended_at = now() WHERE id = ${id} AND ended_at IS NULL
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export interface FoundCallOut extends Viewer {
  readonly id: number;
  readonly sinisterId: number;
  readonly name: string;
  readonly message: string | null;
  readonly state: CallOut['state'];
  /** Its case is open, it is neither cancelled nor declined, and who made it may still sign in. */
  readonly isInForce: boolean;
}

/** The call-out of a token, with through whose eyes it looks. With `lock` nobody else changes it meanwhile. */
export async function findCallOut(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  lock = false,
): Promise<FoundCallOut | undefined> {
  const { rows } = await sql<FoundCallOut>`
    SELECT o.id, o.sinister_id AS "sinisterId", o.name, o.message, o.state, u.id AS "userId", u.administrator,
      s.status = 'opened' AND o.state NOT IN ('cancelled', 'declined') AND NOT u.disabled
        AND (u.expiration_time IS NULL OR u.expiration_time > now()) AS "isInForce"
    FROM call_outs AS o JOIN sinisters AS s ON s.id = o.sinister_id JOIN users AS u ON u.id = o.user_id
    WHERE o.token_hash = ${tokenHash} ${lock ? sql`FOR NO KEY UPDATE OF o` : sql``}`.execute(db);
  return rows[0];
}

export type PlacedResponder = Omit<NearResponder, 'distanceMetres' | 'bearing'>;

/**
 * The visible prompt response, each where his tracker says, as far as the caller sees that device, else at his base;
 * one of them with `id`.
 */
export async function listPlacedResponders(
  db: Kysely<Schema>,
  viewer: Viewer,
  id?: number,
): Promise<PlacedResponder[]> {
  const { rows } = await sql<PlacedResponder>`
    SELECT l.id, l.name, l.kind, l.phone, l.other_phone AS "otherPhone", l.area, l.hours,
      coalesce(at.latitude, l.latitude) AS latitude, coalesce(at.longitude, l.longitude) AS longitude,
      coalesce(l.device_id, 0) AS "deviceId", l.call_out_cents AS "callOutCents", l.km_cents AS "kmCents",
      l.authorization_number AS "authorizationNumber", l.authorized_until::text AS "authorizedUntil", l.attributes,
      CASE WHEN at.latitude IS NOT NULL THEN 'tracker' WHEN l.latitude IS NOT NULL AND l.longitude IS NOT NULL THEN 'base' END
        AS "placedBy",
      l.authorized_until IS NULL OR l.authorized_until >= current_date AS "isAuthorized"
    FROM ${visibleLinked(viewer, 'responder')} LEFT JOIN LATERAL (
      SELECT p.latitude, p.longitude FROM device_state AS p
      WHERE p.device_id = l.device_id AND p.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)})
    ) AS at ON true
    WHERE ${id === undefined ? sql`true` : sql`l.id = ${id}`}
    ORDER BY l.name COLLATE "pt-BR-x-icu", l.id`.execute(db);
  return rows;
}
