import { type Kysely, sql } from 'kysely';

/** What each process does, and whether it hears the news of the others; null in rows of a release before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE processes ADD COLUMN roles text[], ADD COLUMN has_nats boolean`.execute(db);
}
