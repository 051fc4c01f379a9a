/** The watch list, and what one person hands over to another (SHIFT-02, SHIFT-03). */
import type { HandoverItem, WatchedDeviceInput, WatchedDeviceQuery } from '@atalaia/contract/desk/shift';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

const inForce = sql`w.ended_at IS NULL AND w.until > now()`;

/** The contract's WatchedDevices, those that end first before others, as JSON with commas between. */
export async function describeWatched(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceId, id }: WatchedDeviceQuery & { readonly id?: number },
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY w.until, w.id), '') AS json
    FROM watched_devices AS w JOIN ${visibleDevices(viewer)} ON d.id = w.device_id, LATERAL (
      SELECT w.id, d.id AS "deviceId", d.name AS "deviceName", d.attributes ->> 'plate' AS plate, w.reason,
        ${isoTime('w.created_at')} AS "createdAt", w.created_by_name AS "createdBy", ${isoTime('w.until')} AS until
    ) AS shown
    WHERE ${inForce} AND ${deviceId === undefined ? sql`true` : sql`w.device_id = ${Number(deviceId)}`}
      AND ${id === undefined ? sql`true` : sql`w.id = ${id}`}`.execute(db);
  return rows[0]?.json ?? '';
}

/** The one before of the same device ends. */
export async function insertWatched(
  db: Kysely<Schema>,
  { deviceId, reason, until }: WatchedDeviceInput,
  by: { readonly userId: number; readonly userName: string },
): Promise<number> {
  await sql`UPDATE watched_devices SET ended_at = now() WHERE device_id = ${deviceId} AND ended_at IS NULL`.execute(
    db,
  );
  const values = { device_id: deviceId, reason, until, created_by: by.userId, created_by_name: by.userName };
  const { id } = await db
    .insertInto('watched_devices')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endWatched(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE watched_devices AS w SET ended_at = now()
    WHERE w.id = ${id} AND ${inForce} AND w.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)}) RETURNING w.id`.execute(
    db,
  );
  return rows.length > 0;
}

const mostItems = 500;

/** The list that is made for a person who leaves: what he holds, and what is open of the vehicles that he sees. */
export async function listFor(db: Kysely<Schema>, viewer: Viewer): Promise<readonly HandoverItem[]> {
  const { rows } = await sql<HandoverItem>`
    WITH seen AS MATERIALIZED (SELECT d.id, d.name FROM ${visibleDevices(viewer)})
    SELECT kind, id, "deviceId", "deviceName", what, since FROM (
      SELECT 1 AS place, 'alarm' AS kind, a.id, a.device_id AS "deviceId", a.device_name AS "deviceName",
        coalesce(a.alarm, a.event_type, a.call_reason, a.rule_name, '') AS what, ${isoTime('a.opened_at')} AS since
      FROM alarm_claims AS c JOIN alarms AS a ON a.subject = c.subject AND a.closed_at IS NULL AND a.pending_until IS NULL
      WHERE c.user_id = ${viewer.userId}
      UNION ALL SELECT 2, 'sinister', s.id, s.device_id, seen.name, s.opening_type, ${isoTime('s.created_at')}
      FROM sinisters AS s JOIN seen ON seen.id = s.device_id WHERE s.status = 'opened'
      UNION ALL SELECT 3, 'command', m.id, m.device_id, seen.name, m.type, ${isoTime('m.created_at')}
      FROM sent_commands AS m JOIN seen ON seen.id = m.device_id WHERE m.state = 'queued' AND m.expires_at > now()
      UNION ALL SELECT 4, 'watched', w.id, w.device_id, seen.name, w.reason, ${isoTime('w.created_at')}
      FROM watched_devices AS w JOIN seen ON seen.id = w.device_id WHERE ${inForce}
    ) AS items ORDER BY place, since, id LIMIT ${mostItems}`.execute(db);
  return rows;
}

