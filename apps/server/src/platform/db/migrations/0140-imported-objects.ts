import { type Kysely, sql } from 'kysely';

/** Which object here is which of another system, so that a second import brings only what is new (BACK-04). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE imported_objects (
      source text NOT NULL,
      kind text NOT NULL,
      source_key text NOT NULL,
      object_id bigint NOT NULL,
      imported_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (source, kind, source_key)
    )`.execute(db);
}
