import { type Kysely, sql } from 'kysely';

/** Notifications of the installed app: the pair of keys of this installation, and the browsers that take them (APP-01). */
export async function webPush(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE web_push_keys (
      id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
      public_key text NOT NULL,
      -- sealed
      private_key text NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE push_subscriptions (
      -- of its address at the browser's maker: whoever knows the address may write there
      endpoint_digest text PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      -- It ends with the session that it was made in.
      token_hash bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
      -- the address and the browser's keys, sealed
      subscription text NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
    CREATE INDEX push_subscriptions_session ON push_subscriptions (token_hash);

    -- what the app of a company is called where it is installed; the product's name where none is given
    ALTER TABLE company_configurations ADD COLUMN name text`.execute(db);
}

/** Where the phone of who was called out is, while it lasts (APP-03). */
export async function callOutPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_outs ADD COLUMN placed_at timestamptz`.execute(db);
}
