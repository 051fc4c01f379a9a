import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

/** What a command did that its tracker did not say itself. */
export interface CommandEvent {
  readonly deviceId: number;
  readonly type: 'commandResult' | 'queuedCommandSent';
  readonly commandId: number;
  readonly commandType: string;
  readonly state: 'sent' | 'failed' | 'expired';
  readonly reason: string | null;
}

/** Stores an event of each; their numbers. */
export async function insertCommandEvents(
  db: Kysely<Schema>,
  events: readonly CommandEvent[],
): Promise<number[]> {
  const json = JSON.stringify(events);
  const { rows } = await sql<{ id: number }>`
    WITH stored AS (INSERT INTO events (device_id, type, event_time, server_time, attributes)
    SELECT "deviceId", type, now(), now(), jsonb_strip_nulls(jsonb_build_object(
      'commandId', "commandId", 'commandType', "commandType", 'state', state, 'reason', reason))
    FROM jsonb_to_recordset(${json}::jsonb)
      AS event ("deviceId" integer, type text, "commandId" integer, "commandType" text, state text, reason text)
    RETURNING id, device_id, type
    ), alarming AS (
      INSERT INTO alarm_queue (event_id, device_id)
      SELECT id, device_id FROM stored WHERE EXISTS (
        SELECT FROM alarm_rules AS r WHERE r.enabled AND r.retired_at IS NULL AND stored.type = ANY(r.event_types || r.normal_types))
    )
    SELECT id FROM stored`.execute(db);
  return rows.map(({ id }) => id);
}
