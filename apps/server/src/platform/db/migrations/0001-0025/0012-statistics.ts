/** What the server did, a row a day in UTC. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE statistics (
    day date PRIMARY KEY,
    active_devices integer NOT NULL DEFAULT 0,
    requests bigint NOT NULL DEFAULT 0,
    messages_received bigint NOT NULL DEFAULT 0,
    messages_stored bigint NOT NULL DEFAULT 0,
    mail_sent bigint NOT NULL DEFAULT 0,
    sms_sent bigint NOT NULL DEFAULT 0,
    geocoder_requests bigint NOT NULL DEFAULT 0
  )`.execute(db);
  // a number alone could not tell, after a restart, who was counted already
  await sql`CREATE TABLE statistics_users (
    day date NOT NULL,
    user_id integer NOT NULL,
    PRIMARY KEY (day, user_id)
  )`.execute(db);
}
