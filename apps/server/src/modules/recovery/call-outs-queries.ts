import {
  type CallOut,
  type CallOutAnswer,
  type CallOutLine,
  type CallOutPlace,
  type CallOutReportQuery,
  type NearResponder,
  trackedCallOutStates,
} from '@atalaia/contract/sinisters/call-out';
import { type Insertable, type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { CallOutsTable, Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices, visibleLinked } from '../../visibility/visible.ts';

/** The columns of a call-out `o`; its cost follows from prices and kilometres where nobody said it. */
const presented = sql`
  o.id, o.sinister_id AS "sinisterId", coalesce(o.responder_id, 0) AS "responderId", o.name, o.phone, o.message,
  ${isoTime('o.created_at')} AS "createdAt", o.created_by AS "createdBy", o.approved_by AS "approvedBy", o.state,
  o.channel, o.channel_state AS "channelState", ${isoTime('o.channel_at')} AS "channelAt",
  ${isoTime('o.seen_at')} AS "seenAt", ${isoTime('o.on_the_way_at')} AS "onTheWayAt", ${isoTime('o.on_site_at')} AS "onSiteAt",
  ${isoTime('o.ended_at')} AS "endedAt", o.latitude, o.longitude, ${isoTime('o.placed_at')} AS "placedAt", o.call_out_cents AS "callOutCents",
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

/** One of a case. Throws `not-found`. */
export async function requireCallOut(db: Kysely<Schema>, sinisterId: number, id: number): Promise<CallOut> {
  const one = (await listCallOuts(db, sinisterId)).find((made) => made.id === id);
  if (!one) throw notFound('call-out', id);
  return one;
}

/** Those of visible cases that were made in a period, oldest first, with case and plate. */
export async function listCallOutsBetween(
  db: Kysely<Schema>,
  visible: RawBuilder<unknown>,
  { from, to, sinisterId }: CallOutReportQuery,
): Promise<CallOutLine[]> {
  const { rows } = await sql<CallOutLine>`
    SELECT ${presented}, s.number, s.device -> 'attributes' ->> 'plate' AS plate
    FROM ${visible} JOIN call_outs AS o ON o.sinister_id = s.id
    WHERE o.created_at >= ${from} AND o.created_at < ${to}
      AND ${sinisterId === undefined ? sql`true` : sql`s.id = ${Number(sinisterId)}`} ORDER BY o.id`.execute(
    db,
  );
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
  /** The link was opened before. */
  readonly seen: boolean;
  /** Keys of the answers that were received. */
  readonly answerKeys: readonly string[];
  /** When it came to its state. */
  readonly since: string;
}

/** The call-out of a token, with through whose eyes it looks. With `lock` nobody else changes it meanwhile. */
export async function findCallOut(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  lock = false,
): Promise<FoundCallOut | undefined> {
  const { rows } = await sql<FoundCallOut>`
    SELECT o.id, o.sinister_id AS "sinisterId", o.name, o.message, o.state, o.seen_at IS NOT NULL AS seen, o.answer_keys AS "answerKeys",
      greatest(o.created_at, o.on_the_way_at, o.on_site_at) AS since, u.id AS "userId", u.administrator,
      s.status = 'opened' AND o.state NOT IN ('cancelled', 'declined') AND NOT u.disabled
        AND (u.expiration_time IS NULL OR u.expiration_time > now()) AS "isInForce"
    FROM call_outs AS o JOIN sinisters AS s ON s.id = o.sinister_id JOIN users AS u ON u.id = o.user_id
    WHERE o.token_hash = ${tokenHash} ${lock ? sql`FOR NO KEY UPDATE OF o` : sql``}`.execute(db);
  return rows[0];
}

/** False when it was opened before. */
export async function noteSeen(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE call_outs SET seen_at = now() WHERE id = ${id} AND seen_at IS NULL RETURNING id`.execute(db);
  return rows.length > 0;
}

export interface NotedAnswer {
  readonly answer: CallOutAnswer['answer'];
  readonly at: Date;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly key?: string;
}

