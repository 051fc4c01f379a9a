import { type Kysely, sql } from 'kysely';

/**
 * Where an agent was when he answered is the centre's to know: it was the address of his occurrence, which clients and the
 * case's document read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE occurrences ADD COLUMN latitude float8, ADD COLUMN longitude float8`.execute(db);
  await sql`
    UPDATE occurrences SET latitude = split_part(address, ', ', 1)::float8, longitude = split_part(address, ', ', 2)::float8,
      address = NULL
    WHERE attributes ? 'callOutId' AND address ~ '^-?\\d{1,2}\\.\\d{6}, -?\\d{1,3}\\.\\d{6}$'`.execute(db);
}
