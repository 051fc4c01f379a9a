import { type Kysely, sql } from 'kysely';

/** Of which notifications a person is told nothing for a while. */
export async function notificationRests(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notification_rests (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
      until timestamptz NOT NULL,
      PRIMARY KEY (user_id, notification_id)
    );
    CREATE INDEX notification_rests_notification ON notification_rests (notification_id)`.execute(db);
}
