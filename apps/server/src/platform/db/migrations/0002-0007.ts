import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Devices that were removed and whose positions and events still wait to be deleted, a few thousand rows at a time. */
export async function removedDevices(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE removed_devices (
      device_id integer PRIMARY KEY,
      removed_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}

// What is registered beside devices, and who and what it is linked to (PERM-03). A thing counts for a device when it is
// linked to the device, to its group, or to a group above that.

const registersTables = sql`
  CREATE TABLE calendars (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    -- The iCalendar file as its uploader sent it: base64, bare or as a data URL.
    data text NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE TABLE geofences (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    description text,
    calendar_id integer REFERENCES calendars ON DELETE SET NULL,
    area text NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX geofences_calendar ON geofences (calendar_id);
  CREATE TABLE drivers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    unique_id text NOT NULL UNIQUE,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  -- start and period are in the unit of the position attribute that type names.
  CREATE TABLE maintenances (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    type text NOT NULL,
    start double precision NOT NULL,
    period double precision NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE TABLE notifications (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type text NOT NULL,
    always boolean NOT NULL DEFAULT false,
    notificators text,
    calendar_id integer REFERENCES calendars ON DELETE SET NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX notifications_calendar ON notifications (calendar_id);
  CREATE TABLE computed_attributes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    description text NOT NULL,
    attribute text NOT NULL,
    expression text NOT NULL,
    type text NOT NULL
  );
  -- Saved commands; device_id is null for one that fits any device.
  CREATE TABLE commands (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    device_id integer REFERENCES devices ON DELETE CASCADE,
    type text NOT NULL,
    text_channel boolean NOT NULL DEFAULT false,
    description text,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX commands_device ON commands (device_id);
`;

/** Owner, what it is linked to, and the linked table. */
const links: readonly (readonly [owner: string, linked: string, table: string])[] = [
  ...['user', 'group', 'device'].flatMap((owner) =>
    (
      [
        ['geofence', 'geofences'],
        ['driver', 'drivers'],
        ['maintenance', 'maintenances'],
        ['notification', 'notifications'],
        ['attribute', 'computed_attributes'],
        ['command', 'commands'],
      ] as const
    ).map(([linked, table]) => [owner, linked, table] as const),
  ),
  ['user', 'calendar', 'calendars'],
];

function linkTable(owner: string, linked: string, table: string): RawBuilder<unknown> {
  const name = `${owner}_${linked}s`;
  const ownerId = sql.ref(`${owner}_id`);
  const linkedId = sql.ref(`${linked}_id`);
  return sql`
    CREATE TABLE ${sql.table(name)} (
      ${ownerId} integer NOT NULL REFERENCES ${sql.table(`${owner}s`)} ON DELETE CASCADE,
      ${linkedId} integer NOT NULL REFERENCES ${sql.table(table)} ON DELETE CASCADE,
      PRIMARY KEY (${ownerId}, ${linkedId})
    );
    CREATE INDEX ${sql.ref(`${name}_${linked}`)} ON ${sql.table(name)} (${linkedId})`;
}

export async function registers(db: Kysely<unknown>): Promise<void> {
  await registersTables.execute(db);
  for (const [owner, linked, table] of links) await linkTable(owner, linked, table).execute(db);
}

/** Every command that was sent to a device or waits to be, and what became of it (CMD-05, CMD-07). */
export async function sentCommands(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sent_commands (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
      user_id integer REFERENCES users ON DELETE SET NULL,
      -- as he was called when he sent it
      user_name text,
      -- what was asked for at once bears one number
      batch_id uuid,
      type text NOT NULL,
      description text,
      attributes jsonb NOT NULL DEFAULT '{}',
      text_channel boolean NOT NULL DEFAULT false,
      -- Why a block that is not safe was sent nevertheless; null where that was not asked.
      confirmation text,
      -- The tracker obeys without an answer of its own.
      silent boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'sent', 'answered', 'failed', 'expired')),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- What is still queued then is never sent.
      expires_at timestamptz NOT NULL,
      sent_at timestamptz,
      ended_at timestamptz,
      answer text,
      -- Why it failed, a word.
      reason text
    );
    CREATE INDEX sent_commands_device ON sent_commands (device_id, id DESC);
    CREATE INDEX sent_commands_user ON sent_commands (user_id);
    CREATE INDEX sent_commands_queued ON sent_commands (device_id, id) WHERE state = 'queued';
    CREATE INDEX sent_commands_unanswered ON sent_commands (device_id, id) WHERE state = 'sent' AND NOT silent`.execute(
    db,
  );
}

// Events whose notifications are still to be looked up, and the notices that went, or shall go, to people (NOT-01).

const noticesTables = sql`
  -- Written in the transaction of the event, when any notification of its type exists; emptied by the notifications.
  CREATE TABLE event_queue (
    event_id bigint PRIMARY KEY,
    device_id integer NOT NULL,
    queued_at timestamptz NOT NULL DEFAULT now()
  );

  -- One row for each person, event and channel, so that nobody is told twice. States:
  -- waiting: to be sent at next_try_at; whoever takes one on moves next_try_at ahead, and nobody else takes it till then.
  -- sending: handed to the channel, its answer not known yet. One that is still here when next_try_at has passed was
  --          cut off by a crash: it may have arrived, and is given up rather than sent twice.
  -- sent, given-up: ended; last_error says why it was given up.
  CREATE TABLE notices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id bigint NOT NULL,
    device_id integer NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    notification_id integer NOT NULL,
    notificator text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'given-up')),
    attempts integer NOT NULL DEFAULT 0,
    next_try_at timestamptz,
    -- the last time it was handed to its channel
    tried_at timestamptz,
    last_error text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    UNIQUE (event_id, user_id, notificator)
  );
  CREATE INDEX notices_due ON notices (notificator, next_try_at) WHERE state IN ('waiting', 'sending');
  CREATE INDEX notices_of_user ON notices (user_id, notificator, tried_at);
  CREATE INDEX notices_created ON notices (created_at);
  -- which notifications speak of an event
  CREATE INDEX notifications_type ON notifications (type);
