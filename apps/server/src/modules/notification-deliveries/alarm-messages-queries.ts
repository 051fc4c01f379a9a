/** Messages about an alarm of the desk: deliveries without an event, to people who are named and see its vehicle. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { mayBeNotifiedOfAlarm } from '../../visibility/alarm-columns.ts';
import { type DeliveryFacts, recipientColumns } from './delivery-facts-queries.ts';

/** In the transaction of what they are about. */
export async function queueAlarmMessages(
  within: Kysely<Schema>,
  alarmId: number,
  userIds: readonly number[],
  notificators: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, next_try_at, alarm_id)
    SELECT -nextval('alarm_delivery_ids'), coalesce(a.device_id, 0), u.id, 0, way, now(), now(), a.id
    FROM alarms AS a, users AS u, unnest(${notificators}::text[]) AS way
    WHERE a.id = ${alarmId} AND u.id = ANY(${userIds}::int[])`.execute(within);
}

/** Facts of the messages that are about alarms; who may receive them is asked again as they leave. */
export async function readAlarmMessageFacts(
  db: Kysely<Schema>,
  ids: readonly number[],
  now: string,
): Promise<DeliveryFacts[]> {
  const { rows } = await sql<DeliveryFacts>`
    SELECT n.id, n.attempts, ${recipientColumns},
      ${mayBeNotifiedOfAlarm(now)} AS "mayReceive",
      a.id AS "eventId", 'alarmEscalated' AS type, a.opened_at AS "eventTime",
      jsonb_build_object('rule', coalesce(a.rule_name, a.call_reason, '')) AS "eventAttributes",
      coalesce(a.device_name, '') AS "deviceName", a.plate, NULL AS "geofenceName", NULL AS "maintenanceName",
      NULL AS "driverName", a.address, a.latitude, a.longitude, NULL AS speed
    FROM notification_deliveries AS n JOIN users AS u ON u.id = n.user_id JOIN alarms AS a ON a.id = n.alarm_id
    WHERE n.id = ANY(${ids}::bigint[]) ORDER BY n.id`.execute(db);
  return rows;
}
