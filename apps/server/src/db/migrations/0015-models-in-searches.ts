import { type Kysely, sql } from 'kysely';

/** A list of devices is searched by their model too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE devices DROP COLUMN search_text;
    ALTER TABLE devices ADD COLUMN search_text text COLLATE "C" NOT NULL
      GENERATED ALWAYS AS (
        search_index(name || chr(10) || unique_id || chr(10) || coalesce(model, '') || chr(10)
          || coalesce(attributes ->> 'plate', ''))) STORED`.execute(db);
}
