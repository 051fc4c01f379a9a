import { type Kysely, sql } from 'kysely';

/** Who signs in at an OpenID Connect provider (IDP-02): whom it knows as which account, and who just came back from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
