/** Kinds of alarms that a person does not want to hear or see for a time: his own view, on whichever screen (DESK-18). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE muted_alarm_rules (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      rule_id integer NOT NULL REFERENCES alarm_rules ON DELETE CASCADE,
      until timestamptz NOT NULL,
      PRIMARY KEY (user_id, rule_id)
    );
    CREATE INDEX muted_alarm_rules_rule ON muted_alarm_rules (rule_id)`.execute(db);
}
