/**
 * The tables of the core. Times are `timestamptz`, speeds knots, distances metres, running time milliseconds.
 * Names (of people, devices, groups) are ordered with `COLLATE "pt-BR-x-icu"`, so that "água" stands before "Zeca".
 */
import { type Kysely, sql } from 'kysely';

const people = sql`
  CREATE TABLE customers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    group_id integer,
    cpf_cnpj text NOT NULL,
    type text NOT NULL DEFAULT 'F',
    name text NOT NULL,
    street text, number text, complement text, neighborhood text, city text, state text, postal_code text,
    phone text, cellphone text, notification_email text, secondary_email text,
    category text NOT NULL DEFAULT 'client',
    status text NOT NULL DEFAULT 'active',
    notes text,
    disabled boolean NOT NULL DEFAULT false,
    registration_date timestamptz NOT NULL DEFAULT now(),
    expiration_date timestamptz,
    invoice_day integer,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX customers_group ON customers (group_id);

  CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id integer REFERENCES customers ON DELETE SET NULL,
    name text NOT NULL,
    email text NOT NULL,
    login text,
    password_hash text NOT NULL,
    phone text,
    map text,
    latitude double precision NOT NULL DEFAULT 0,
    longitude double precision NOT NULL DEFAULT 0,
    zoom double precision NOT NULL DEFAULT 0,
    twelve_hour_format boolean NOT NULL DEFAULT false,
    coordinate_format text,
    poi_layer text,
    disabled boolean NOT NULL DEFAULT false,
    administrator boolean NOT NULL DEFAULT false,
    readonly boolean NOT NULL DEFAULT false,
    device_readonly boolean NOT NULL DEFAULT false,
    limit_commands boolean NOT NULL DEFAULT false,
    expiration_time timestamptz,
    device_limit integer NOT NULL DEFAULT 0,
    user_limit integer NOT NULL DEFAULT 0,
    attributes jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX users_name ON users (name COLLATE "pt-BR-x-icu");
  CREATE INDEX users_customer ON users (customer_id);

  -- E-mail and login are one name space, case ignored (USR-03): what someone types to sign in finds one user.
  CREATE TABLE user_names (
    name text PRIMARY KEY CHECK (name = lower(name)),
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE
  );
  CREATE INDEX user_names_user ON user_names (user_id);

  CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    address text,
    user_agent text
  );
  CREATE INDEX sessions_user ON sessions (user_id);
  CREATE INDEX sessions_expiry ON sessions (expires_at);

  CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    user_id integer,
    user_name text,
    action text NOT NULL,
    noun text NOT NULL,
    object_id bigint,
    address text,
    details jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX audit_time ON audit (at);
`;

const fleet = sql`
  CREATE TABLE groups (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    group_id integer REFERENCES groups ON DELETE SET NULL,
    attributes jsonb NOT NULL DEFAULT '{}',
    CHECK (group_id <> id)
  );
  CREATE INDEX groups_parent ON groups (group_id);
  CREATE INDEX groups_name ON groups (name COLLATE "pt-BR-x-icu");
  ALTER TABLE customers ADD FOREIGN KEY (group_id) REFERENCES groups ON DELETE SET NULL;

  CREATE TABLE devices (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    unique_id text NOT NULL UNIQUE,
    name text NOT NULL,
    group_id integer REFERENCES groups ON DELETE SET NULL,
    customer_id integer REFERENCES customers ON DELETE SET NULL,
    category text,
    disabled boolean NOT NULL DEFAULT false,
    phone text,
    model text,
    contact text,
    attributes jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX devices_group ON devices (group_id);
  CREATE INDEX devices_customer ON devices (customer_id);
  CREATE INDEX devices_name ON devices (name COLLATE "pt-BR-x-icu");

  CREATE TABLE user_devices (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
    PRIMARY KEY (user_id, device_id)
  );
  CREATE INDEX user_devices_device ON user_devices (device_id);
  CREATE TABLE user_groups (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
    PRIMARY KEY (user_id, group_id)
  );
  CREATE INDEX user_groups_group ON user_groups (group_id);
  CREATE TABLE user_users (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    managed_user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    PRIMARY KEY (user_id, managed_user_id),
    CHECK (user_id <> managed_user_id)
  );
  CREATE INDEX user_users_managed ON user_users (managed_user_id);
`;

