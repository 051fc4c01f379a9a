import { type Kysely, sql } from 'kysely';

/** What operating the server asks of the tables: finding old rows, and naming the tokens that people made. */
export async function operations(db: Kysely<unknown>): Promise<void> {
  // hours lie in the order they were counted, so a few pages tell where the old ones are (OPS-04)
  await sql`CREATE INDEX travel_hours_age ON travel_hours USING brin (hour)`.execute(db);
  // when what a removed device left was deleted, so that it is not looked for again and again
  await sql`ALTER TABLE removed_devices ADD COLUMN cleared_at timestamptz`.execute(db);
  // a session is opened by signing in; a token is made by the one who is signed in, for a program, and is not prolonged by use
  await sql`ALTER TABLE sessions
    ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN kind text NOT NULL DEFAULT 'session' CHECK (kind IN ('session', 'token'))`.execute(db);
}

/** The geofences that a position lies in, so that they are shown as they were then (ING-06). */
export async function geofencesOfPositions(db: Kysely<unknown>): Promise<void> {
  // Their ids as a JSON array; null where there is none, as for most.
  await sql`ALTER TABLE positions ADD COLUMN geofence_ids json`.execute(db);
}

/** Who chose no clock can be told from the person who chose that of 24 hours: for him the server's holds (SET-01). */
export async function clockOfAPerson(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ALTER COLUMN twelve_hour_format DROP NOT NULL,
    ALTER COLUMN twelve_hour_format DROP DEFAULT`.execute(db);
  // until now nobody could say that he wants 24 hours
  await sql`UPDATE users SET twelve_hour_format = NULL WHERE NOT twelve_hour_format`.execute(db);
}

/** What the server did, a row a day in UTC. */
export async function statistics(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE statistics (
    day date PRIMARY KEY,
    active_devices integer NOT NULL DEFAULT 0,
    requests bigint NOT NULL DEFAULT 0,
    messages_received bigint NOT NULL DEFAULT 0,
    messages_stored bigint NOT NULL DEFAULT 0,
    mail_sent bigint NOT NULL DEFAULT 0,
    sms_sent bigint NOT NULL DEFAULT 0,
    geocoder_requests bigint NOT NULL DEFAULT 0
  )`.execute(db);
  // a number alone could not tell, after a restart, who was counted already
  await sql`CREATE TABLE statistics_users (
    day date NOT NULL,
    user_id integer NOT NULL,
    PRIMARY KEY (day, user_id)
  )`.execute(db);
}

/** Lists of devices are in the order of their names: 100,000 of them are read in it, and not sorted each time. */
export async function devicesByName(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX devices_by_name ON devices (name COLLATE "pt-BR-x-icu", id)`.execute(db);
}

/**
 * What makes lists of 100,000 answer within a tenth of a second.
 *
 * `fold_text` is `foldText` of the domain's `search-text.ts`, and `search_index` its `searchIndexText` of lines: as they
 * stand, and without punctuation; so a list finds what the map finds. It is written beforehand, with the row, as comparing
 * takes a tenth of folding; a plain scan then finds any word in some tens of milliseconds, common or rare, on any PostgreSQL, and a trigram index (an extension that a server
 * may refuse) would only make the rare ones quicker.
 */
const folding = sql`
  CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(given) = length(given) THEN lower(given COLLATE "C")
    ELSE lower(regexp_replace(normalize(given, NFD), '[\\u0300-\\u036f]', '', 'g') COLLATE "pt-BR-x-icu") COLLATE "C"
  END;

  CREATE FUNCTION search_index(lines text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN fold_text(lines) || chr(10) ||
    regexp_replace(fold_text(lines) COLLATE "pt-BR-x-icu", '[^[:alnum:]' || chr(10) || ']', '', 'g')`;

const searched = sql`
  ALTER TABLE devices ADD COLUMN search_text text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (
      search_index(name || chr(10) || unique_id || chr(10) || coalesce(model, '') || chr(10)
        || coalesce(attributes ->> 'plate', ''))) STORED;
  ALTER TABLE customers ADD COLUMN search_text text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (
      search_index(name || chr(10) || cpf_cnpj || chr(10) || coalesce(notification_email, '') || chr(10) || coalesce(city, ''))) STORED`;

/** Orders that are read and not sorted. `devices_name` was the beginning of `devices_by_name`. */
const orders = sql`
  DROP INDEX devices_name;
  CREATE INDEX devices_by_model ON devices (nullif(model, '') COLLATE "pt-BR-x-icu", id);
  CREATE INDEX devices_by_model_down ON devices (nullif(model, '') COLLATE "pt-BR-x-icu" DESC NULLS LAST, id DESC);
  CREATE INDEX devices_by_category ON devices (nullif(category, '') COLLATE "pt-BR-x-icu", id);
  CREATE INDEX devices_by_category_down ON devices (nullif(category, '') COLLATE "pt-BR-x-icu" DESC NULLS LAST, id DESC);
  CREATE INDEX devices_by_unique_id ON devices (unique_id COLLATE "pt-BR-x-icu", id);
  CREATE INDEX customers_by_name ON customers (name COLLATE "pt-BR-x-icu", id)`;

export async function lists(db: Kysely<unknown>): Promise<void> {
  for (const part of [folding, searched, orders]) await part.execute(db);
}

/** Reports that are mailed by a calendar, and how far each has come. */
const scheduledReportsTables = sql`
  CREATE TABLE scheduled_reports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    name text NOT NULL,
    type text NOT NULL,
    period text NOT NULL,
    -- all when empty
    event_types text[] NOT NULL DEFAULT '{}',
    calendar_id integer REFERENCES calendars ON DELETE SET NULL
  );
  CREATE INDEX scheduled_reports_user ON scheduled_reports (user_id);
  CREATE INDEX scheduled_reports_calendar ON scheduled_reports (calendar_id);
  CREATE TABLE scheduled_report_devices (
    report_id integer NOT NULL REFERENCES scheduled_reports ON DELETE CASCADE,
    device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
    PRIMARY KEY (report_id, device_id)
  );
  CREATE INDEX scheduled_report_devices_device ON scheduled_report_devices (device_id);
  CREATE TABLE scheduled_report_groups (
    report_id integer NOT NULL REFERENCES scheduled_reports ON DELETE CASCADE,
    group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
    PRIMARY KEY (report_id, group_id)
  );
  CREATE INDEX scheduled_report_groups_group ON scheduled_report_groups (group_id);
  -- Apart from what people edit, so that a mail that is sent is no change of theirs.
  CREATE TABLE scheduled_report_runs (
    report_id integer PRIMARY KEY REFERENCES scheduled_reports ON DELETE CASCADE,
    -- Events of the calendar that began until then have been sent, or given up.
    looked_until timestamptz NOT NULL,
    -- While one is being made and mailed.
    sending_since timestamptz,
    -- The event it is made for, while it is being sent or waits to be tried again.
    due_at timestamptz,
    -- Of that event, the one under way counted.
    attempts integer NOT NULL DEFAULT 0,
    -- Null unless it waits to be tried again.
    next_try_at timestamptz,
    last_tried_at timestamptz,
    last_sent_at timestamptz,
    last_error text
  )`;

export async function scheduledReports(db: Kysely<unknown>): Promise<void> {
  await scheduledReportsTables.execute(db);
}
