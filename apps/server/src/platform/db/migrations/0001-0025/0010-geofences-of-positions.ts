/** The geofences that a position lies in, so that they are shown as they were then (ING-06). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Their ids as a JSON array; null where there is none, as for most.
  await sql`ALTER TABLE positions ADD COLUMN geofence_ids json`.execute(db);
}
