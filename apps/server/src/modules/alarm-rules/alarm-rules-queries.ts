/** Alarm rules as rows: in an order, retired and never deleted. */
import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import type { AlarmRuleInput } from '@atalaia/contract/desk/alarm-rule';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { givenColumns, referenceColumn } from '../../queries/columns.ts';

const columns = sql`r.id, r.key, r.name, r.position, r.enabled, r.event_types AS "eventTypes", r.alarms,
  r.applies_to AS "appliesTo", r.group_ids AS "groupIds", r.customer_ids AS "customerIds", r.device_ids AS "deviceIds",
  r.categories, coalesce(r.calendar_id, 0) AS "calendarId", r.outside_calendar AS "outsideCalendar",
  coalesce(r.geofence_id, 0) AS "geofenceId", r.ignition, (${[...alarmSeverities]}::text[])[r.severity + 1] AS severity,
  coalesce(r.procedure_id, 0) AS "procedureId", r.grouping_minutes AS "groupingMinutes", r.wait_minutes AS "waitMinutes",
  r.normal_types AS "normalTypes", r.normal_alarms AS "normalAlarms", r.claim_seconds AS "claimSeconds",
  r.close_seconds AS "closeSeconds", r.siren, r.requires_note AS "requiresNote",
  coalesce(r.escalation_id, 0) AS "escalationId", r.version,
  (SELECT count(*) FROM alarms AS a WHERE a.rule_id = r.id AND a.closed_at IS NULL) AS "openAlarms"`;

/** As JSON with commas between, in their order; '' for none. */
export async function describeRules(
  db: Kysely<Schema>,
  which: { readonly id?: number; readonly all?: boolean },
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY r.retired_at NULLS FIRST, r.position, r.id), '') AS json
    FROM alarm_rules AS r, LATERAL (SELECT ${columns}) AS shown
    WHERE ${which.all ? sql`true` : sql`r.retired_at IS NULL`}
      AND ${which.id === undefined ? sql`true` : sql`r.id = ${which.id}`}`.execute(db);
  return rows[0]?.json ?? '';
}

/** The columns an input refers to. */
export function ruleColumns(input: AlarmRuleInput) {
  return givenColumns({
    name: input.name,
    enabled: input.enabled,
    event_types: input.eventTypes,
    alarms: input.alarms,
    applies_to: input.appliesTo,
    group_ids: input.groupIds,
    customer_ids: input.customerIds,
    device_ids: input.deviceIds,
    categories: input.categories,
    calendar_id: referenceColumn(input.calendarId),
    outside_calendar: input.outsideCalendar,
    geofence_id: referenceColumn(input.geofenceId),
    ignition: input.ignition,
    severity: alarmSeverities.indexOf(input.severity),
    procedure_id: referenceColumn(input.procedureId),
    grouping_minutes: input.groupingMinutes,
    wait_minutes: input.waitMinutes,
    normal_types: input.normalTypes,
    normal_alarms: input.normalAlarms,
    claim_seconds: input.claimSeconds,
    close_seconds: input.closeSeconds,
    siren: input.siren,
    requires_note: input.requiresNote,
    escalation_id: referenceColumn(input.escalationId),
  });
}

export async function lockRule(db: Kysely<Schema>, id: number) {
  return db
    .selectFrom('alarm_rules')
    .selectAll()
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertRule(db: Kysely<Schema>, input: AlarmRuleInput): Promise<number> {
  const { name, event_types, severity, ...given } = ruleColumns(input);
  const { id } = await db
    .insertInto('alarm_rules')
    .values({
      ...given,
      name: input.name,
      event_types: input.eventTypes,
      severity: alarmSeverities.indexOf(input.severity),
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM alarm_rules WHERE retired_at IS NULL)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** One that ships and is renamed has its own name from then on. */
export async function updateRule(db: Kysely<Schema>, id: number, input: AlarmRuleInput): Promise<void> {
  await db
    .updateTable('alarm_rules')
    .set({
      ...ruleColumns(input),
      key: sql<string | null>`CASE WHEN name = ${input.name} THEN key END`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

export async function retireRule(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_rules')
    .set({ retired_at: sql<string>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that are not named come behind, in the order that they had. */
export async function orderRules(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE alarm_rules AS r SET position = placed.place FROM (
      SELECT rule.id, row_number() OVER (ORDER BY array_position(${ids}::int[], rule.id) NULLS LAST, rule.position, rule.id) AS place
      FROM alarm_rules AS rule WHERE rule.retired_at IS NULL
    ) AS placed WHERE r.id = placed.id`.execute(db);
}
