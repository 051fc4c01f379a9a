/** The alarm rules in force, in their order, as the opener uses them. */
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import { type Kysely, sql } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { type PublishedProcedure, publishedProcedure, startOf } from '../steps/steps-queries.ts';
import type { OpeningRule } from './alarm-rule-fit.ts';

export interface OpeningRules {
  /** Read when something they are made of changed. */
  current(): Promise<readonly OpeningRule[]>;
  stop(): void;
}

type RuleRow = Omit<OpeningRule, 'isActive' | 'procedure'> & {
  readonly calendar: string | null;
  readonly procedure: PublishedProcedure | null;
};

export function createOpeningRules(kysely: Kysely<Schema>, bus: Pick<Bus, 'subscribe'>): OpeningRules {
  let known: Promise<readonly OpeningRule[]> | undefined;
  const forget = () => {
    known = undefined;
  };
  const unsubscribe = [
    bus.subscribe('rules', ({ kinds }) => {
      if (kinds.includes('alarmRules') || kinds.includes('calendars')) forget();
    }),
    // what changed meanwhile is not known
    bus.subscribe('changesUnread', forget),
  ];
  return {
    current() {
      known ??= readRules(kysely).catch((error: unknown) => {
        forget();
        throw error;
      });
      return known;
    },
    stop() {
      for (const stop of unsubscribe) stop();
    },
  };
}

async function readRules(db: Kysely<Schema>): Promise<readonly OpeningRule[]> {
  const settings = await db.selectFrom('server_settings').select('timezone').executeTakeFirst();
  const zone = resolveSettings(settings ?? {}).timezone;
  const { rows } = await sql<RuleRow>`
    SELECT r.id, r.name, r.event_types AS "eventTypes", r.alarms, r.applies_to AS "appliesTo",
      r.group_ids AS "groupIds", r.customer_ids AS "customerIds", r.device_ids AS "deviceIds", r.categories,
      r.outside_calendar AS "outsideCalendar", r.geofence_id AS "geofenceId", r.ignition, r.severity,
      r.grouping_minutes AS "groupingMinutes", r.wait_minutes AS "waitMinutes", r.normal_types AS "normalTypes",
      r.normal_alarms AS "normalAlarms", r.claim_seconds AS "claimSeconds", r.close_seconds AS "closeSeconds", r.siren,
      r.requires_note AS "requiresNote",
      coalesce(r.escalation_id, (SELECT id FROM alarm_escalations WHERE is_default AND retired_at IS NULL)) AS "escalationId",
      c.data AS calendar, (SELECT row_to_json(p) FROM (${publishedProcedure}) AS p WHERE p.id = r.procedure_id) AS procedure
    FROM alarm_rules AS r LEFT JOIN calendars AS c ON c.id = r.calendar_id
    WHERE r.enabled AND r.retired_at IS NULL ORDER BY r.position, r.id`.execute(db);
  return rows.map(({ calendar, procedure, ...row }) => {
    const rule = { ...row, procedure: procedure && startOf(procedure) };
    if (calendar === null) return rule;
    const times = parseCalendar(calendar, zone);
    return { ...rule, isActive: (atMs: number) => times.ok && times.isActive(atMs) };
  });
}
