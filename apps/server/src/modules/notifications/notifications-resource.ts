import {
  type AnchorState,
  type NotificationInput,
  type NotificationQuery,
  type NotificationSnooze,
  notificatorSchema,
} from '@atalaia/contract/rules/notification';
import type { LinkedCreating } from '@atalaia/contract/values/linked-query';
import { alarms, alarmsOf } from '@atalaia/domain/catalog/alarms';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { type Kysely, sql } from 'kysely';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { referenceColumn } from '../../queries/columns.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { labelsUnder } from '../../queries/labelled-keys.ts';
import { byName, byText, byValue, type SortColumns } from '../../queries/sorting.ts';
import { isoTimeOf } from '../../queries/sql-fragments.ts';
import type { LinkedNoun, LinkedRow } from '../../resources/linked/linked-noun.ts';
import { isLinkedVisible, requireCalendar } from '../../resources/linked/linked-queries.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';

export const notifications: LinkedNoun<NotificationInput, LinkedCreating> = {
  noun: 'notification',
  kind: 'notification',
  presented: sql`l.id, l.type, l.always, l.notificators, coalesce(l.calendar_id, 0) AS "calendarId",
    l.description, coalesce(l.command_id, 0) AS "commandId", l.attributes`,
  nameColumn: 'type',
  sortColumns: {
    type: byName('l.type'),
    alarms: byText(sql`l.attributes ->> 'alarms'`),
    notificators: byText('l.notificators'),
    always: byValue('l.always'),
  } satisfies SortColumns<NonNullable<NotificationQuery['sort']>>,
  searchedColumns: ['type', 'notificators', 'description'],
  searchedWords: [
    { words: sql`ARRAY[l.type]`, labels: labelsUnder('eventType') },
    { words: sql`string_to_array(l.attributes ->> 'alarms', ',')`, labels: labelsUnder('alarm') },
    { words: sql`string_to_array(l.notificators, ',')`, labels: labelsUnder('notificator') },
  ],
  ruleKinds: ['notifications'],
  columnsOf(input) {
    refuseUnknown(input);
    const {
      type,
      always,
      notificators = flagged(input),
      calendarId,
      description,
      commandId,
      attributes,
    } = input;
    return {
      type,
      always,
      notificators: typeof notificators === 'string' ? joined(notificators) || null : notificators,
      calendar_id: referenceColumn(calendarId),
      description,
      command_id: referenceColumn(commandId),
      attributes: attributes && {
        ...attributes,
        ...(attributes.alarms === undefined ? {} : { alarms: joined(attributes.alarms) }),
      },
    };
  },
  linksOf: (notificationId, { deviceId }) =>
    deviceId === undefined ? [] : [{ deviceId: Number(deviceId), notificationId }],
  async check(within, caller, input, before) {
    await requireCalendar(within, caller, input, before);
    requireCommandThatEnds(input, before);
    const { commandId } = input;
    if (!commandId || commandId === before?.command_id) return;
    if (!(await isLinkedVisible(within, caller, 'command', commandId))) throw referenceRefusal('commandId');
    // it is carried out by the right of who made the notification
    if (before && before.created_by !== caller.userId && !caller.administrator) {
      throw new AppError('protected-field', 'only who made the notification names its command');
    }
  },
};

/** The channels whose flags are set; undefined where none is. */
function flagged(input: NotificationInput): string | undefined {
  return (['web', 'mail', 'sms'] as const).filter((name) => input[name]).join(',') || undefined;
}

const known = {
  types: new Set<string>(eventTypes),
  // the field's word for a notification that carries out its command
  notificators: new Set<string>([...notificatorSchema.options, 'command']),
  alarms: new Set<string>(alarms),
};

/** What it carries out must be named, and must not be what starts it: the result of a command gives the next one. */
function requireCommandThatEnds(input: NotificationInput, before: LinkedRow | undefined): void {
  const names = input.commandId === undefined ? before?.command_id : input.commandId;
  if (names && input.type === 'commandResult') {
    const message = 'cannot be carried out at the result of a command';
    throw fieldRefusal('invalid-input', { path: 'commandId', message });
  }
  if (!names && alarmsOf(input.notificators).includes('command')) {
    throw fieldRefusal('invalid-input', { path: 'commandId', message: 'is needed for the channel command' });
  }
}

/** Names every word that nothing would ever come of. */
function refuseUnknown({ type, notificators, attributes }: NotificationInput): void {
  const fields = [
    unknownWords('type', [type], known.types, 'type of event'),
    unknownWords('notificators', alarmsOf(notificators), known.notificators, 'channel'),
    unknownWords('attributes.alarms', alarmsOf(attributes?.alarms), known.alarms, 'alarm'),
  ].filter((field) => field !== undefined);
  const [first, ...others] = fields;
  if (first) throw fieldRefusal('invalid-input', first, ...others);
}

