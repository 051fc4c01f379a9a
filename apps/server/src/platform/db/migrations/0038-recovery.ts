import { type Kysely, sql } from 'kysely';

const firstHour = sql`
  -- What was done in the first hour of a case, with the number that was given for it. Blocks and agents are rows of their own.
  CREATE TABLE recovery_steps (
    sinister_id integer NOT NULL REFERENCES sinisters ON DELETE CASCADE,
    step text NOT NULL,
    done_at timestamptz NOT NULL,
    reference text,
    noted_by text NOT NULL,
    PRIMARY KEY (sinister_id, step)
  );
  -- What was typed for the police beside what vehicle, customer and case say.
  CREATE TABLE police_facts (
    sinister_id integer PRIMARY KEY REFERENCES sinisters ON DELETE CASCADE,
    facts jsonb NOT NULL,
    noted_by text NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now()
  );`;

const policeLinks = sql`
  -- user_id refers to no row: a link whose maker is gone shows nothing.
  CREATE TABLE police_links (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sinister_id integer NOT NULL REFERENCES sinisters ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    user_id integer NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
  );
  CREATE INDEX police_links_sinister ON police_links (sinister_id);
  -- An officer who said who he is; his looks are counted.
  CREATE TABLE police_visits (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    link_id integer NOT NULL REFERENCES police_links ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    name text NOT NULL,
    unit text NOT NULL,
    phone text NOT NULL,
    address text,
    came_at timestamptz NOT NULL DEFAULT now(),
    looked_at timestamptz NOT NULL DEFAULT now(),
    looks integer NOT NULL DEFAULT 0
  );
  CREATE INDEX police_visits_link ON police_visits (link_id);`;

const responders = sql`
  -- device_id refers to no row: where the agent is, if he is tracked. Prices are cents.
  CREATE TABLE responders (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL DEFAULT 'provider' CHECK (kind IN ('provider', 'agent')),
    phone text NOT NULL,
    other_phone text,
    area text,
    hours text,
    latitude double precision,
    longitude double precision,
    device_id integer,
    call_out_cents integer,
    km_cents integer,
    authorization_number text,
    authorized_until date,
    attributes jsonb NOT NULL DEFAULT '{}',
    created_by integer
  );
  CREATE TABLE user_responders (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    responder_id integer NOT NULL REFERENCES responders ON DELETE CASCADE,
    PRIMARY KEY (user_id, responder_id)
  );
  CREATE INDEX user_responders_responder ON user_responders (responder_id);
  CREATE TABLE group_responders (
    group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
    responder_id integer NOT NULL REFERENCES responders ON DELETE CASCADE,
    PRIMARY KEY (group_id, responder_id)
  );
  CREATE INDEX group_responders_responder ON group_responders (responder_id);
  CREATE TABLE device_responders (
    device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
    responder_id integer NOT NULL REFERENCES responders ON DELETE CASCADE,
    PRIMARY KEY (device_id, responder_id)
  );
  CREATE INDEX device_responders_responder ON device_responders (responder_id);`;

const callOuts = sql`
  -- Keeps who was called as he was then: responder_id refers to no row.
  CREATE TABLE call_outs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sinister_id integer NOT NULL REFERENCES sinisters ON DELETE CASCADE,
    responder_id integer,
    name text NOT NULL,
    phone text NOT NULL,
    message text,
    token_hash bytea NOT NULL UNIQUE,
    user_id integer NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    approved_by text NOT NULL,
    state text NOT NULL DEFAULT 'sent'
      CHECK (state IN ('sent', 'declined', 'onTheWay', 'onSite', 'recovered', 'cancelled')),
    on_the_way_at timestamptz,
    on_site_at timestamptz,
    ended_at timestamptz,
    latitude double precision,
    longitude double precision,
    call_out_cents integer,
    km_cents integer,
    km double precision,
    cost_cents integer
  );
  CREATE INDEX call_outs_sinister ON call_outs (sinister_id);`;

const watchers = sql`
  CREATE TABLE sinister_watchers (
    sinister_id integer NOT NULL REFERENCES sinisters ON DELETE CASCADE,
    user_id integer NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sinister_id, user_id)
  );`;

/** The recovery of a stolen vehicle: the first hour, the police, who is sent out, who watches a case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [firstHour, policeLinks, responders, callOuts, watchers]) await part.execute(db);
}
