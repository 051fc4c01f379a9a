import type { StatisticsQuery } from '@atalaia/contract/reports/statistics';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTimeOf } from '../../queries/sql-fragments.ts';
import type { Counts } from './statistics-counters.ts';

/** Adds to a day's row, which began at `beganAt` (ISO 8601), and notes who was there. All or nothing; `onBegun` is given the number of the transaction. */
export async function addToDay(
  db: Kysely<Schema>,
  { day, beganAt }: { readonly day: string; readonly beganAt: string },
  added: Counts,
  userIds: readonly number[],
  onBegun: (xid: string) => void,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ xid: string }>`SELECT pg_current_xact_id()::text AS xid`.execute(
      transaction,
    );
    if (rows[0]) onBegun(rows[0].xid);
    await sql`
      INSERT INTO statistics AS s (day, active_devices, requests, messages_received, messages_stored, mail_sent,
        sms_sent, geocoder_requests)
      SELECT ${day}::date, count(*), ${added.requests}, ${added.messages_received}, ${added.messages_stored},
        ${added.mail_sent}, ${added.sms_sent}, ${added.geocoder_requests}
      FROM device_state WHERE last_update >= ${beganAt}::timestamptz
      ON CONFLICT (day) DO UPDATE SET
        -- a device that was removed was heard all the same
        active_devices = greatest(s.active_devices, excluded.active_devices),
        requests = s.requests + excluded.requests,
        messages_received = s.messages_received + excluded.messages_received,
        messages_stored = s.messages_stored + excluded.messages_stored,
        mail_sent = s.mail_sent + excluded.mail_sent,
        sms_sent = s.sms_sent + excluded.sms_sent,
        geocoder_requests = s.geocoder_requests + excluded.geocoder_requests`.execute(transaction);
    await sql`
      INSERT INTO statistics_users (day, user_id)
      SELECT ${day}::date, unnest(${userIds}::integer[]) ON CONFLICT DO NOTHING`.execute(transaction);
  });
}

/** What became of a transaction whose answer was lost; undefined where this server does not know it. */
export async function outcomeOf(
  db: Kysely<Schema>,
  xid: string,
): Promise<'committed' | 'aborted' | 'in progress' | undefined> {
  const { rows } = await sql<{ outcome: 'committed' | 'aborted' | 'in progress' | null }>`
    SELECT CASE WHEN ${xid}::xid8 < pg_snapshot_xmax(pg_current_snapshot())
      THEN pg_xact_status(${xid}::xid8) END AS outcome`.execute(db);
  return rows[0]?.outcome ?? undefined;
}

/** Rows as the contract describes them, as JSON with commas between. */
export async function listStatistics(
  db: Kysely<Schema>,
  { from, to }: StatisticsQuery,
  zone: string,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ','), '') AS json
    FROM (
      SELECT ${isoTimeOf(sql`(s.day::timestamp AT TIME ZONE ${zone})`)} AS "captureTime",
        (SELECT count(*) FROM statistics_users AS u WHERE u.day = s.day) AS "activeUsers",
        active_devices AS "activeDevices", requests, messages_received AS "messagesReceived",
        messages_stored AS "messagesStored", mail_sent AS "mailSent", sms_sent AS "smsSent",
        geocoder_requests AS "geocoderRequests", 0 AS "geolocationRequests"
      FROM statistics AS s
      WHERE s.day >= (${from}::timestamptz AT TIME ZONE ${zone})::date
        AND s.day <= (${to}::timestamptz AT TIME ZONE ${zone})::date
      ORDER BY s.day
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
