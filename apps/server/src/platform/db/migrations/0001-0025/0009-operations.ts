/** What operating the server asks of the tables: finding old rows, and naming the tokens that people made. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // hours lie in the order they were counted, so a few pages tell where the old ones are (OPS-04)
  await sql`CREATE INDEX travel_hours_age ON travel_hours USING brin (hour)`.execute(db);
  // when what a removed device left was deleted, so that it is not looked for again and again
  await sql`ALTER TABLE removed_devices ADD COLUMN cleared_at timestamptz`.execute(db);
  // a session is opened by signing in; a token is made by the one who is signed in, for a program, and is not prolonged by use
  await sql`ALTER TABLE sessions
    ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN kind text NOT NULL DEFAULT 'session' CHECK (kind IN ('session', 'token'))`.execute(db);
}
