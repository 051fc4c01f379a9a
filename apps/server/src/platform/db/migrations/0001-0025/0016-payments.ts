import { type Kysely, sql } from 'kysely';

/** Which customers are linked to those of the payment provider. */
const paymentLinks = sql`
  CREATE TABLE payment_links (
    customer_id integer NOT NULL REFERENCES customers ON DELETE CASCADE,
    -- A fingerprint of the seller's key and the provider's address: people who share a key share the links.
    account text NOT NULL,
    -- Its number there; null while it has none.
    provider_id text,
    state text NOT NULL CHECK (state IN ('pending', 'linked', 'failed')),
    fault text,
    words text,
    fields jsonb NOT NULL DEFAULT '[]',
    -- A creation went out whose end is not known: before another it is looked for.
    may_exist boolean NOT NULL DEFAULT false,
    -- Counts what was ordered, so that an answer to an older order does not pass for the newest.
    version integer NOT NULL DEFAULT 1,
    -- Whose key it is sent with.
    user_id integer REFERENCES users ON DELETE SET NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, customer_id)
  );
  CREATE UNIQUE INDEX payment_links_provider ON payment_links (account, provider_id);
  CREATE INDEX payment_links_customer ON payment_links (customer_id);
  CREATE INDEX payment_links_user ON payment_links (user_id);
  CREATE INDEX payment_links_pending ON payment_links (changed_at) WHERE state = 'pending'`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await paymentLinks.execute(db);
}
