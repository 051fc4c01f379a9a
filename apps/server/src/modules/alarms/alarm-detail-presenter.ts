/** All that one alarm's screen shows (DESK-07), and what happened to its vehicle lately. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { positionsOfEvents, type TimeSpan, timesOfEvents } from '../../queries/positions-of-events.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import { alarmColumns } from '../../visibility/alarm-columns.ts';
import { seesDevice, type Viewer } from '../../visibility/visible.ts';
import { procedureOfAlarm } from './steps/steps-queries.ts';

const eventsShown = 200;

/** The newest events of an alarm. */
const newestOf = (alarm: RawBuilder<unknown>) => sql`
  (SELECT event_id FROM alarm_events WHERE alarm_id = ${alarm} ORDER BY event_id DESC LIMIT ${eventsShown}) AS mine
  JOIN events AS e ON e.id = mine.event_id`;

const events = (times: TimeSpan) => sql`
  SELECT e.id AS "eventId", e.type, e.attributes ->> 'alarm' AS alarm, ${isoTime('e.event_time')} AS "eventTime",
    p.latitude, p.longitude, p.address, p.speed
  FROM ${newestOf(sql`a.id`)} LEFT JOIN ${positionsOfEvents(times)} ORDER BY e.event_time, e.id`;

/** Of the devices that a mass fault's line names, how many the caller sees; the others are not counted. */
const history = (sees: RawBuilder<unknown>) => sql`
  SELECT h.id, ${isoTime('h.at')} AS at, h.action, h.user_id AS "userId", h.user_name AS "userName", h.address,
    CASE WHEN h.details ? 'deviceIds' THEN jsonb_build_object('count', (
      SELECT count(*) FROM jsonb_array_elements_text(h.details -> 'deviceIds') AS one JOIN devices AS d ON d.id = one::int WHERE ${sees}
    )) ELSE h.details END AS details
  FROM alarm_history AS h WHERE h.alarm_id = a.id ORDER BY h.id`;

const listOf = (rows: ReturnType<typeof sql>) =>
  sql`(SELECT coalesce(json_agg(row_to_json(one)), '[]') FROM (${rows}) AS one)`;

/** The contract's AlarmDetail as JSON text; '' when there is none. Whether it may be seen is asked before. */
export async function describeAlarm(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<string> {
  const sees = viewer.administrator ? sql`true` : seesDevice(viewer);
  const times = await timesOfEvents(db, newestOf(sql`${id}`));
  const devices = sql`
    SELECT m.device_id AS "deviceId", m.device_name AS name, ${isoTime('m.silent_since')} AS "silentSince",
      ${isoTime('m.back_at')} AS "backAt", s.latitude, s.longitude
    FROM alarm_mass_devices AS m JOIN devices AS d ON d.id = m.device_id LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE m.alarm_id = a.id AND ${sees} ORDER BY m.back_at IS NOT NULL, m.device_name, m.device_id`;
  const { rows } = await sql<{ json: string }>`${prepared}
    SELECT row_to_json(shown)::text AS json
    FROM alarms AS a LEFT JOIN alarm_claims AS c ON c.subject = a.subject, LATERAL (
      SELECT ${alarmColumns(viewer)}, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now,
        (SELECT r.key FROM alarm_rules AS r WHERE r.id = a.rule_id AND r.name = a.rule_name) AS "ruleKey",
        ${listOf(events(times))} AS events, ${listOf(devices)} AS devices, (${procedureOfAlarm}) AS procedure, a.requires_note AS "requiresNote",
        (SELECT json_build_object('text', text, 'userName', user_name, 'updatedAt', ${isoTime('updated_at')})
          FROM alarm_drafts WHERE alarm_id = a.id) AS draft,
        CASE WHEN coalesce(a.caller_name, a.caller_phone) IS NOT NULL
          THEN json_build_object('name', a.caller_name, 'phone', a.caller_phone) END AS caller,
        ARRAY(SELECT other.id FROM alarms AS other WHERE other.subject = a.subject AND other.id <> a.id
          AND other.closed_at IS NULL AND other.pending_until IS NULL ORDER BY other.severity, other.due_at) AS "siblingIds",
        (SELECT s.id FROM sinisters AS s WHERE s.device_id = a.device_id AND s.status = 'opened') AS "sinisterId",
        ${listOf(history(sees))} AS history
    ) AS shown WHERE a.id = ${id}`.execute(db);
  return rows[0]?.json ?? '';
}

const recentDays = 30;
const mostRecent = 100;

/** The contract's AlarmRecent as JSON text. */
export async function describeRecent(db: Kysely<Schema>, id: number): Promise<string> {
  const since = (column: string) => sql`${sql.ref(column)} > now() - ${recentDays} * interval '1 day'`;
  const { rows } = await sql<{ json: string }>`
    WITH of AS (SELECT device_id FROM alarms WHERE id = ${id})
    SELECT json_build_object(
      'alarms', ${listOf(sql`SELECT ${alarmColumns(undefined)} FROM of JOIN alarms AS a ON a.device_id = of.device_id
        LEFT JOIN alarm_claims AS c ON c.subject = a.subject
        WHERE a.id <> ${id} AND a.pending_until IS NULL AND ${since('a.opened_at')} ORDER BY a.opened_at DESC LIMIT ${mostRecent}`)},
      'sinisters', ${listOf(sql`SELECT s.id, s.number, s.opening_type AS "openingType",
        ${isoTime('s.opening_date')} AS "openingDate", s.status FROM of JOIN sinisters AS s ON s.device_id = of.device_id
        WHERE ${since('s.created_at')} ORDER BY s.id DESC LIMIT ${mostRecent}`)},
      'commands', ${listOf(sql`SELECT m.id, m.type, m.state, m.user_name AS "userName", ${isoTime('m.created_at')} AS "createdAt"
        FROM of JOIN sent_commands AS m ON m.device_id = of.device_id
        WHERE ${since('m.created_at')} ORDER BY m.id DESC LIMIT ${mostRecent}`)}
    )::text AS json`.execute(db);
  return rows[0]?.json ?? '{"alarms":[],"sinisters":[],"commands":[]}';
}