function unknownWords(path: string, words: readonly string[], all: ReadonlySet<string>, what: string) {
  const unknown = words.filter((word) => !all.has(word));
  return unknown.length ? { path, message: `holds no ${what}: ${unknown.join(', ')}` } : undefined;
}

/** Without blanks, empty words and doubles. */
function joined(words: string): string {
  return alarmsOf(words).join(',');
}

/**
 * Of an alert under `n` that tells this person: his own. One whose maker is not known, or is there no more, is nobody else's to
 * take away: it is his too, where he may remove it and it tells nobody else.
 */
const isOwnNotification = (
  caller: Caller,
) => sql`(n.created_by = ${caller.userId} OR (${mayWriteDevices(caller)}::boolean
    AND NOT EXISTS (SELECT FROM users WHERE id = n.created_by)
    AND NOT EXISTS (SELECT FROM user_notifications WHERE notification_id = n.id AND user_id <> ${caller.userId})))`;

/**
 * What tells this person when this vehicle moves away from its anchor, with the geofence round it unless it is used for
 * something else. What others watch for him is no anchor of his. Others who lay or take one for him wait for the end of
 * the transaction.
 */
export async function lockAnchors(within: Kysely<Schema>, caller: Caller, deviceId: number) {
  const { userId } = caller;
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(within);
  const { rows } = await sql<{ id: number; geofenceId: number | null }>`
    SELECT n.id, CASE WHEN EXISTS (SELECT FROM device_geofences WHERE geofence_id = circle.id AND device_id <> ${deviceId})
        OR EXISTS (SELECT FROM group_geofences WHERE geofence_id = circle.id)
        OR EXISTS (SELECT FROM user_geofences WHERE geofence_id = circle.id AND user_id <> ${userId})
        OR EXISTS (SELECT FROM notifications AS other WHERE other.id <> n.id
          AND circle.id::text = ANY(string_to_array(replace(other.attributes ->> 'geofences', ' ', ''), ',')))
      THEN NULL ELSE circle.id END AS "geofenceId"
    FROM notifications AS n,
      LATERAL (SELECT substring(n.attributes ->> 'geofences' FROM '^\\d{1,9}$')::int AS id) AS circle
    WHERE n.attributes ->> 'template' = 'anchor' AND n.attributes ->> 'ownDeviceId' = ${String(deviceId)}
      AND ${isOwnNotification(caller)} AND n.id IN (SELECT notification_id FROM user_notifications WHERE user_id = ${userId})
    ORDER BY n.id`.execute(within);
  return rows;
}

/** Whether this person's own anchor lies there, whether somebody who is there watches one for him, and which alerts are his own. */
export async function findAnchor(db: Kysely<Schema>, caller: Caller, deviceId: number): Promise<AnchorState> {
  const { userId } = caller;
  const { rows } = await sql<AnchorState>`
    SELECT coalesce(bool_or(is_own) FILTER (WHERE template = 'anchor'), false) AS own,
      coalesce(bool_or(is_of_other) FILTER (WHERE template = 'anchor'), false) AS others,
      coalesce(array_agg(id ORDER BY id) FILTER (WHERE is_own), '{}') AS "ownNotifications"
    FROM (SELECT n.id, n.attributes ->> 'template' AS template, ${isOwnNotification(caller)} AS is_own,
      n.created_by IN (SELECT id FROM users WHERE id <> ${userId}) AS is_of_other
    FROM notifications AS n
    WHERE n.attributes ->> 'template' IS NOT NULL AND n.attributes ->> 'ownDeviceId' = ${String(deviceId)}
      AND n.id IN (SELECT notification_id FROM user_notifications WHERE user_id = ${userId})) AS alerts`.execute(
    db,
  );
  return rows[0] ?? { own: false, others: false };
}

/** Those that are not over. */
export async function findSnoozes(
  db: Kysely<Schema>,
  userId: number,
  notificationId?: number,
): Promise<NotificationSnooze[]> {
  const { rows } = await sql<NotificationSnooze>`
    SELECT notification_id AS "notificationId", ${isoTimeOf(sql`until`)} AS until FROM notification_snoozes
    WHERE user_id = ${userId} AND until > now()
      AND (${notificationId ?? null}::integer IS NULL OR notification_id = ${notificationId ?? null})
    ORDER BY notification_id`.execute(db);
  return rows;
}

/** From now on; one that is running begins anew. */
export async function writeSnooze(
  within: Kysely<Schema>,
  userId: number,
  notificationId: number,
  minutes: number,
): Promise<void> {
  await sql`
    INSERT INTO notification_snoozes (user_id, notification_id, until)
    VALUES (${userId}, ${notificationId}, now() + make_interval(mins => ${minutes}))
    ON CONFLICT (user_id, notification_id) DO UPDATE SET until = excluded.until`.execute(within);
}

export async function endSnooze(
  within: Kysely<Schema>,
  userId: number,
  notificationId: number,
): Promise<boolean> {
  const { numDeletedRows } = await within
    .deleteFrom('notification_snoozes')
    .where('user_id', '=', userId)
    .where('notification_id', '=', notificationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
