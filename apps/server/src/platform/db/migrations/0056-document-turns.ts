/** Documents are made a few at a time over all processes, in turns between companies and one at a time of a person. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who waits for a document or has one made; a row that nobody keeps was a process that ended.
    CREATE TABLE document_turns (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL,
      -- the customer of that user; 0: the centre itself
      company integer NOT NULL,
      started_at timestamptz,
      kept_until timestamptz NOT NULL
    );
    CREATE TABLE document_companies (
      company integer PRIMARY KEY,
      served_at timestamptz NOT NULL
    )`.execute(db);
}
