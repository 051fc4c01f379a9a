import { type Kysely, sql } from 'kysely';

/** What beside the password a person signs in with, and by what each session was opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
