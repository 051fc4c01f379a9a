/**
 * Fields that clients of the field write and read: when a device ends and in which hours its positions are kept, what a
 * notification is called and which saved command it is for, the order of computed attributes, two flags of a user, and a
 * word to everybody.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
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
