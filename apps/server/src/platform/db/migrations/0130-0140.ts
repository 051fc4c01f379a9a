import { type Kysely, sql } from 'kysely';

/** What clients of the field ask for: commands that notifications carry out, their scheduled reports, a device's picture. */
export async function clientsOfTheField(db: Kysely<unknown>): Promise<void> {
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

/** A notice has the transaction that made it: a web process that missed it reads it by that. Those of before have none. */
export async function noticesOfAGap(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notification_deliveries ADD COLUMN tx xid8;
    ALTER TABLE notification_deliveries ALTER COLUMN tx SET DEFAULT pg_current_xact_id();
    CREATE INDEX notification_deliveries_tx ON notification_deliveries (tx) WHERE notificator = 'web' AND tx IS NOT NULL`.execute(
    db,
  );
}

/** Which object here is which of another system, so that a second import brings only what is new (BACK-04). */
export async function importedObjects(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE imported_objects (
      source text NOT NULL,
      kind text NOT NULL,
      source_key text NOT NULL,
      object_id bigint NOT NULL,
      imported_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (source, kind, source_key)
    )`.execute(db);
}
