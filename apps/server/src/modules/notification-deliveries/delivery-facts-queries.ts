/** What a notice is about and whom it is for, read in the moment it is sent. */
import type { Event } from '@atalaia/contract/rules/event';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { mayBeNotifiedOfAlarm } from '../../visibility/alarm-columns.ts';
import { type Viewer, visibleDevices, visibleUsers } from '../../visibility/visible.ts';
import { watchersOfDevices } from '../../visibility/watchers.ts';

/** A person's own settings, as `resolveSettings` takes them, and the ways to him. */
export interface Recipient {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly administrator: boolean;
  readonly deviceLimit: number;
  readonly coordinateFormat: string | null;
  readonly twelveHourFormat: boolean | null;
  readonly userAttributes: Readonly<Record<string, unknown>>;
}

/** A command that a notification carries out at an event. */
export interface CommandFacts {
  readonly userId: number;
  readonly deviceId: number;
  readonly commandId: number;
}

export interface EventFacts {
  readonly eventId: number;
  readonly type: string;
  readonly eventTime: string;
  readonly eventAttributes: Readonly<Record<string, unknown>>;
  readonly deviceName: string;
  readonly plate: string | null;
  readonly geofenceName: string | null;
  readonly maintenanceName: string | null;
  readonly driverName: string | null;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Knots. */
  readonly speed: number | null;
}

export interface DeliveryFacts extends Recipient, EventFacts {
  readonly id: number;
  readonly attempts: number;
  /** Whether he may still receive it: his account is in force and he sees the device. */
  readonly mayReceive: boolean;
  readonly deviceId: number;
  /** What is carried out instead of telling him; null where he is told. */
  readonly commandId: number | null;
}

/** Those whose event or device was removed are left out. */
export async function readDeliveryFacts(
  db: Kysely<Schema>,
  ids: readonly number[],
  now: string,
): Promise<DeliveryFacts[]> {
  const { rows } = await sql<DeliveryFacts>`
    SELECT n.id, n.attempts, n.device_id AS "deviceId", n.command_id AS "commandId", ${recipientColumns},
      NOT u.disabled AND (u.expiration_time IS NULL OR u.expiration_time > ${now}::timestamptz)
        AND EXISTS (SELECT FROM (${watchersOfDevices(sql`ARRAY[n.device_id]`)}) AS w WHERE w.id = u.id) AS "mayReceive",
      e.id AS "eventId", e.type, e.event_time AS "eventTime", e.attributes AS "eventAttributes",
      d.name AS "deviceName", d.attributes->>'plate' AS plate,
      g.name AS "geofenceName", m.name AS "maintenanceName", dr.name AS "driverName",
      p.address, p.latitude, p.longitude, p.speed
    FROM notification_deliveries n
      JOIN users u ON u.id = n.user_id
      JOIN events e ON e.id = n.event_id
      JOIN devices d ON d.id = n.device_id
      LEFT JOIN geofences g ON g.id = e.geofence_id
      LEFT JOIN maintenances m ON m.id = e.maintenance_id
      LEFT JOIN drivers dr ON dr.unique_id = e.attributes->>'driverUniqueId'
      -- the times spare looking into every month's partition
      LEFT JOIN positions p ON p.id = e.position_id AND p.fix_time >= e.event_time - interval '1 day'
        AND p.fix_time <= e.event_time + interval '1 day'
    WHERE n.id = ANY(${ids}::bigint[]) ORDER BY n.id`.execute(db);
  return rows;
}

interface EventNames {
  readonly geofences: Readonly<Record<number, string>>;
  readonly maintenances: Readonly<Record<number, string>>;
  readonly drivers: Readonly<Record<string, string>>;
}

/** What is called how of all that events are about; by its id, drivers by the id that they are known by. */
export async function readEventNames(
  db: Kysely<Schema>,
  events: readonly Pick<Event, 'geofenceId' | 'maintenanceId' | 'attributes'>[],
): Promise<EventNames> {
  const idsOf = (name: 'geofenceId' | 'maintenanceId') => [...new Set(events.map((event) => event[name]))];
  const drivers = events.flatMap(({ attributes: { driverUniqueId } }) =>
    typeof driverUniqueId === 'string' ? [driverUniqueId] : [],
  );
  const named = (table: string, key: string, keys: readonly unknown[], type: string) => sql`coalesce((
    SELECT jsonb_object_agg(${sql.ref(key)}, name) FROM ${sql.table(table)}
    WHERE ${sql.ref(key)} = ANY(${keys}::${sql.raw(type)}[])), '{}')`;
  const { rows } = await sql<EventNames>`
    SELECT ${named('geofences', 'id', idsOf('geofenceId'), 'integer')} AS geofences,
      ${named('maintenances', 'id', idsOf('maintenanceId'), 'integer')} AS maintenances,
      ${named('drivers', 'unique_id', drivers, 'text')} AS drivers`.execute(db);
  return rows[0] ?? { geofences: {}, maintenances: {}, drivers: {} };
}

export const recipientColumns = sql`u.id AS "userId", u.name AS "userName", u.email, u.phone, u.administrator,
  u.device_limit AS "deviceLimit", u.coordinate_format AS "coordinateFormat",
  u.twelve_hour_format AS "twelveHourFormat", u.attributes AS "userAttributes"`;

export async function readRecipient(db: Kysely<Schema>, userId: number): Promise<Recipient | undefined> {
  const { rows } =
    await sql<Recipient>`SELECT ${recipientColumns} FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}

/** The users that somebody manages, those of these numbers or all whose account is in force and meant to last. */
export async function readManaged(
  db: Kysely<Schema>,
  viewer: Viewer,
  userIds: readonly number[] | undefined,
  most: number,
): Promise<readonly Recipient[]> {
  const wanted = userIds
    ? sql`u.id = ANY(${userIds}::integer[])`
    : sql`NOT u.disabled AND NOT u.temporary AND (u.expiration_time IS NULL OR u.expiration_time > now())`;
  const { rows } = await sql<Recipient>`
    SELECT ${recipientColumns} FROM ${visibleUsers(viewer)} WHERE ${wanted} ORDER BY u.id LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

/** The first device a person sees, and an event number that no other event gets; undefined where he sees none. */
export async function readTestSubject(
  db: Kysely<Schema>,
  viewer: Viewer,
): Promise<{ readonly id: number; readonly name: string; readonly eventId: number } | undefined> {
  const { rows } = await sql<{ id: number; name: string; eventId: number }>`
    SELECT d.id, d.name, nextval('event_ids') AS "eventId"
    FROM ${visibleDevices(viewer)} ORDER BY d.id LIMIT 1`.execute(db);
  return rows[0];
}

// Messages about an alarm of the desk: deliveries without an event, to people who are named and see its vehicle.

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
    SELECT n.id, n.attempts, n.device_id AS "deviceId", n.command_id AS "commandId", ${recipientColumns},
      ${mayBeNotifiedOfAlarm(now)} AS "mayReceive",
      a.id AS "eventId", 'alarmEscalated' AS type, a.opened_at AS "eventTime",
      jsonb_build_object('rule', coalesce(a.rule_name, a.call_reason, '')) AS "eventAttributes",
      coalesce(a.device_name, '') AS "deviceName", a.plate, NULL AS "geofenceName", NULL AS "maintenanceName",
      NULL AS "driverName", a.address, a.latitude, a.longitude, NULL AS speed
    FROM notification_deliveries AS n JOIN users AS u ON u.id = n.user_id JOIN alarms AS a ON a.id = n.alarm_id
    WHERE n.id = ANY(${ids}::bigint[]) ORDER BY n.id`.execute(db);
  return rows;
}