const tracking = sql`
  -- Numbers of positions (one sequence for all partitions and odd ones) and of events. Each value opens a block of
  -- 1000 numbers, which a writer hands out itself: it knows a row's number before the row is there.
  CREATE SEQUENCE position_ids AS bigint INCREMENT BY 1000;
  CREATE SEQUENCE event_ids AS bigint INCREMENT BY 1000;

  -- digest: over the decoded content as ING-02 says, so that a packet sent twice is stored once.
  CREATE TABLE positions (
    id bigint NOT NULL DEFAULT nextval('position_ids'),
    device_id integer NOT NULL,
    fix_time timestamptz NOT NULL,
    digest uuid NOT NULL,
    device_time timestamptz NOT NULL,
    server_time timestamptz NOT NULL,
    protocol text NOT NULL,
    type text,
    valid boolean NOT NULL,
    outdated boolean NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    altitude real NOT NULL,
    speed real NOT NULL,
    course real NOT NULL,
    accuracy real NOT NULL,
    ignition boolean,
    motion boolean,
    distance double precision,
    total_distance double precision,
    hours bigint,
    fuel real,
    address text,
    -- json and not jsonb: written 20,000 times a second and read whole, so parsing and sorting keys would be waste.
    network json,
    attributes json NOT NULL,
    UNIQUE (device_id, fix_time, digest)
  ) PARTITION BY RANGE (fix_time);
  CREATE INDEX positions_id ON positions (id);

  -- A fix time that no partition covers (a clock in 1980 by GPS rollover) would fail its whole batch: it goes here.
  CREATE TABLE odd_positions (
    id bigint PRIMARY KEY DEFAULT nextval('position_ids'),
    device_id integer NOT NULL,
    fix_time timestamptz NOT NULL,
    digest uuid NOT NULL,
    server_time timestamptz NOT NULL,
    reason text NOT NULL,
    content jsonb NOT NULL,
    UNIQUE (device_id, fix_time, digest)
  );

  -- What is known of a device now, one row each; position is the contract's Position as it was sent live, and the
  -- columns from latitude to alarm are what a map needs of it (reading them out of json for 100,000 takes seconds).
  -- memory is what the event rules remember between positions, so that a restart says nothing twice (ING-07).
  CREATE TABLE device_state (
    device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    status text NOT NULL DEFAULT 'offline',
    last_update timestamptz,
    position_id bigint,
    fix_time timestamptz,
    position json,
    latitude double precision,
    longitude double precision,
    course real,
    speed real,
    ignition boolean,
    alarm text,
    siren_event_id bigint,
    memory json NOT NULL DEFAULT '{}'
  ) WITH (fillfactor = 50);

  CREATE TABLE events (
    id bigint PRIMARY KEY DEFAULT nextval('event_ids'),
    device_id integer NOT NULL,
    type text NOT NULL,
    event_time timestamptz NOT NULL,
    server_time timestamptz NOT NULL,
    position_id bigint,
    geofence_id integer,
    maintenance_id integer,
    attributes jsonb NOT NULL DEFAULT '{}',
    handled_at timestamptz,
    handled_by integer
  );
  CREATE INDEX events_device_time ON events (device_id, event_time);
  CREATE INDEX events_arrival ON events (server_time);

  -- Fails the statement of a batch whose state or events follow from positions that were stored before, naming them.
  CREATE FUNCTION refuse_repeats(position_ids bigint[]) RETURNS void LANGUAGE plpgsql AS $refuse$
  BEGIN
    IF cardinality(position_ids) > 0 THEN
      RAISE EXCEPTION 'positions stored before'
        USING ERRCODE = 'AT001', DETAIL = array_to_string(position_ids, ',');
    END IF;
  END
  $refuse$;

  CREATE TABLE unknown_trackers (
    unique_id text PRIMARY KEY,
    protocol text NOT NULL,
    address text NOT NULL,
    attempts bigint NOT NULL DEFAULT 1,
    first_seen timestamptz NOT NULL DEFAULT now(),
    last_seen timestamptz NOT NULL DEFAULT now()
  );
`;

const installation = sql`
  CREATE TABLE server_settings (
    id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    map text,
    bing_key text,
    map_url text,
    latitude double precision,
    longitude double precision,
    zoom double precision,
    twelve_hour_format boolean NOT NULL DEFAULT false,
    force_settings boolean NOT NULL DEFAULT false,
    coordinate_format text,
    poi_layer text,
    registration boolean NOT NULL DEFAULT false,
    readonly boolean NOT NULL DEFAULT false,
    device_readonly boolean NOT NULL DEFAULT false,
    limit_commands boolean NOT NULL DEFAULT false,
    device_limit integer NOT NULL DEFAULT 0,
    timezone text,
    speed_unit text,
    distance_unit text,
    volume_unit text,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  INSERT INTO server_settings DEFAULT VALUES;

  CREATE TABLE company_configurations (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL UNIQUE,
    logo_url text,
    theme text NOT NULL DEFAULT '#1293d1',
    android_app_url text,
    ios_app_url text
  );
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [people, fleet, tracking, installation]) await part.execute(db);
}
