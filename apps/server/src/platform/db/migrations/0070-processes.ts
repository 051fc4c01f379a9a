import { type Kysely, sql } from 'kysely';

/**
 * The installation, and the processes that work on it. `id`: a restore gives another one. `floor`: the newest migration that a
 * release must know to work with this database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE installation (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      -- Of the SECRET_KEY that seals what is stored; null until the first start, and after a restore.
      key_fingerprint text,
      floor text
    );
    INSERT INTO installation DEFAULT VALUES;

    -- Each running process says every 2 s that it is there, by the database's clock.
    CREATE TABLE processes (
      epoch bigint PRIMARY KEY,
      version text NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