export async function insertHandover(
  db: Kysely<Schema>,
  by: { readonly userId: number; readonly userName: string },
  note: string,
  items: readonly HandoverItem[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO shift_handovers (user_id, user_name, note, items)
    VALUES (${by.userId}, ${by.userName}, ${note}, ${JSON.stringify(items)}::jsonb) RETURNING id`.execute(db);
  return rows[0]?.id ?? 0;
}

/**
 * Over `shift_handovers AS h`: his own, and those of which he sees a vehicle; without any vehicle everybody of the desk's.
 * What it names of others' vehicles stays away.
 */
const seenItems = sql`ARRAY(SELECT item FROM jsonb_array_elements(h.items) AS item
  WHERE item ->> 'deviceId' IS NULL OR (item ->> 'deviceId')::int IN (SELECT id FROM seen))`;
const seesHandover = ({ userId, administrator }: Viewer) =>
  administrator
    ? sql`true`
    : sql`(h.user_id = ${userId} OR cardinality(${seenItems}) > 0 OR jsonb_array_length(h.items) = 0)`;

/** The contract's Handovers, the newest first, as JSON with commas between. */
export async function describeHandovers(db: Kysely<Schema>, viewer: Viewer, id?: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    WITH seen AS MATERIALIZED (SELECT d.id FROM ${visibleDevices(viewer)})
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY h.id DESC), '') AS json
    FROM shift_handovers AS h, LATERAL (
      SELECT h.id, h.user_id AS "userId", h.user_name AS "userName", ${isoTime('h.created_at')} AS "createdAt", h.note,
        to_json(${seenItems}) AS items, ${isoTime('h.accepted_at')} AS "acceptedAt", h.accepted_by_name AS "acceptedBy",
        ${isoTime('h.escalated_at')} AS "escalatedAt"
    ) AS shown
    WHERE (h.accepted_at IS NULL OR h.created_at > now() - interval '24 hours') AND ${seesHandover(viewer)}
      AND ${id === undefined ? sql`true` : sql`h.id = ${id}`}`.execute(db);
  return rows[0]?.json ?? '';
}

/** One person accepts it; undefined where he does not see it, false where somebody has, or it is his own. */
export async function acceptHandover(
  db: Kysely<Schema>,
  viewer: Viewer,
  userName: string,
  id: number,
): Promise<{ readonly fromUserId: number; readonly isAccepted: boolean } | undefined> {
  const { rows: found } = await sql<{ fromUserId: number; isOpen: boolean }>`
    WITH seen AS MATERIALIZED (SELECT d.id FROM ${visibleDevices(viewer)})
    SELECT h.user_id AS "fromUserId", h.accepted_at IS NULL AND h.user_id <> ${viewer.userId} AS "isOpen"
    FROM shift_handovers AS h WHERE h.id = ${id} AND ${seesHandover(viewer)} FOR UPDATE OF h`.execute(db);
  const [handover] = found;
  if (!handover) return undefined;
  const { fromUserId, isOpen } = handover;
  if (!isOpen) return { fromUserId, isAccepted: false };
  await sql`UPDATE shift_handovers SET accepted_at = now(), accepted_by = ${viewer.userId}, accepted_by_name = ${userName}
    WHERE id = ${id}`.execute(db);
  return { fromUserId, isAccepted: true };
}

/** Handovers that nobody accepted within 10 min, marked once, with the supervisors to notify. */
export async function escalateHandovers(
  db: Kysely<Schema>,
): Promise<readonly { readonly userName: string; readonly supervisorIds: readonly number[] }[]> {
  const { rows } = await sql<{ userName: string; supervisorIds: readonly number[] }>`
    WITH due AS (
      UPDATE shift_handovers SET escalated_at = now()
      WHERE accepted_at IS NULL AND escalated_at IS NULL AND created_at < now() - interval '10 minutes'
      RETURNING user_name
    )
    SELECT user_name AS "userName", ARRAY(
      SELECT u.id FROM users AS u WHERE (u.administrator OR u.desk_role = 'supervisor') AND NOT u.disabled ORDER BY u.id
    ) AS "supervisorIds" FROM due`.execute(db);
  return rows;
}
