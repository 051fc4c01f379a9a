import { type Kysely, sql } from 'kysely';

/** Links by which a person sets his password: sent to his mail, or handed over by who made his account (IDP-03). */
export async function up(db: Kysely<unknown>): Promise<void> {
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
