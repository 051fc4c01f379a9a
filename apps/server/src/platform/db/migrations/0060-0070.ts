import { type Kysely, sql } from 'kysely';

/**
 * Fields that clients of the field write and read: when a device ends and in which hours its positions are kept, what a
 * notification is called and which saved command it is for, the order of computed attributes, two flags of a user, and a
 * word to everybody.
 */
export async function fieldsOfClients(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE devices ADD COLUMN expiration_time timestamptz, ADD COLUMN calendar_id integer REFERENCES calendars;
    CREATE INDEX devices_calendar ON devices (calendar_id) WHERE calendar_id IS NOT NULL;
    ALTER TABLE notifications ADD COLUMN description text,
      ADD COLUMN command_id integer REFERENCES commands ON DELETE SET NULL;
    CREATE INDEX notifications_command ON notifications (command_id) WHERE command_id IS NOT NULL;
    ALTER TABLE computed_attributes ADD COLUMN priority integer NOT NULL DEFAULT 0;
    ALTER TABLE users ADD COLUMN fixed_email boolean NOT NULL DEFAULT false,
      ADD COLUMN temporary boolean NOT NULL DEFAULT false;
    ALTER TABLE server_settings ADD COLUMN announcement text`.execute(db);
}

/**
 * The installation, and the processes that work on it. `id`: a restore gives another one. `floor`: the newest migration that a
 * release must know to work with this database.
 */
export async function processes(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE installation (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      -- Of the SECRET_KEY that seals what is stored; null until the first start, and after a restore.
      key_fingerprint text,
      floor text
    );
    INSERT INTO installation DEFAULT VALUES;

    -- Each running process says every 2 s that it is there, by the database's clock.
    CREATE TABLE processes (
      epoch bigint PRIMARY KEY,
      version text NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
