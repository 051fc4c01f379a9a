import { type Kysely, sql } from 'kysely';

/** A notice has the transaction that made it: a web process that missed it reads it by that. Those of before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notification_deliveries ADD COLUMN tx xid8;
    ALTER TABLE notification_deliveries ALTER COLUMN tx SET DEFAULT pg_current_xact_id();
    CREATE INDEX notification_deliveries_tx ON notification_deliveries (tx) WHERE notificator = 'web' AND tx IS NOT NULL`.execute(
    db,
  );
}
