import { type Kysely, sql } from 'kysely';

/**
 * What trackers said and no other table takes, kept whole so that they need not send it for ever: the bytes as they came,
 * and what was read of them as text without a NUL and in ASCII, which every text column takes. Numbers are those of positions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE refused_messages (
      id bigint PRIMARY KEY DEFAULT nextval('position_ids'),
      device_id integer NOT NULL,
      digest uuid NOT NULL,
      server_time timestamptz NOT NULL,
      protocol text NOT NULL,
      kind text NOT NULL,
      error text NOT NULL,
      frame bytea NOT NULL,
      content text,
      UNIQUE (device_id, digest)
    )`.execute(db);
}
