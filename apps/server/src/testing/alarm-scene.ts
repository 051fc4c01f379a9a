/** People of the alarm desk and events that open its alarms, for tests. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import type { createWorld } from './world.ts';

export interface QueuedEventParts {
  readonly type?: string;
  readonly label?: string;
  /** How long before now it happened; it comes now. */
  readonly agoSeconds?: number;
}

export function createAlarmScene(
  kysely: Kysely<Schema>,
  world: ReturnType<typeof createWorld>,
  openQueued: () => Promise<void>,
) {
  /** An event as the ingest's statement stores it, in the queue of alarms too. */
  async function event(
    deviceId: number,
    { type = 'alarm', label = 'powerCut', agoSeconds = 0 }: QueuedEventParts = {},
  ): Promise<number> {
    const attributes = type === 'alarm' ? { alarm: label } : {};
    const { rows } = await sql<{ id: number }>`
      WITH stored AS (
        INSERT INTO events (device_id, type, event_time, server_time, attributes)
        VALUES (${deviceId}, ${type}, now() - ${agoSeconds} * interval '1 second', now(), ${JSON.stringify(attributes)})
        RETURNING id
      ), queued AS (INSERT INTO alarm_queue (event_id, device_id) SELECT id, ${deviceId} FROM stored)
      SELECT id FROM stored`.execute(kysely);
    return rows[0]?.id ?? 0;
  }
  const openAlarmOf = async (deviceId: number) => {
    const row = await kysely
      .selectFrom('alarms')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('closed_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row?.id ?? 0;
  };

  return {
    event,
    openAlarmOf,
    /** An operator who sees these devices. */
    async operator(deviceIds: readonly number[] = [], deskRole: 'operator' | 'supervisor' = 'operator') {
      const person = await world.person({ desk_role: deskRole });
      for (const device of deviceIds) await world.link(person.id, { device });
      return person;
    },
    /** An alarm of a device by an event; its number. */
    async alarm(deviceId: number, parts: QueuedEventParts = {}): Promise<number> {
      await event(deviceId, parts);
      await openQueued();
      return openAlarmOf(deviceId);
    },
    /** Its rows as if all of it had happened so much earlier. */
    async age(alarmId: number, seconds: number): Promise<void> {
      const earlier = sql`${seconds} * interval '1 second'`;
      await sql`
        UPDATE alarms SET opened_at = opened_at - ${earlier}, last_joined_at = last_joined_at - ${earlier},
          claim_due_at = claim_due_at - ${earlier}, close_due_at = close_due_at - ${earlier}, due_at = due_at - ${earlier},
          pending_until = pending_until - ${earlier}, held_until = held_until - ${earlier}
        WHERE id = ${alarmId}`.execute(kysely);
      await sql`UPDATE alarm_escalation_steps SET due_at = due_at - ${earlier} WHERE alarm_id = ${alarmId}`.execute(
        kysely,
      );
    },
  };
}
