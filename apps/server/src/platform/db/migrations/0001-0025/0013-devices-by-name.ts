import { type Kysely, sql } from 'kysely';

/** Lists of devices are in the order of their names: 100,000 of them are read in it, and not sorted each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX devices_by_name ON devices (name COLLATE "pt-BR-x-icu", id)`.execute(db);
}
