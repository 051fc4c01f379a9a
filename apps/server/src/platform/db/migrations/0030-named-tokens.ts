import { type Kysely, sql } from 'kysely';

/** What a token made for a program is called, what it may do (null: all that its user may), and when it last came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sessions
      ADD COLUMN name text,
      ADD COLUMN scopes text[],
      ADD COLUMN last_used_at timestamptz`.execute(db);
}
