import { type Kysely, sql } from 'kysely';

/**
 * Money at risk (DRIFT-02): since when a customer has his status, the monthly price of a category ('' for all others), and
 * vehicles that somebody ignores for the reasons they had then. `customer_standings`: what another system says of a customer
 * here, as a user's account reads it; `absent` where it was read whole and he was not in it.
 */
export async function moneyAtRisk(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE customers ADD COLUMN status_since timestamptz NOT NULL DEFAULT now();
    UPDATE customers AS c SET status_since = coalesce(
      (SELECT max(a.at) FROM audit AS a WHERE a.noun = 'customer' AND a.object_id = c.id
        AND a.details -> 'changed' ?| ARRAY['status', 'disabled']), c.registration_date);
    CREATE FUNCTION customer_status_since() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.status_since := now(); RETURN NEW; END $$;
    CREATE TRIGGER customer_status_since BEFORE UPDATE OF status, disabled ON customers FOR EACH ROW
      WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.disabled IS DISTINCT FROM NEW.disabled)
      EXECUTE FUNCTION customer_status_since();
    CREATE TABLE monthly_prices (category text PRIMARY KEY, cents integer NOT NULL CHECK (cents >= 0));
    CREATE TABLE ignored_risks (
      device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
      kinds text[] NOT NULL,
      reason text NOT NULL,
      user_id integer,
      user_name text NOT NULL,
      ignored_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE customer_standings (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      system text NOT NULL,
      customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
      standing text NOT NULL,
      since timestamptz NOT NULL DEFAULT now(),
      comparison integer NOT NULL,
      PRIMARY KEY (user_id, system, customer_id)
    );
    CREATE INDEX customer_standings_customer ON customer_standings (customer_id)`.execute(db);
}

/**
 * Differences (DRIFT-01) between here and a user's account at another system, as last compared. Runs that only read; the payment
 * provider's customers as last read. A difference that is taken names the side, and bears a version that rises with its values.
 */
export async function differences(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE fleet_control_runs ADD COLUMN compares boolean NOT NULL DEFAULT false;
    CREATE TABLE payment_readings (
      account text PRIMARY KEY,
      reading integer NOT NULL DEFAULT 0,
      read_at timestamptz,
      failure text
    );
    CREATE TABLE payment_records (
      account text NOT NULL,
      provider_id text NOT NULL,
      document text NOT NULL,
      data jsonb NOT NULL,
      reading integer NOT NULL,
      PRIMARY KEY (account, provider_id)
    );
    CREATE INDEX payment_records_document ON payment_records (account, document);
    CREATE TABLE comparisons (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      system text NOT NULL,
      number integer NOT NULL DEFAULT 0,
      requested_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      read_at timestamptz,
      compared_at timestamptz,
      failure text,
      PRIMARY KEY (user_id, system)
    );
    CREATE TABLE differences (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      system text NOT NULL,
      noun text NOT NULL,
      kind text NOT NULL,
      local_id integer,
      remote_key text,
      field text NOT NULL DEFAULT '',
      name text NOT NULL,
      here text,
      there text,
      sides text[] NOT NULL,
      since timestamptz NOT NULL DEFAULT now(),
      version integer NOT NULL DEFAULT 1,
      comparison integer NOT NULL,
      ignored_at timestamptz,
      ignored_by text,
      ignore_reason text,
      take_side text,
      take_user_id integer,
      take_version integer,
      take_started_at timestamptz,
      refusal text,
      refusal_words text,
      UNIQUE NULLS NOT DISTINCT (user_id, system, noun, local_id, remote_key, field)
    );
    CREATE INDEX differences_taken ON differences (user_id) WHERE take_side IS NOT NULL`.execute(db);
}

/** The SIM cards of a machine-to-machine provider's list (DRIFT-03); the next list of the same provider takes its place. */
export async function simLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sim_lists (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      provider text NOT NULL UNIQUE,
      file_name text NOT NULL,
      columns jsonb NOT NULL,
      user_name text NOT NULL,
      uploaded_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE sim_cards (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      list_id integer NOT NULL REFERENCES sim_lists ON DELETE CASCADE,
      line integer NOT NULL,
      iccid text,
      phone text,
      status text,
      is_active boolean NOT NULL,
      plan text,
      monthly_cents integer,
      last_data_at timestamptz
    );
    CREATE INDEX sim_cards_list ON sim_cards (list_id)`.execute(db);
}

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
