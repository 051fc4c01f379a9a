import { type Kysely, sql } from 'kysely';

/**
 * Mass faults (DESK-10). `overdue_at`: from then on a device is silent beyond its own interval; written with every
 * message, so it has no index, and is looked at in one pass over the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE device_state ADD COLUMN overdue_at timestamptz;

    -- A process that takes messages says so every few seconds; one that was not seen for longer took none.
    CREATE TABLE ingest_processes (
      epoch bigint PRIMARY KEY,
      seen_at timestamptz NOT NULL
    );

    -- silent_since: its last message before. A silence that one mass fault named is named by no other.
    ALTER TABLE alarm_mass_devices ADD COLUMN silent_since timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN joined_at timestamptz NOT NULL DEFAULT now();
    CREATE INDEX alarm_mass_devices_silence ON alarm_mass_devices (device_id, silent_since);
    -- One open mass fault of a group, also when two processes find it at once.
    CREATE UNIQUE INDEX alarms_mass_fault_once ON alarms ((mass_fault ->> 'by'), (mass_fault ->> 'value'))
      WHERE kind = 'massFault' AND closed_at IS NULL`.execute(db);
}
