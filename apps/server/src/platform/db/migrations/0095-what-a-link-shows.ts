/** What a shared link shows beside where a device is: its name, and the way since the link was made. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE location_shares ADD COLUMN shows_name boolean NOT NULL DEFAULT true,
      ADD COLUMN shows_trail boolean NOT NULL DEFAULT false`.execute(db);
}
