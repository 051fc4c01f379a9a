/** What clients are not told of how the desk handled their events; said when it was handled, so that nothing is taken back. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- for clients it is as open as before
    ALTER TABLE events ADD COLUMN handled_untold boolean;
    CREATE INDEX events_untold ON events (device_id, id) WHERE handled_untold;
    ALTER TABLE event_comments ADD COLUMN untold boolean NOT NULL DEFAULT false`.execute(db);
}
