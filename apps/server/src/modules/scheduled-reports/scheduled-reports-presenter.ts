/** A scheduled report as the contract describes it, written as JSON by PostgreSQL: the one place that maps its rows. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** In the order requested, with commas between; those that were removed are left out, and none give ''. Whether they may be seen is asked before. */
export async function describeScheduledReports(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN scheduled_reports AS s USING (id)
    JOIN scheduled_report_runs AS run ON run.report_id = s.id
    JOIN users AS owner ON owner.id = s.user_id
    LEFT JOIN calendars AS calendar ON calendar.id = s.calendar_id,
    LATERAL (
      SELECT s.id, s.name, s.type, s.period,
        ARRAY(SELECT device_id FROM scheduled_report_devices WHERE report_id = s.id ORDER BY 1) AS "deviceIds",
        ARRAY(SELECT group_id FROM scheduled_report_groups WHERE report_id = s.id ORDER BY 1) AS "groupIds",
        s.event_types AS "eventTypes", coalesce(s.calendar_id, 0) AS "calendarId", calendar.name AS "calendarName",
        s.user_id AS "userId", owner.name AS "userName",
        ${isoTime('run.last_sent_at')} AS "lastSentAt", run.last_error AS "lastError",
        ${isoTime('run.last_tried_at')} AS "lastTriedAt", ${isoTime('run.next_try_at')} AS "nextTryAt"
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
