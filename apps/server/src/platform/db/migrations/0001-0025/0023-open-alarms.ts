import { type Kysely, sql } from 'kysely';

/**
 * The open alarms in the order in which they are listed; and sirens that two people left on, each handling the last but
 * one alarm of a vehicle at the same moment, go out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX events_open_alarms ON events (id) WHERE type = 'alarm' AND handled_at IS NULL`.execute(
    db,
  );
  await sql`
    UPDATE device_state AS s SET siren_event_id = (
      SELECT max(e.id) FROM events AS e
      WHERE e.device_id = s.device_id AND e.type = 'alarm' AND e.handled_at IS NULL
    )
    WHERE s.siren_event_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM events AS e WHERE e.id = s.siren_event_id AND e.handled_at IS NULL
    )`.execute(db);
}
