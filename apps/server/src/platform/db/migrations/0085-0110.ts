import { type Kysely, sql } from 'kysely';

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
