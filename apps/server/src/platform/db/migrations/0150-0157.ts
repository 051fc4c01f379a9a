import { type Kysely, sql } from 'kysely';

/** What administrators set up of the services of others, and how their calls last ended. */
export async function integrations(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE integration_settings (
      name text PRIMARY KEY,
      sealed text NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE integration_outcomes (
      service text PRIMARY KEY,
      failed_at timestamptz,
      reason text,
      done_at timestamptz
    )`.execute(db);
}

/** Changes of many devices at once, for as long as they can be undone; a removal is carried out after that. */
export async function bulkChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bulk_changes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      address text NOT NULL,
      act text NOT NULL,
      device_ids integer[] NOT NULL,
      before text[],
      after text,
      until timestamptz NOT NULL
    );
    CREATE INDEX bulk_changes_user ON bulk_changes (user_id);
    CREATE INDEX bulk_changes_due ON bulk_changes (until)`.execute(db);
}

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
