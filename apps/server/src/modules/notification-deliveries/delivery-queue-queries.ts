/** From events to notices: which notifications refer to an event, and to whom (NOT-01, ROLE-01). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { watchersOfDevices } from '../../visibility/watchers.ts';

/** Numbers of events that wait, the oldest first; nobody else takes them until the end of the transaction. */
export async function takeQueuedEvents(db: Kysely<Schema>, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT event_id AS id FROM event_queue ORDER BY event_id LIMIT ${most} FOR UPDATE SKIP LOCKED`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function removeFromQueue(db: Kysely<Schema>, eventIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM event_queue WHERE event_id = ANY(${eventIds}::bigint[])`.execute(db);
}

/** An event under a notification that a calendar may hold back. */
export interface CalendarMoment {
  readonly eventId: number;
  readonly calendarId: number;
  /** Differs whenever the calendar was changed. */
  readonly version: string;
  readonly eventTime: string;
}

export async function findCalendarMoments(
  db: Kysely<Schema>,
  eventIds: readonly number[],
): Promise<CalendarMoment[]> {
  const { rows } = await sql<CalendarMoment>`
    SELECT DISTINCT e.id AS "eventId", c.id AS "calendarId", c.xmin::text AS version, e.event_time AS "eventTime"
    FROM events e JOIN notifications n ON n.type = e.type JOIN calendars c ON c.id = n.calendar_id
    WHERE e.id = ANY(${eventIds}::bigint[])`.execute(db);
  return rows;
}

export async function readCalendarData(db: Kysely<Schema>, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('calendars').select('data').where('id', '=', id).executeTakeFirst();
  return row?.data;
}

export interface NewDeliveries {
  readonly eventIds: readonly number[];
  /** Events at whose time a calendar does not hold. */
  readonly outsideCalendar: readonly Pick<CalendarMoment, 'eventId' | 'calendarId'>[];
  /** The channels that are set up. */
  readonly notificators: readonly string[];
  readonly now: string;
}

/** One event for the browsers of the users of one notification. */
export interface WebDelivery {
  readonly deviceId: number;
  readonly userIds: readonly number[];
  /** The contract's Event as JSON text. */
  readonly json: string;
}

/**
 * Writes the notices of some events, one for each person and channel, whatever number of notifications request it, and
 * the commands that notifications carry out, each once.
 * Those of the browser are returned, to be published; the others wait for their channel.
 */
