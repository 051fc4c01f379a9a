/** Kinds of alarms that a person muted for himself (DESK-18). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** The contract's MutedRules in force, as JSON with commas between. */
export async function describeMutedRules(db: Kysely<Schema>, userId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY m.until, m.rule_id), '') AS json
    FROM muted_alarm_rules AS m JOIN alarm_rules AS r ON r.id = m.rule_id, LATERAL (
      SELECT m.rule_id AS "ruleId", r.name AS "ruleName", ${isoTime('m.until')} AS until
    ) AS shown
    WHERE m.user_id = ${userId} AND m.until > now()`.execute(db);
  return rows[0]?.json ?? '';
}

/** False where there is no such rule. Those that ended before go. */
export async function muteRule(
  db: Kysely<Schema>,
  userId: number,
  ruleId: number,
  minutes: number,
): Promise<boolean> {
  await sql`DELETE FROM muted_alarm_rules WHERE user_id = ${userId} AND until <= now()`.execute(db);
  const { rows } = await sql`
    INSERT INTO muted_alarm_rules (user_id, rule_id, until)
    SELECT ${userId}, id, now() + ${minutes} * interval '1 minute' FROM alarm_rules WHERE id = ${ruleId}
    ON CONFLICT (user_id, rule_id) DO UPDATE SET until = excluded.until RETURNING rule_id`.execute(db);
  return rows.length > 0;
}

export async function unmuteRules(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`DELETE FROM muted_alarm_rules WHERE user_id = ${userId}`.execute(db);
}
