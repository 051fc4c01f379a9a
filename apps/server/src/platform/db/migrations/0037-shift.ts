import { type Kysely, sql } from 'kysely';

/** The watch list and handing over (SHIFT-02, SHIFT-03). People are numbers without reference: both are history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE watched_devices (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
      reason text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      created_by integer NOT NULL,
      created_by_name text NOT NULL,
      until timestamptz NOT NULL,
      ended_at timestamptz
    );
    CREATE UNIQUE INDEX watched_devices_once ON watched_devices (device_id) WHERE ended_at IS NULL;
    CREATE INDEX watched_devices_device ON watched_devices (device_id);

    -- items: the list as it was made for him, by number; names are read where one may see them.
    CREATE TABLE shift_handovers (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL,
      user_name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      note text NOT NULL,
      items jsonb NOT NULL,
      accepted_at timestamptz,
      accepted_by integer,
      accepted_by_name text,
      escalated_at timestamptz
    );
    CREATE INDEX shift_handovers_open ON shift_handovers (created_at) WHERE accepted_at IS NULL`.execute(db);
}
