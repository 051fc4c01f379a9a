import { type Kysely, sql } from 'kysely';

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
