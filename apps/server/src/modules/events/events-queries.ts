import type { EventQuery, HandledEventQuery, OpenAlarmQuery } from '@atalaia/contract/rules/event';
import { alarmEventType } from '@atalaia/domain/catalog/alarms';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { EventCommentsTable, EventsTable, Schema } from '../../platform/db/schema.ts';
import {
  allOf,
  bearsAlarm,
  mentions,
  openAlarmOf,
  pageOf,
  requestedEventTypes,
} from '../../queries/sql-fragments.ts';
import {
  type Audience,
  clientsSeeHandling,
  handledAtForClients,
  isHiddenFromClients,
  isOpenForClients,
} from '../../visibility/client-visibility.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';
import { eventColumnsFor, openEventColumns } from './events-presenter.ts';

export type EventRow = Selectable<EventsTable>;

const defaultEventLimit = '100';
const defaultOpenAlarmLimit = '1000';

/** Events of visible devices that fit the filters, the last to arrive first, with commas between. */
export async function listEvents(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: EventQuery,
  audience: Audience,
): Promise<string> {
  const handledAt = audience === 'desk' ? sql`e.handled_at` : handledAtForClients;
  const { id, deviceId, alarm, from, to, handled, limit = defaultEventLimit, offset } = query;
  const type = requestedEventTypes(query.type);
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown."serverTime" DESC, shown.id DESC), '') AS json FROM (
      SELECT row.* FROM ${visibleDevices(viewer)} JOIN events AS e ON e.device_id = d.id, LATERAL (${eventColumnsFor(audience)}) AS row
      WHERE ${allOf(
        id && sql`e.id = ANY(${id.map(Number)}::bigint[])`,
        deviceId === undefined ? undefined : sql`d.id = ${Number(deviceId)}`,
        type && sql`e.type = ANY(${type})`,
        alarm &&
          bearsAlarm(
            'e',
            alarm.flatMap((text) => text.split(',')),
          ),
        from === undefined ? undefined : sql`e.event_time >= ${from}`,
        to === undefined ? undefined : sql`e.event_time <= ${to}`,
        handled === undefined ? undefined : sql`(${handledAt} IS NOT NULL) = ${handled === 'true'}`,
      )}
      ORDER BY e.server_time DESC, e.id DESC ${pageOf({ limit, offset })}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** A page of the handled events of visible devices that fit, the last handled first, with commas between. */
export async function listHandledEvents(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: HandledEventQuery,
): Promise<string> {
  const { keyword, deviceId, userId, from, to, limit = defaultEventLimit, offset } = query;
  const type = requestedEventTypes(query.type);
  const plate = sql`d.attributes ->> 'plate'`;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown."handledAt" DESC, shown.id DESC), '') AS json FROM (
      SELECT row.*, ${plate} AS plate, coalesce(e.handled_by, 0) AS "handledById", said.comment
      FROM ${visibleDevices(viewer)} JOIN events AS e ON e.device_id = d.id
      LEFT JOIN LATERAL (
        SELECT comment, user_name FROM event_comments WHERE event_id = e.id ORDER BY id LIMIT 1
      ) AS said ON true, LATERAL (${eventColumnsFor('desk')}) AS row
      WHERE ${allOf(
        sql`e.handled_at IS NOT NULL`,
        keyword?.trim() ? mentions(keyword, 'd.name', plate, 'said.comment', 'said.user_name') : undefined,
        deviceId === undefined ? undefined : sql`d.id = ${Number(deviceId)}`,
        userId === undefined ? undefined : sql`e.handled_by = ${Number(userId)}`,
        type && sql`e.type = ANY(${type})`,
        from === undefined ? undefined : sql`e.handled_at >= ${from}`,
        to === undefined ? undefined : sql`e.handled_at <= ${to}`,
      )}
      ORDER BY e.handled_at DESC, e.id DESC ${pageOf({ limit, offset })}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** A page of the open alarms of visible devices, the latest number first, with commas between; read over their index. */
export async function listOpenAlarms(
  db: Kysely<Schema>,
  viewer: Viewer,
  { limit = defaultOpenAlarmLimit, beforeId }: OpenAlarmQuery,
  audience: Audience,
): Promise<string> {
  const open = sql`SELECT * FROM events AS e WHERE ${sql.raw(openAlarmOf('e'))}`;
  const events =
    audience === 'desk'
      ? open
      : sql`${open} UNION ALL SELECT * FROM events AS e WHERE e.type = ${alarmEventType} AND ${isOpenForClients}`;
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown.id DESC), '') AS json FROM (
      SELECT row.* FROM ${visibleDevices(viewer)} JOIN (${events}) AS e ON e.device_id = d.id, LATERAL (${openEventColumns}) AS row
      WHERE ${allOf(beforeId === undefined ? undefined : sql`e.id < ${Number(beforeId)}`)}
      ORDER BY e.id DESC ${pageOf({ limit })}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** The row of an event of a visible device; with `lock` nobody else changes it until the end of the transaction. */
export async function findEvent(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
  lock?: 'lock',
): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    SELECT e.* FROM ${visibleDevices(viewer)} JOIN events AS e ON e.device_id = d.id
    WHERE d.id = (SELECT device_id FROM events WHERE events.id = ${id}) AND e.id = ${id}
    ${lock ? sql`FOR NO KEY UPDATE OF e` : sql``}`.execute(db);
  return rows[0];
}

/** With whether clients may see it; what one of theirs writes they always see. */
export async function insertComment(
  db: Kysely<Schema>,
  values: Omit<Insertable<EventCommentsTable>, 'untold'>,
  by: Audience,
): Promise<number> {
  const untold = sql<boolean>`(SELECT ${isHiddenFromClients} FROM events AS e WHERE e.id = ${values.event_id})`;
  const { id } = await db
    .insertInto('event_comments')
    .values({ ...values, ...(by === 'desk' && { untold }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Marks an event as handled. When the siren of its device is for this event, the siren goes over to the newest alarm that
 * still waits, or goes out; a writer that raises it meanwhile waits for this row, and its alarm stays. The row is taken
 * first: two people who handle two alarms of one vehicle at once would each count the other's as waiting.
 */
export async function markHandled(
  db: Kysely<Schema>,
  { id, device_id: deviceId }: Pick<EventRow, 'id' | 'device_id'>,
  userId: number,
): Promise<void> {
  await sql`SELECT 1 FROM device_state WHERE device_id = ${deviceId} FOR NO KEY UPDATE`.execute(db);
  await sql`
    UPDATE events AS e SET handled_at = now(), handled_by = ${userId},
      handled_untold = CASE WHEN EXISTS (SELECT FROM event_comments AS m WHERE m.event_id = e.id AND m.untold) THEN true END
    WHERE id = ${id}`.execute(db);
  await sql`
    UPDATE device_state AS s SET siren_event_id = (
      SELECT max(e.id) FROM events AS e WHERE e.device_id = s.device_id AND ${sql.raw(openAlarmOf('e'))}
    ) WHERE s.siren_event_id = ${id} AND s.device_id = ${deviceId}`.execute(db);
}

/** The open events of some alarms become handled with one comment each; their numbers. Their sirens are settled after. */
export async function handleEventsOfAlarms(
  db: Kysely<Schema>,
  alarmIds: readonly number[],
  by: { readonly userId: number | null; readonly userName: string | null },
  comment: string,
  /** Handled by the one who calls. */
  exceptEventId = 0,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    WITH done AS (
      UPDATE events AS e SET handled_at = now(), handled_by = ${by.userId}, handled_untold = CASE WHEN ${isHiddenFromClients} THEN true END
      WHERE e.id IN (SELECT event_id FROM alarm_events WHERE alarm_id = ANY(${alarmIds}::bigint[])) AND e.id <> ${exceptEventId}
        AND e.handled_at IS NULL RETURNING e.id, e.handled_untold
    ), comments AS (
      INSERT INTO event_comments (event_id, user_id, user_name, comment, untold)
      SELECT id, ${by.userId}::int, ${by.userName ?? 'Atalaia'}, ${comment},
        coalesce(handled_untold, false) OR NOT ${clientsSeeHandling} FROM done
    )
    SELECT id FROM done ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The siren of each device whose siren is for a handled event goes over to its newest open alarm, or goes out. Without
 * numbers: of all devices. One statement of its own, after the commit: a person's transaction must not lock the states
 * that ingest writes.
 */
export async function settleSirens(db: Kysely<Schema>, eventIds?: readonly number[]): Promise<void> {
  const these = eventIds ? sql`AND handled.id = ANY(${eventIds}::bigint[])` : sql``;
  await sql`
    UPDATE device_state AS s SET siren_event_id = (
      SELECT max(e.id) FROM events AS e WHERE e.device_id = s.device_id AND ${sql.raw(openAlarmOf('e'))}
    ) FROM events AS handled
    -- by the event's device: the states have no index by siren
    WHERE s.device_id = handled.device_id AND s.siren_event_id = handled.id AND handled.handled_at IS NOT NULL ${these}`.execute(
    db,
  );
}
