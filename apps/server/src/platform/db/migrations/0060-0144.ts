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

/** Who signs in at an OpenID Connect provider (IDP-02): whom it knows as which account, and who just came back from it. */
export async function openId(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE openid_identities (
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      -- As the provider named him last: for people to know it again, never to find an account by.
      label text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      PRIMARY KEY (issuer, subject),
      -- One person of a provider is one account here.
      CONSTRAINT openid_identities_one UNIQUE (user_id, issuer)
    );
    -- Who came back from the provider and whose page has yet to take its session.
    CREATE TABLE openid_arrivals (
      mark bytea PRIMARY KEY,
      -- The session's token, or who must still show a code.
      sealed text NOT NULL,
      forget_at timestamptz NOT NULL
    );
    CREATE INDEX openid_arrivals_forget ON openid_arrivals (forget_at);
    -- Sealed; what the provider is told at the sign-out. Null for who did not come from one.
    ALTER TABLE sessions ADD COLUMN id_token text`.execute(db);
}

/** What a shared link shows beside where a device is: its name, and the way since the link was made. */

export async function whatALinkShows(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE location_shares ADD COLUMN shows_name boolean NOT NULL DEFAULT true,
      ADD COLUMN shows_trail boolean NOT NULL DEFAULT false`.execute(db);
}

/** What each process does, and whether it hears the news of the others; null in rows of a release before. */
export async function rolesOfProcesses(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE processes ADD COLUMN roles text[], ADD COLUMN has_nats boolean`.execute(db);
}

/** Files of the web client of the last releases, by the names that hold a hash of their content; compressed with gzip. */
export async function webFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE web_files (
      name text PRIMARY KEY,
      body bytea NOT NULL,
      kept_at timestamptz NOT NULL DEFAULT now()
    );
    ALTER TABLE web_files ALTER COLUMN body SET STORAGE EXTERNAL`.execute(db);
}

/**
 * Where devices are, without their rows: the queue's counts look at the place of every vehicle with an open alarm, and a
 * device's row is fifteen times as wide (DESK-03).
 */
export async function placesOfDevices(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX devices_places ON devices (id) INCLUDE (group_id, customer_id)`.execute(db);
}

/**
 * Links for a password end with what they were made for (IDP-03): whoever changes how the account is signed in to, or what it
 * may, and by whatever way, uses all of them up. An invitation has an author, who must still be allowed to make it.
 */
export async function linksOfAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE account_links ADD COLUMN author_id integer REFERENCES users ON DELETE CASCADE;
    CREATE INDEX account_links_author ON account_links (author_id) WHERE author_id IS NOT NULL;

    -- nobody knows any more who made these
    DELETE FROM account_links WHERE kind = 'invitation';

    CREATE FUNCTION use_account_links() RETURNS trigger LANGUAGE plpgsql AS $use$
    BEGIN
      UPDATE account_links SET used_at = now() WHERE user_id = NEW.id AND used_at IS NULL;
      RETURN NULL;
    END $use$;
    CREATE TRIGGER users_use_account_links AFTER UPDATE ON users FOR EACH ROW
      WHEN ((OLD.password_hash, OLD.email, OLD.login, OLD.administrator, OLD.disabled)
        IS DISTINCT FROM (NEW.password_hash, NEW.email, NEW.login, NEW.administrator, NEW.disabled))
      EXECUTE FUNCTION use_account_links()`.execute(db);
}

/** A session that somebody opened for another ends with his own, and with his right to it; an e-mail that an administrator gave. */
export async function openersOfSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- nobody knows any more who opened these
    DELETE FROM sessions WHERE second_factor = 'delegated';
    ALTER TABLE sessions
      ADD COLUMN opener_id integer REFERENCES users ON DELETE CASCADE,
      -- The session that it was opened with; null for a password that came with the request.
      ADD COLUMN opener_hash bytea;
    CREATE INDEX sessions_opener ON sessions (opener_id) WHERE opener_id IS NOT NULL;

    -- By this e-mail alone an identity of a provider is taken for the account: of one that its owner or his manager typed
    -- nobody knows whose it is.
    ALTER TABLE users ADD COLUMN email_vouched boolean NOT NULL DEFAULT false`.execute(db);
}

/** What clients of the field ask for: commands that notifications carry out, their scheduled reports, a device's picture. */
export async function clientsOfTheField(db: Kysely<unknown>): Promise<void> {
  // a delivery may be a command: one for each event, owner and command, however many notifications name it
  await sql`
    ALTER TABLE notification_deliveries ADD COLUMN command_id integer,
      DROP CONSTRAINT notification_deliveries_event_id_user_id_notificator_key,
      ADD UNIQUE NULLS NOT DISTINCT (event_id, user_id, notificator, command_id)`.execute(db);
  await sql`ALTER TABLE scheduled_reports ADD COLUMN attributes jsonb NOT NULL DEFAULT '{}'`.execute(db);
  await sql`
    CREATE TABLE device_images (
      device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
      type text NOT NULL,
      bytes bytea NOT NULL,
      uploaded_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}

