/** Who chose no clock can be told from the person who chose that of 24 hours: for him the server's holds (SET-01). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ALTER COLUMN twelve_hour_format DROP NOT NULL,
    ALTER COLUMN twelve_hour_format DROP DEFAULT`.execute(db);
  // until now nobody could say that he wants 24 hours
  await sql`UPDATE users SET twelve_hour_format = NULL WHERE NOT twelve_hour_format`.execute(db);
}
