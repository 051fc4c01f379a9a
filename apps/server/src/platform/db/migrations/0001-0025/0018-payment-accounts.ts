import { type Kysely, sql } from 'kysely';

/** Links that outlive the key they were made with, and orders that come to an end. */
const paymentAccounts = sql`
  -- Which account of the provider's a key opens; the keys of one account over the years.
  CREATE TABLE payment_keys (
    fingerprint text PRIMARY KEY,
    account text NOT NULL
  );
  -- Whose account it is: with a key nobody has had, a person stays in his own.
  CREATE TABLE payment_holders (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    provider text NOT NULL,
    account text NOT NULL,
    PRIMARY KEY (user_id, provider)
  );
  ALTER TABLE payment_links
    -- Fingerprint of the key and address under which provider_id was last read there.
    ADD COLUMN read_with text,
    -- How often the order of now was begun.
    ADD COLUMN attempts integer NOT NULL DEFAULT 0`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await paymentAccounts.execute(db);
}