export async function noteAnswer(db: Kysely<Schema>, id: number, noted: NotedAnswer): Promise<void> {
  const { answer, at, latitude, longitude, key } = noted;
  const hasEnded = answer === 'recovered' || answer === 'declined';
  await db
    .updateTable('call_outs')
    .set({
      state: answer,
      ...(latitude !== undefined && { latitude, longitude }),
      ...(answer === 'onTheWay' && { on_the_way_at: at }),
      ...(answer === 'onSite' && { on_site_at: at }),
      ...(hasEnded && { ended_at: at }),
      ...(key && { answer_keys: sql<string[]>`answer_keys || ${key}::text` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Newer than what is known, of one who is on his way. False where nothing is to be written any more. */
export async function noteWhere(db: Kysely<Schema>, id: number, { latitude, longitude, at }: CallOutPlace) {
  const { rows } = await sql`
    UPDATE call_outs SET latitude = ${latitude}, longitude = ${longitude}, placed_at = ${at}
    WHERE id = ${id} AND ended_at IS NULL AND state = ANY(${trackedCallOutStates}::text[])
      AND (placed_at IS NULL OR placed_at < ${at}) RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Another link in the place of the one before. False for a call-out that ended. */
export async function renewCallOut(db: Kysely<Schema>, id: number, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    UPDATE call_outs SET token_hash = ${tokenHash}, seen_at = NULL, channel = NULL, channel_state = NULL, channel_at = NULL
    WHERE id = ${id} AND ended_at IS NULL RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function isCallOutLink(db: Kysely<Schema>, id: number, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM call_outs WHERE id = ${id} AND token_hash = ${tokenHash} AND ended_at IS NULL`.execute(db);
  return rows.length > 0;
}

/** Marks the link as leaving by SMS. False while another is under way; after a minute nobody waits for that one. */
export async function beginCallOutSms(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE call_outs SET channel = 'sms', channel_state = 'sending', channel_at = now()
    WHERE id = ${id} AND (channel_state IS DISTINCT FROM 'sending' OR channel_at < now() - interval '1 minute')
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function endCallOutSms(db: Kysely<Schema>, id: number, state: 'sent' | 'failed'): Promise<void> {
  await sql`
    UPDATE call_outs SET channel_state = ${state} WHERE id = ${id} AND channel = 'sms' AND channel_state = 'sending'`.execute(
    db,
  );
}

/** The language that was set for somebody of the directory. */
export async function readResponderLanguage(db: Kysely<Schema>, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ language: string | null }>`
    SELECT attributes ->> 'language' AS language FROM responders WHERE id = ${id}`.execute(db);
  return rows[0]?.language ?? undefined;
}

export type PlacedResponder = Omit<NearResponder, 'distanceMetres' | 'bearing'>;

/**
 * The visible prompt response, each where his tracker says, as far as the caller sees that device, else at his base;
 * one of them with `id`. Authorizations hold until the end of their last day in `zone`.
 */
export async function listPlacedResponders(
  db: Kysely<Schema>,
  viewer: Viewer,
  zone: string,
  id?: number,
): Promise<PlacedResponder[]> {
  const { rows } = await sql<PlacedResponder>`
    SELECT l.id, l.name, l.kind, l.phone, l.other_phone AS "otherPhone", l.area, l.hours,
      coalesce(at.latitude, l.latitude) AS latitude, coalesce(at.longitude, l.longitude) AS longitude,
      coalesce(l.device_id, 0) AS "deviceId", l.call_out_cents AS "callOutCents", l.km_cents AS "kmCents",
      l.authorization_number AS "authorizationNumber", l.authorized_until::text AS "authorizedUntil", l.attributes,
      CASE WHEN at.latitude IS NOT NULL THEN 'tracker' WHEN l.latitude IS NOT NULL AND l.longitude IS NOT NULL THEN 'base' END
        AS "placedBy",
      l.authorized_until IS NULL OR l.authorized_until >= (now() AT TIME ZONE ${zone})::date AS "isAuthorized"
    FROM ${visibleLinked(viewer, 'responder')} LEFT JOIN LATERAL (
      SELECT p.latitude, p.longitude FROM device_state AS p
      WHERE p.device_id = l.device_id AND p.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)})
    ) AS at ON true
    WHERE ${id === undefined ? sql`true` : sql`l.id = ${id}`}
    ORDER BY l.name COLLATE "pt-BR-x-icu", l.id`.execute(db);
  return rows;
}
