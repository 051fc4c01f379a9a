/** Events of blocks: what the live channel, alarm rules and people's notifications hear of them. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';

export type BlockEventType =
  | 'blockAwaitsConfirmation'
  | 'blockUnanswered'
  | 'blockContradicted'
  | 'blockOverdue';

export interface BlockEvent {
  readonly type: BlockEventType;
  readonly deviceId: number;
  readonly blockId: number;
  readonly kind: string;
  readonly reason?: string;
  readonly askedByName?: string;
}

/** Stores an event of each, and queues those that are alarms; their numbers. */
export async function insertBlockEvents(
  db: Kysely<Schema>,
  events: readonly BlockEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    WITH stored AS (
      INSERT INTO events (device_id, type, event_time, server_time, position_id, attributes)
      SELECT "deviceId", type, now(), now(), s.position_id, jsonb_strip_nulls(jsonb_build_object(
        'blockId', "blockId", 'blockKind', kind, 'reason', reason, 'askedBy', "askedByName"))
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        AS event (type text, "deviceId" integer, "blockId" integer, kind text, reason text, "askedByName" text)
      LEFT JOIN device_state AS s ON s.device_id = event."deviceId"
      RETURNING id, device_id, type
    ), alarming AS (
      INSERT INTO alarm_queue (event_id, device_id)
      SELECT id, device_id FROM stored WHERE EXISTS (
        SELECT FROM alarm_rules AS r WHERE r.enabled AND r.retired_at IS NULL AND stored.type = ANY(r.event_types || r.normal_types))
    )
    SELECT id FROM stored`.execute(db);
  return rows.map(({ id }) => id);
}

/** A message of an event to these people's phones; who does not see the device gets none. Browsers hear the event itself. */
export async function queueMessages(
  db: Kysely<Schema>,
  eventId: number,
  deviceId: number,
  to: { readonly supervisorsBut: number | null } | { readonly userIds: readonly number[] },
): Promise<void> {
  const who =
    'userIds' in to
      ? sql`u.id = ANY(${to.userIds}::int[])`
      : sql`(u.administrator OR u.desk_role = 'supervisor') AND u.id IS DISTINCT FROM ${to.supervisorsBut}`;
  await sql`
    INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, next_try_at)
    SELECT ${eventId}, ${deviceId}, u.id, 0, way, now(), now()
    FROM users AS u, unnest(ARRAY['mobile']) AS way WHERE NOT u.disabled AND ${who}
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Puts the question to those who may confirm it, on every session and phone of theirs (BLOCK-02). */
export async function askSecondPersons(
  db: Kysely<Schema>,
  about: Omit<BlockEvent, 'type'> & { readonly askedBy: number },
): Promise<number[]> {
  const { askedBy, ...event } = about;
  const ids = await insertBlockEvents(db, [{ ...event, type: 'blockAwaitsConfirmation' }]);
  for (const id of ids) await queueMessages(db, id, about.deviceId, { supervisorsBut: askedBy });
  return ids;
}
