/**
 * What a client may see of how alarms of his vehicles are handled (DESK-12): the one place that decides it. A robber
 * may hold his phone, and a claim covers the vehicle: while an alarm of a hidden kind, a duress or a theft is open on a
 * vehicle, its news is suppressed. The client goes on seeing what he saw before; alarms of the hidden kinds he never
 * sees.
 */
import { type RawBuilder, sql } from 'kysely';

/** For whom a row is presented; people of the desk see everything. */
export type Audience = 'desk' | 'clients';

const hiddenAlarms = ['sos', 'tow', 'jamming'];
const hiddenTypes = ['suspectedTow', 'suspectedJamming'];
const hiddenCalls = ['reportedTheft', 'duress'];

const isHidden = (
  type: RawBuilder<unknown>,
  alarm: RawBuilder<unknown>,
) => sql`(${type} = ANY(${hiddenTypes}::text[])
  OR string_to_array(replace(coalesce(${alarm}, ''), ' ', ''), ',') && ${hiddenAlarms}::text[])`;

const isHiddenEvent = isHidden(sql`e.type`, sql`e.attributes ->> 'alarm'`);

/** Whether the alarm `a` is of a hidden kind, by itself or by an event that joined it. */
export const isHiddenAlarm = sql`(a.duress_at IS NOT NULL
  OR a.kind = 'manual' AND coalesce(a.call_reason, '') = ANY(${hiddenCalls}::text[])
  OR a.kind = 'event' AND (coalesce(${isHidden(sql`a.event_type`, sql`a.alarm`)}, false) OR EXISTS (
    SELECT FROM alarm_events AS m JOIN events AS e ON e.id = m.event_id WHERE m.alarm_id = a.id AND ${isHiddenEvent})))`;

/** Whether news of this device's alarms is suppressed now; an event whose alarm is about to open counts. */
export const isSuppressed = (device: RawBuilder<unknown>) => sql`(
  EXISTS (SELECT FROM sinisters AS s WHERE s.device_id = ${device} AND s.status = 'opened')
  OR EXISTS (SELECT FROM alarms AS a WHERE a.device_id = ${device} AND a.closed_at IS NULL AND ${isHiddenAlarm})
  OR EXISTS (SELECT FROM alarm_queue AS q JOIN events AS e ON e.id = q.event_id
    WHERE q.device_id = ${device} AND ${isHiddenEvent}))`;

/** A client sees an alarm that ended for so long, days. */
const mostDays = 30;
/** Whether the alarm `a` is open, or ended not too long ago to matter. */
export const isRecentAlarm = sql`(a.closed_at IS NULL OR a.closed_at > now() - ${mostDays} * interval '1 day')`;

/**
 * Since when the alarm `a` is of a hidden kind; null where it is not. An event that joined it counts from its arrival.
 */
const hiddenSince = sql`least(a.duress_at,
  CASE WHEN a.kind = 'manual' AND coalesce(a.call_reason, '') = ANY(${hiddenCalls}::text[]) THEN a.opened_at END,
  CASE WHEN a.kind = 'event' AND ${isHidden(sql`a.event_type`, sql`a.alarm`)} THEN a.opened_at END,
  CASE WHEN a.kind = 'event' THEN (SELECT min(e.server_time) FROM alarm_events AS m JOIN events AS e ON e.id = m.event_id
    WHERE m.alarm_id = a.id AND ${isHiddenEvent}) END)`;

/**
 * Since when this device has been suppressed without a break; null where it is not suppressed now. Reasons that overlap
 * are one period: a theft case that is opened from an SOS continues it.
 */
export const suppressedSince = (device: RawBuilder<unknown>) => sql`CASE WHEN ${isSuppressed(device)} THEN (
  WITH reasons AS MATERIALIZED (
    SELECT s.created_at AS since, CASE WHEN s.status = 'opened' THEN 'infinity' ELSE coalesce(s.closed_at, s.created_at) END AS until
    FROM sinisters AS s WHERE s.device_id = ${device}
    UNION ALL SELECT ${hiddenSince}, coalesce(a.closed_at, 'infinity')
    FROM alarms AS a WHERE a.device_id = ${device} AND ${isRecentAlarm} AND ${isHiddenAlarm}
    UNION ALL SELECT e.server_time, 'infinity' FROM alarm_queue AS q JOIN events AS e ON e.id = q.event_id
    WHERE q.device_id = ${device} AND ${isHiddenEvent}
  )
  SELECT max(r.since) FROM reasons AS r
  WHERE NOT EXISTS (SELECT FROM reasons AS before WHERE before.since < r.since AND before.until >= r.since)) END`;

/** Whether a client saw the alarm `a` before this time, at which suppression began. */
export const wasVisibleBefore = (time: RawBuilder<unknown>) =>
  sql`(a.opened_at < ${time} AND NOT coalesce(${hiddenSince} < ${time}, false))`;

/** Whether clients may not see that the desk handled the event `e`; evaluated as the handling is stored. */
export const isHiddenFromClients = sql`(${isHiddenEvent} OR ${isSuppressed(sql`e.device_id`)} OR EXISTS (
  SELECT FROM alarm_events AS mine JOIN alarms AS a ON a.id = mine.alarm_id WHERE mine.event_id = e.id AND ${isHiddenAlarm}))`;

/** Whether the company lets its clients know that an alarm is worked on, and its outcome. */
export const clientsSeeHandling = sql`coalesce(
  (SELECT (settings ->> 'clientsSeeHandling')::boolean FROM desk_settings WHERE id = 1), false)`;

/** The same as text, for a statement that is prepared. */
export const sirenForClients = `(s.siren_event_id IS NOT NULL OR EXISTS (SELECT FROM events AS u
  WHERE u.device_id = s.device_id AND u.type = 'alarm' AND u.handled_untold
    AND NOT EXISTS (SELECT FROM event_comments AS m WHERE m.event_id = u.id AND NOT m.untold)))`;

const visibleComments = sql`FROM event_comments AS m WHERE m.event_id = e.id AND NOT m.untold`;

/**
 * When the event `e` was handled, as a client sees it: where the desk's handling is hidden, by a comment of a client.
 */
export const handledAtForClients = sql`CASE WHEN e.handled_untold THEN (SELECT min(m.created_at) ${visibleComments}) ELSE e.handled_at END`;
/** The same: by whom. */
export const handledByForClients = sql`(SELECT m.user_name ${visibleComments} ORDER BY m.id LIMIT 1)`;
/** Whether the event `e` is as open for clients as before the desk handled it. */
export const isOpenForClients = sql`e.handled_untold AND NOT EXISTS (SELECT ${visibleComments})`;

/** Whether the siren of the device of `device_state AS s` sounds, for a client. */
export const hasSirenForClients = sql.raw(sirenForClients);