/** A notice has the transaction that made it: a web process that missed it reads it by that. Those of before have none. */
export async function noticesOfAGap(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notification_deliveries ADD COLUMN tx xid8;
    ALTER TABLE notification_deliveries ALTER COLUMN tx SET DEFAULT pg_current_xact_id();
    CREATE INDEX notification_deliveries_tx ON notification_deliveries (tx) WHERE notificator = 'web' AND tx IS NOT NULL`.execute(
    db,
  );
}

/** Which object here is which of another system, so that a second import brings only what is new (BACK-04). */
export async function importedObjects(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE imported_objects (
      source text NOT NULL,
      kind text NOT NULL,
      source_key text NOT NULL,
      object_id bigint NOT NULL,
      imported_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (source, kind, source_key)
    )`.execute(db);
}

/** Devices that are forwarded to other servers, and what became of each hour's messages (OUT-06). */
export async function mirrors(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- address: of raw mirrors host or host:port, else a URL. Devices, groups and customers are numbers without reference:
    -- what was removed takes nothing with it.
    CREATE TABLE mirrors (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('raw', 'osmand', 'json')),
      address text NOT NULL,
      method text NOT NULL DEFAULT 'GET' CHECK (method IN ('GET', 'POST')),
      sealed_authorization text,
      device_ids integer[] NOT NULL DEFAULT '{}',
      group_ids integer[] NOT NULL DEFAULT '{}',
      customer_ids integer[] NOT NULL DEFAULT '{}',
      active_from timestamptz NOT NULL DEFAULT now(),
      active_until timestamptz,
      authorized_by text NOT NULL,
      reason text NOT NULL,
      enabled boolean NOT NULL DEFAULT true
    )`.execute(db);
  await sql`
    CREATE FUNCTION mirrored_devices(mirror mirrors) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
      WITH RECURSIVE below (id) AS (
        SELECT unnest(mirror.group_ids)
        UNION SELECT groups.id FROM groups JOIN below ON groups.group_id = below.id
      )
      SELECT id FROM devices WHERE id = ANY(mirror.device_ids) OR customer_id = ANY(mirror.customer_ids)
        OR group_id IN (SELECT id FROM below)
    $$`.execute(db);
  await sql`
    CREATE TABLE mirror_log (
      mirror_id integer NOT NULL REFERENCES mirrors ON DELETE CASCADE,
      hour timestamptz NOT NULL,
      device_id integer NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('sent', 'failed', 'dropped')),
      reason text NOT NULL DEFAULT '',
      count integer NOT NULL,
      last_at timestamptz NOT NULL,
      PRIMARY KEY (mirror_id, hour, device_id, outcome, reason)
    )`.execute(db);
  await sql`CREATE INDEX mirror_log_hour ON mirror_log (hour)`.execute(db);
}

/** Trackers that are told their new server by SMS (BACK-05). */
export async function campaigns(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- texts: [{ models, text }]. Hours as HH:MM. Devices, groups and customers are numbers without reference, as in mirrors.
    CREATE TABLE campaigns (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      host text NOT NULL,
      port integer,
      apn text NOT NULL DEFAULT '',
      apn_user text NOT NULL DEFAULT '',
      sealed_apn_password text,
      texts jsonb NOT NULL DEFAULT '[]',
      device_ids integer[] NOT NULL DEFAULT '{}',
      group_ids integer[] NOT NULL DEFAULT '{}',
      customer_ids integer[] NOT NULL DEFAULT '{}',
      per_minute integer NOT NULL DEFAULT 10,
      hours_from text NOT NULL DEFAULT '08:00',
      hours_until text NOT NULL DEFAULT '18:00',
      silent_hours integer NOT NULL DEFAULT 24,
      state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'running', 'paused', 'stopped')),
      started_at timestamptz
    )`.execute(db);
  await sql`
    -- claimed_at: when its SMS left last, marked before it leaves. sent_at: the first that left or may have left.
    CREATE TABLE campaign_devices (
      campaign_id integer NOT NULL REFERENCES campaigns ON DELETE CASCADE,
      device_id integer NOT NULL,
      state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'queued', 'sending', 'sent', 'failed', 'unsure')),
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz,
      claimed_at timestamptz,
      sent_at timestamptz,
      arrived_at timestamptz,
      error text,
      PRIMARY KEY (campaign_id, device_id)
    )`.execute(db);
  await sql`CREATE INDEX campaign_devices_claimed ON campaign_devices (campaign_id, claimed_at)`.execute(db);
}
