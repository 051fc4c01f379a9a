import { type Kysely, sql } from 'kysely';

/** What beside the password a person signs in with, and by what each session was opened. */
export async function secondFactor(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE second_factors (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      -- Sealed.
      secret text NOT NULL,
      -- Null until a code proved that his app holds the secret.
      confirmed_at timestamptz,
      -- The interval of 30 s of the last code that was taken: none is taken twice.
      last_step bigint NOT NULL DEFAULT 0
    );
    -- Marks of the codes that were shown once.
    CREATE TABLE recovery_codes (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      mark text NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (user_id, mark)
    );
    CREATE TABLE passkeys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_user ON passkeys (user_id);
    -- Questions that a browser answered, until they would be too old: each is answered once.
    CREATE TABLE sign_in_answers (
      mark text PRIMARY KEY,
      forget_at timestamptz NOT NULL
    );
    CREATE INDEX sign_in_answers_forget ON sign_in_answers (forget_at);
    -- What was shown beside the password: totp, recovery, passkey, oidc, delegated; null for the password alone.
    ALTER TABLE sessions ADD COLUMN second_factor text`.execute(db);
}

/** Links by which a person sets his password: sent to his mail, or handed over by who made his account (IDP-03). */
export async function accountLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_links (
      token_hash bytea PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('reset', 'invitation')),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      -- Its mail may have left from then on: it is not sent again.
      leaving_since timestamptz
    );
    CREATE INDEX account_links_user ON account_links (user_id);
    CREATE INDEX account_links_expires ON account_links (expires_at)`.execute(db);
}

/**
 * Backups by stored days (BACK-01): what the last one read is read again only where it changed. The day of a row is that
 * of its server time, by which rows lie in order, so that late positions belong to a new day and touch no old one.
 */
export async function storedDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX positions_stored ON positions USING brin (server_time) WITH (autosummarize = on);

    -- Up to when a backup has read positions, or is about to: whoever changes something before it says so.
    CREATE TABLE stored_horizon (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      stored_before timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO stored_horizon DEFAULT VALUES;

    -- Volatile, so that it looks anew in the middle of a statement: once the transaction of that statement has its
    -- number, it either sees the horizon of a backup, or that backup waits for it to end.
    CREATE FUNCTION stored_before() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $horizon$
    BEGIN
      RETURN (SELECT h.stored_before FROM stored_horizon AS h);
    END $horizon$;

    -- Hours of positions before the horizon that were written to, with the transaction that did.
    CREATE TABLE changed_hours (
      hour timestamptz NOT NULL,
      tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX changed_hours_tx ON changed_hours (tx);

    CREATE TABLE backup_runs (
      id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      -- what was committed before is in it
      taken_at timestamptz,
      place text NOT NULL,
      folder text,
      -- made by the clock, and so removed when it is one too many
      by_clock boolean NOT NULL,
      rows bigint,
      bytes bigint,
      -- of the files that are not those of an earlier backup
      new_bytes bigint,
      -- the number of positions then: what was given since would be lost
      last_position bigint,
      error text
    );
    CREATE INDEX backup_runs_started ON backup_runs (started_at)`.execute(db);
}

/** Documents are made a few at a time over all processes, in turns between companies and one at a time of a person. */
export async function documentTurns(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who waits for a document or has one made; a row that nobody keeps was a process that ended.
    CREATE TABLE document_turns (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL,
      -- the customer of that user; 0: the centre itself
      company integer NOT NULL,
      started_at timestamptz,
      kept_until timestamptz NOT NULL
    );
    CREATE TABLE document_companies (
      company integer PRIMARY KEY,
      served_at timestamptz NOT NULL
    )`.execute(db);
}
