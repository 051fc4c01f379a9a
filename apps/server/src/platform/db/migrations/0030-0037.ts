import { type Kysely, sql } from 'kysely';

/** What a token made for a program is called, what it may do (null: all that its user may), and when it last came. */
export async function namedTokens(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sessions
      ADD COLUMN name text,
      ADD COLUMN scopes text[],
      ADD COLUMN last_used_at timestamptz`.execute(db);
}

/**
 * Mass faults (DESK-10). `overdue_at`: from then on a device is silent beyond its own interval; written with every
 * message, so it has no index, and is looked at in one pass over the table.
 */
export async function massFaults(db: Kysely<unknown>): Promise<void> {
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

// Blocks as requests with a state, and the policies that they are judged by (BLOCK).

const policies = sql`
  -- Groups and geofences are numbers without reference: one that is removed fits nothing any more.
  CREATE TABLE block_policies (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text UNIQUE,
    name text NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    categories text[] NOT NULL DEFAULT '{}',
    group_ids integer[] NOT NULL DEFAULT '{}',
    never boolean NOT NULL DEFAULT false,
    moment text NOT NULL DEFAULT 'any' CHECK (moment IN ('any', 'standstill', 'ignitionOff')),
    max_speed_kph double precision,
    max_fix_age_seconds integer,
    second_person boolean NOT NULL DEFAULT false,
    alone_allowed boolean NOT NULL DEFAULT true,
    theft_lifts_second boolean NOT NULL DEFAULT true,
    forbidden_geofence_ids integer[] NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1
  );
  INSERT INTO block_policies (key, name, categories, never) VALUES
    ('never', 'Nunca bloquear', '{person,animal,package,boat,ship,jetSki,plane,helicopter,drone}', true);
  INSERT INTO block_policies (key, name, categories, moment, second_person) VALUES
    ('careful', 'Somente parado e com segunda pessoa',
      '{ambulance,fireTruck,police,minibus,bus,schoolBus,trolleybus,tankTruck,motorcycle}', 'standstill', true);
`;

const requests = sql`
  -- A request keeps its own copy of who, what and by which policy: devices and people are numbers without reference.
  CREATE TABLE block_requests (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('block', 'release')),
    device_id integer NOT NULL,
    device_name text NOT NULL,
    plate text,
    state text NOT NULL CHECK (state IN ('requested', 'waiting', 'sent', 'confirmed', 'refused', 'expired', 'unanswered',
      'contradicted', 'released', 'withdrawn')),
    state_reason text,
    moment text NOT NULL DEFAULT 'now' CHECK (moment IN ('now', 'standstill', 'ignitionOff')),
    reason text NOT NULL,
    note text,
    confirmation text,
    asked_by integer,
    asked_by_name text NOT NULL,
    asked_address text,
    asked_at timestamptz NOT NULL DEFAULT now(),
    policy jsonb NOT NULL,
    -- what is sent to the tracker
    command jsonb NOT NULL,
    confirm_until timestamptz,
    alone_from timestamptz,
    confirmed_by integer,
    confirmed_by_name text,
    second_at timestamptz,
    alone_reason text,
    reviewed_by integer,
    reviewed_by_name text,
    reviewed_at timestamptz,
    expires_at timestamptz,
    sinister_id integer,
    sent_id integer,
    sent_at timestamptz,
    done_at timestamptz,
    ended_at timestamptz,
    answer text,
    -- the newest position that was looked at for a contradiction
    looked_at_position bigint,
    overdue_reported_at timestamptz,
    version integer NOT NULL DEFAULT 1
  );
  -- One at a time on its way to the wire: two people who ask at once are told of each other.
  CREATE UNIQUE INDEX block_requests_open ON block_requests (device_id) WHERE state IN ('requested', 'waiting');
  CREATE INDEX block_requests_live ON block_requests (device_id, id)
    WHERE state IN ('requested', 'waiting', 'sent', 'confirmed', 'unanswered', 'contradicted');
  CREATE INDEX block_requests_device ON block_requests (device_id, id);
  CREATE INDEX block_requests_sent ON block_requests (sent_id) WHERE sent_id IS NOT NULL;
  CREATE INDEX block_requests_review ON block_requests (id) WHERE alone_reason IS NOT NULL AND reviewed_at IS NULL;

  CREATE TABLE block_history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    block_id integer NOT NULL REFERENCES block_requests,
    at timestamptz NOT NULL DEFAULT now(),
    action text NOT NULL,
    user_id integer,
    user_name text,
    address text,
    details jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX block_history_block ON block_history (block_id, id);
  CREATE FUNCTION refuse_block_history_change() RETURNS trigger LANGUAGE plpgsql AS $refuse$
  BEGIN
    RAISE EXCEPTION 'the history of blocks is never changed' USING ERRCODE = 'AT004';
  END
  $refuse$;
  CREATE TRIGGER block_history_kept BEFORE UPDATE OR DELETE ON block_history
    FOR EACH ROW EXECUTE FUNCTION refuse_block_history_change();

  -- The request that a command is of, and what it is judged by once more as it leaves.
  ALTER TABLE sent_commands ADD COLUMN block_id integer, ADD COLUMN block_limits jsonb;

  INSERT INTO alarm_rules (key, name, position, enabled, event_types, severity, siren)
    SELECT 'blockContradicted', 'Bloqueio contradito', coalesce(max(position), 0) + 1, true, '{blockContradicted}', 0, true
    FROM alarm_rules WHERE retired_at IS NULL;
`;

export async function safeBlock(db: Kysely<unknown>): Promise<void> {
  await policies.execute(db);
  await requests.execute(db);
}

/** The watch list and handing over (SHIFT-02, SHIFT-03). People are numbers without reference: both are history. */
export async function shift(db: Kysely<unknown>): Promise<void> {
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
