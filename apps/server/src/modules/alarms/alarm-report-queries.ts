/** The report "Alarmes" (DESK-13): by when they opened, newest first, of the vehicles that one sees. */
import type { AlarmReportQuery } from '@atalaia/contract/desk/alarm-report';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { allOf, isOneOf, isoTime } from '../../queries/sql-fragments.ts';
import { alarmColumns, alarmsFrom, seesAlarm } from '../../visibility/alarm-columns.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { severityNumber } from './alarms-queries.ts';
import type { SentCommand } from './document/customer-history.ts';

const mostCommands = 200;

/** Commands that went to the vehicle of an alarm while it was open. */
export async function commandsDuring(db: Kysely<Schema>, alarmId: number): Promise<readonly SentCommand[]> {
  const { rows } = await sql<SentCommand>`
    SELECT m.type, m.state, ${isoTime('m.created_at')} AS at
    FROM alarms AS a JOIN sent_commands AS m ON m.device_id = a.device_id
    WHERE a.id = ${alarmId} AND m.created_at >= a.opened_at AND m.created_at <= coalesce(a.closed_at, now())
    ORDER BY m.id LIMIT ${mostCommands}`.execute(db);
  return rows;
}

export function findReportedAlarms(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: AlarmReportQuery,
): Promise<Page> {
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
  const orderBy = sql`a.opened_at DESC, a.id DESC`;
  return readPage(db, { id: 'a.id', from: alarmsFrom, where, orderBy }, query);
}

/** The contract's AlarmReportRows in the order of their numbers, as JSON with commas between. */
export async function describeReportedAlarms(
  db: Kysely<Schema>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY page.place), '') AS json
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS page (id, place) JOIN alarms AS a ON a.id = page.id
    LEFT JOIN alarm_claims AS c ON c.subject = a.subject, LATERAL (
      SELECT ${alarmColumns(viewer)}, extract(epoch FROM a.first_claimed_at - a.opened_at)::float8 AS "claimSeconds",
        extract(epoch FROM a.closed_at - a.opened_at)::float8 AS "closeSeconds",
        a.first_claimed_at <= a.opened_at + a.claim_seconds * interval '1 second' AS "withinClaim",
        a.closed_at <= a.close_due_at AS "withinClose", a.note
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
