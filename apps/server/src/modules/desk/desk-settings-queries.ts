import {
  type DeskSettings,
  type DeskSettingsInput,
  deskSettingsInputSchema,
} from '@atalaia/contract/desk/desk';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** SLA-01, DESK-05, DESK-10, DESK-17 as they ship. */
const shipped: DeskSettings = Object.freeze({
  deadlines: {
    critical: { claimSeconds: 60, closeSeconds: 15 * 60 },
    high: { claimSeconds: 3 * 60, closeSeconds: 30 * 60 },
    medium: { claimSeconds: 15 * 60, closeSeconds: 4 * 3600 },
    low: { claimSeconds: 4 * 3600, closeSeconds: 24 * 3600 },
  },
  questionMinutes: 5,
  questionMinutesInCall: 15,
  answerSeconds: 60,
  leaseSeconds: 60,
  lateMinutes: 120,
  massFault: {
    ...{ enabled: true, windowMinutes: 5, minDevices: 20, minPercent: 20, backPercent: 80 },
    ...{ cellKm: 20, oursPercent: 80 },
  },
  silentHoursIgnitionOn: 24,
  silentHoursParked: 72,
  clientsSeeHandling: false,
  callProcedures: { reportedTheft: 0, blockRequest: 0, question: 0, technicalTest: 0 },
});

/** What is stored, and what ships for the rest. */
export async function readDeskSettings(db: Kysely<Schema>): Promise<DeskSettings> {
  const row = await db.selectFrom('desk_settings').select('settings').executeTakeFirst();
  const stored = deskSettingsInputSchema.safeParse(row?.settings ?? {});
  return stored.success ? withSettings(shipped, stored.data) : shipped;
}

/** Until the end of the transaction: of two who change something at once, the second reads what the first wrote. */
export async function lockDeskSettings(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT FROM desk_settings WHERE id = 1 FOR UPDATE`.execute(db);
}

/** Some of them changed. */
export function withSettings(before: DeskSettings, given: DeskSettingsInput): DeskSettings {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...named,
    massFault: { ...before.massFault, ...given.massFault } as DeskSettings['massFault'],
    callProcedures: { ...before.callProcedures, ...given.callProcedures } as DeskSettings['callProcedures'],
  };
}

export async function writeDeskSettings(db: Kysely<Schema>, settings: DeskSettings): Promise<void> {
  await sql`UPDATE desk_settings SET settings = ${JSON.stringify(settings)}::jsonb WHERE id = 1`.execute(db);
}

/** The contract's MutedRules in force, the kinds of alarms that a person muted for himself (DESK-18); JSON with commas between. */
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
