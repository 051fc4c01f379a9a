/** Devices that were removed and whose positions and events still wait to be deleted, a few thousand rows at a time. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE removed_devices (
      device_id integer PRIMARY KEY,
      removed_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}