`;

export async function notices(db: Kysely<unknown>): Promise<void> {
  await noticesTables.execute(db);
}

// Stored hours of travel (the only results of reports that are stored), and the index that reports read positions from.

const hours = sql`
  -- The tally of a device's positions of one hour in UTC (@atalaia/domain/travel-tally), of nothing but those positions.
  -- Hours before travel_hours_until stand here, by the rules of their number, unless the device has no position in them
  -- or they are marked in dirty_hours.
  CREATE TABLE travel_hours (
    device_id integer NOT NULL,
    hour timestamptz NOT NULL,
    rules smallint NOT NULL,
    positions integer NOT NULL,
    first_time timestamptz NOT NULL,
    last_time timestamptz NOT NULL,
    motion boolean NOT NULL,
    ignition boolean,
    first_fix_time timestamptz,
    first_fix_latitude double precision,
    first_fix_longitude double precision,
    first_fix_motion boolean,
    first_fix_speed double precision,
    motion_before_fix boolean,
    last_fix_time timestamptz,
    last_fix_latitude double precision,
    last_fix_longitude double precision,
    last_fix_motion boolean,
    distance double precision NOT NULL,
    moving_ms bigint NOT NULL,
    max_speed double precision NOT NULL,
    engine_ms bigint NOT NULL,
    untold_ms bigint NOT NULL,
    untold_moving_ms bigint NOT NULL,
    first_fuel double precision,
    last_fuel double precision,
    refuelled double precision,
    first_odometer double precision,
    last_odometer double precision,
    PRIMARY KEY (device_id, hour)
  );

  -- One mark for each batch that stored positions in an hour that may be counted already. Marks are never shared, so
  -- that whoever counts an hour takes away only those whose positions he sees, and nobody waits for anybody.
  CREATE TABLE dirty_hours (device_id integer NOT NULL, hour timestamptz NOT NULL);
  CREATE INDEX dirty_hours_device ON dirty_hours (device_id, hour);

  CREATE TABLE travel_hours_until (
    id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    hour timestamptz NOT NULL
  );
  INSERT INTO travel_hours_until (hour)
    SELECT date_trunc('hour', coalesce(min(fix_time), now()), 'UTC') FROM positions;

  -- From here on a position that is stored marks its hour. Who stores it looks at the time his transaction began, and
  -- who counts looks at the oldest transaction that is still under way: neither waits for the other.
  CREATE FUNCTION hours_settled_at(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    RETURN date_trunc('hour', at - interval '15 minutes', 'UTC');
`;

/** Reports read one device's rows of weeks, which lie each on a page of its own: out of the index they lie together. */
const index = sql`
  ALTER TABLE positions DROP CONSTRAINT positions_device_id_fix_time_digest_key;
  ALTER TABLE positions ADD CONSTRAINT positions_device_id_fix_time_digest_key UNIQUE (device_id, fix_time, digest)
    INCLUDE (id, valid, latitude, longitude, speed, ignition, motion, total_distance, fuel);
`;

export async function reports(db: Kysely<unknown>): Promise<void> {
  for (const part of [hours, index]) await part.execute(db);
}

// Theft and accident cases, comments on events, links that share a location, and logos of companies.

const sinisters = sql`
  -- device_id refers to no row: a case outlives its device, of which it keeps what tells the vehicle.
  CREATE TABLE sinisters (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number integer NOT NULL UNIQUE,
    device_id integer NOT NULL,
    customer_id integer REFERENCES customers ON DELETE SET NULL,
    device jsonb NOT NULL,
    customer jsonb,
    status text NOT NULL DEFAULT 'opened' CHECK (status IN ('opened', 'closed')),
    created_at timestamptz NOT NULL DEFAULT now(),
    opened_by text NOT NULL,
    opening_date timestamptz NOT NULL,
    opening_type text NOT NULL,
    opening_address text,
    opening_latitude double precision,
    opening_longitude double precision,
    opening_description text NOT NULL,
    closed_at timestamptz,
    closed_by text,
    closing_date timestamptz,
    closing_type text,
    closing_address text,
    closing_latitude double precision,
    closing_longitude double precision,
    closing_description text,
    vehicle_damaged boolean NOT NULL DEFAULT false,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE UNIQUE INDEX sinisters_open_device ON sinisters (device_id) WHERE status = 'opened';
  CREATE INDEX sinisters_device ON sinisters (device_id);
  CREATE INDEX sinisters_customer ON sinisters (customer_id);

  CREATE TABLE occurrences (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sinister_id integer NOT NULL REFERENCES sinisters ON DELETE CASCADE,
    category text NOT NULL,
    occurrence_date timestamptz NOT NULL,
    address text,
    description text NOT NULL,
    reported_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX occurrences_sinister ON occurrences (sinister_id);
  -- Apart from their rows, so that no list carries them.
  CREATE TABLE occurrence_images (
    occurrence_id integer PRIMARY KEY REFERENCES occurrences ON DELETE CASCADE,
    type text NOT NULL,
    bytes bytea NOT NULL
  );
`;

const comments = sql`
  CREATE TABLE event_comments (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
    user_id integer,
    user_name text NOT NULL,
    comment text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX event_comments_event ON event_comments (event_id);
  -- Which alarm of a device still waits once another was handled; and what was handled while a client was away.
  CREATE INDEX events_waiting_alarms ON events (device_id, id) WHERE type = 'alarm' AND handled_at IS NULL;
  CREATE INDEX events_handled ON events (handled_at) WHERE handled_at IS NOT NULL;
`;

const shares = sql`
  -- token_hash: SHA-256; the token itself is known to nobody but who was given the link.
  CREATE TABLE location_shares (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token_hash bytea NOT NULL UNIQUE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
  );
  CREATE INDEX location_shares_user ON location_shares (user_id);
  CREATE TABLE location_share_devices (
    share_id integer NOT NULL REFERENCES location_shares ON DELETE CASCADE,
    device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
    PRIMARY KEY (share_id, device_id)
  );
  CREATE INDEX location_share_devices_device ON location_share_devices (device_id);
`;

const logos = sql`
  -- The name follows from the content, so that browsers may keep a logo for ever.
  CREATE TABLE company_logos (
    name text PRIMARY KEY,
    type text NOT NULL,
    bytes bytea NOT NULL,
    uploaded_at timestamptz NOT NULL DEFAULT now()
  );
`;

export async function cases(db: Kysely<unknown>): Promise<void> {
  for (const part of [sinisters, comments, shares, logos]) await part.execute(db);
}
