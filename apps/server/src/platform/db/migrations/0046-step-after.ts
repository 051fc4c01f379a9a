import { type Kysely, sql } from 'kysely';

/** Of each line of a procedure, the kind of step that it led to: who takes the alarm later goes on there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE alarm_steps ADD COLUMN next_kind text`.execute(db);
}
