/** The report "Alarmes" (DESK-13): by when they opened, newest first, of the vehicles that one sees. */
import type { AlarmReportQuery } from '@atalaia/contract/desk/alarm-report';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isOneOf, pageOf } from '../../queries/sql-fragments.ts';
import { alarmColumns, alarmsFrom, seesAlarm } from '../../visibility/alarm-columns.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { severityNumber } from './alarms-queries.ts';

/** The contract's rows as JSON with commas between, and how many there are on all pages. */
export async function describeAlarmReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: AlarmReportQuery,
): Promise<{ readonly json: string; readonly total: number }> {
  const where = allOf(
    sql`a.opened_at >= ${query.from}::timestamptz AND a.opened_at <= ${query.to}::timestamptz AND a.pending_until IS NULL`,
    seesAlarm(viewer),
    isOneOf('a.rule_id', query.ruleId),
    query.severity && sql`a.severity = ANY(${query.severity.map(severityNumber)}::smallint[])`,
    isOneOf('a.closed_by', query.userId),
    isOneOf('a.customer_id', query.customerId),
    isOneOf('a.device_id', query.deviceId),
    isOneOf('a.outcome_id', query.outcomeId),
  );
  const { rows } = await sql<{ json: string; total: number }>`
    WITH page AS (SELECT a.id FROM ${alarmsFrom} WHERE ${where} ORDER BY a.opened_at DESC, a.id DESC ${pageOf(query)})
    SELECT (SELECT count(*) FROM ${alarmsFrom} WHERE ${where}) AS total,
      coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY a.opened_at DESC, a.id DESC), '') AS json
    FROM page JOIN alarms AS a ON a.id = page.id LEFT JOIN alarm_claims AS c ON c.subject = a.subject, LATERAL (
      SELECT ${alarmColumns}, extract(epoch FROM a.first_claimed_at - a.opened_at)::float8 AS "claimSeconds",
        extract(epoch FROM a.closed_at - a.opened_at)::float8 AS "closeSeconds",
        a.first_claimed_at <= a.opened_at + a.claim_seconds * interval '1 second' AS "withinClaim",
        a.closed_at <= a.close_due_at AS "withinClose", a.note
    ) AS shown`.execute(db);
  return rows[0] ?? { json: '', total: 0 };
}