export async function insertDeliveries(
  db: Kysely<Schema>,
  deliveries: NewDeliveries,
): Promise<WebDelivery[]> {
  const { eventIds, outsideCalendar, notificators, now } = deliveries;
  const { rows } = await sql<WebDelivery>`
    WITH RECURSIVE happened AS (
      SELECT e.id, e.device_id, e.type, e.geofence_id, d.group_id, ${words(sql`e.attributes->>'alarm'`)} AS alarms
      FROM events e JOIN devices d ON d.id = e.device_id WHERE e.id = ANY(${eventIds}::bigint[])
    ), above (device_id, group_id) AS (
      SELECT device_id, group_id FROM happened WHERE group_id IS NOT NULL
      UNION SELECT above.device_id, g.group_id FROM above JOIN groups g ON g.id = above.group_id
      WHERE g.group_id IS NOT NULL
    ), watching AS MATERIALIZED (
      SELECT one.device_id, watcher.id AS user_id
      FROM (SELECT DISTINCT device_id FROM happened) AS one,
        LATERAL (${watchersOfDevices(sql`ARRAY[one.device_id]`)}) AS watcher
    ), made AS (
      INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, command_id,
        created_at, state, attempts, next_try_at, tried_at, ended_at)
      SELECT DISTINCT ON (h.id, way.user_id, way.notificator, way.command_id)
        h.id, h.device_id, way.user_id, n.id, way.notificator, way.command_id, ${now}::timestamptz,
        CASE WHEN way.is_web THEN 'sent' ELSE 'waiting' END, CASE WHEN way.is_web THEN 1 ELSE 0 END,
        CASE WHEN NOT way.is_web THEN ${now}::timestamptz END,
        CASE WHEN way.is_web THEN ${now}::timestamptz END, CASE WHEN way.is_web THEN ${now}::timestamptz END
      FROM happened h
        JOIN watching ON watching.device_id = h.device_id
        JOIN users u ON u.id = watching.user_id
        JOIN user_notifications l ON l.user_id = u.id
        JOIN notifications n ON n.id = l.notification_id AND n.type = h.type,
        LATERAL (
          SELECT u.id AS user_id, word AS notificator, word = 'web' AS is_web, NULL::integer AS command_id
          FROM unnest(${words(sql`n.notificators`)}) AS word WHERE word = ANY(${notificators}::text[])
            AND NOT EXISTS (SELECT FROM notification_snoozes AS r WHERE r.user_id = u.id
              AND r.notification_id = n.id AND r.until > ${now}::timestamptz)
          -- its command is its owner's, whoever else is told, and goes to no device that he does not see
          UNION ALL SELECT owner.user_id, 'command', false, n.command_id FROM watching AS owner
          WHERE n.command_id IS NOT NULL AND owner.user_id = n.created_by AND owner.device_id = h.device_id
        ) AS way
      WHERE NOT u.disabled AND (u.expiration_time IS NULL OR u.expiration_time > ${now}::timestamptz)
        -- one without a list is for every alarm
        AND (h.type <> 'alarm' OR coalesce(n.attributes->>'alarms', '') = ''
          OR h.alarms && ${words(sql`n.attributes->>'alarms'`)})
        -- one that names geofences is for those alone, as an anchor is
        AND (coalesce(n.attributes->>'geofences', '') = ''
          OR h.geofence_id::text = ANY(${words(sql`n.attributes->>'geofences'`)}))
        AND (
          n.always
          OR EXISTS (SELECT FROM device_notifications o WHERE o.notification_id = n.id AND o.device_id = h.device_id)
          OR EXISTS (SELECT FROM group_notifications o JOIN above USING (group_id)
            WHERE o.notification_id = n.id AND above.device_id = h.device_id)
        )
        AND NOT EXISTS (
          SELECT FROM unnest(
            ${outsideCalendar.map((moment) => moment.eventId)}::bigint[],
            ${outsideCalendar.map((moment) => moment.calendarId)}::integer[]
          ) AS held (event_id, calendar_id)
          WHERE held.event_id = h.id AND held.calendar_id = n.calendar_id
        )
      ORDER BY h.id, way.user_id, way.notificator, way.command_id, n.id
      ON CONFLICT DO NOTHING
      RETURNING event_id, device_id, user_id, notification_id, notificator
    )
    SELECT made.device_id AS "deviceId", array_agg(made.user_id) AS "userIds", ${eventJson} AS json
    FROM made JOIN events e ON e.id = made.event_id JOIN devices d ON d.id = made.device_id
    WHERE made.notificator = 'web'
    GROUP BY made.device_id, made.notification_id, e.id, d.id`.execute(db);
  return rows;
}

/** Notices of the browser by their numbers, each for one person. */
export async function readWebDeliveries(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<(Omit<WebDelivery, 'userIds'> & { readonly userId: number })[]> {
  const { rows } = await sql<Omit<WebDelivery, 'userIds'> & { readonly userId: number }>`
    SELECT made.device_id AS "deviceId", made.user_id AS "userId", ${eventJson} AS json
    FROM notification_deliveries made JOIN events e ON e.id = made.event_id JOIN devices d ON d.id = made.device_id
    WHERE made.id = ANY(${ids}::bigint[]) AND made.notificator = 'web' ORDER BY made.id`.execute(db);
  return rows;
}

/** The contract's Event, with its notification, as in the field's common API. */
const eventJson = sql`json_build_object(
  'id', e.id, 'deviceId', e.device_id, 'type', e.type, 'name', d.name,
  'eventTime', to_char(e.event_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'serverTime', to_char(e.server_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'positionId', coalesce(e.position_id, 0), 'geofenceId', coalesce(e.geofence_id, 0),
  'maintenanceId', coalesce(e.maintenance_id, 0),
  -- by its template a browser says what it is for
  'attributes', e.attributes || jsonb_strip_nulls(jsonb_build_object('notificationId', made.notification_id,
    'template', (SELECT n.attributes->'template' FROM notifications AS n WHERE n.id = made.notification_id))))::text`;

/** The words of a text that commas join, as an array. */
function words(text: RawBuilder<unknown>) {
  return sql`string_to_array(replace(${text}, ' ', ''), ',')`;
}
