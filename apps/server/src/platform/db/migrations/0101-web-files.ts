import { type Kysely, sql } from 'kysely';

/** Files of the web client of the last releases, by the names that hold a hash of their content; compressed with gzip. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE web_files (
      name text PRIMARY KEY,
      body bytea NOT NULL,
      kept_at timestamptz NOT NULL DEFAULT now()
    );
    ALTER TABLE web_files ALTER COLUMN body SET STORAGE EXTERNAL`.execute(db);
}
