/** Theft and accident cases, comments on events, links that share a location, and logos of companies. */
import { type Kysely, sql } from 'kysely';

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

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [sinisters, comments, shares, logos]) await part.execute(db);
}
