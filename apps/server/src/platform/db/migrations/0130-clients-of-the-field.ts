import { type Kysely, sql } from 'kysely';

/** What clients of the field ask for: commands that notifications carry out, their scheduled reports, a device's picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // a delivery may be a command: one for each event, owner and command, however many notifications name it
  await sql`
    ALTER TABLE notification_deliveries ADD COLUMN command_id integer,
      DROP CONSTRAINT notification_deliveries_event_id_user_id_notificator_key,
      ADD UNIQUE NULLS NOT DISTINCT (event_id, user_id, notificator, command_id)`.execute(db);
  await sql`ALTER TABLE scheduled_reports ADD COLUMN attributes jsonb NOT NULL DEFAULT '{}'`.execute(db);
  await sql`
    CREATE TABLE device_images (
      device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
      type text NOT NULL,
      bytes bytea NOT NULL,
      uploaded_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
