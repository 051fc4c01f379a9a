import { type Kysely, sql } from 'kysely';

/** Which requests were taken: one that comes again with its key is answered as it was, and does nothing. */
const idempotencyKeys = sql`
  CREATE TABLE idempotency_keys (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    key text NOT NULL,
    -- SHA-256 of method, address and body.
    fingerprint text NOT NULL,
    -- Sealed; null until it is there, and where there is none that could be told again.
    answer text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
  );
  CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await idempotencyKeys.execute(db);
}
