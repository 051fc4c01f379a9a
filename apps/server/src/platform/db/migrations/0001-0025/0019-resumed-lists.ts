import { type Kysely, sql } from 'kysely';

/** Which lists of the fleet-control provider a run read in more than one sitting: nothing of them is taken for gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE fleet_control_runs ADD COLUMN resumed_kinds text[] NOT NULL DEFAULT '{}'`.execute(db);
}
