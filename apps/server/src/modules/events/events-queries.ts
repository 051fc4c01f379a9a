import type { EventQuery } from '@atalaia/contract/event';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { EventCommentsTable, EventsTable, Schema } from '../../db/schema.ts';
import { askedEventTypes } from '../../reading/event-type-filter.ts';
import { allOf, pageOf } from '../../reading/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../sight/visible.ts';
import { eventColumns } from './events-presenter.ts';

export type EventRow = Selectable<EventsTable>;

const eventsUnlessSaid = '100';

/** Events of visible devices that fit the filters, the last to arrive first, with commas between. */
export async function listEvents(db: Kysely<Schema>, viewer: Viewer, query: EventQuery): Promise<string> {
  const { id, deviceId, from, to, handled, limit = eventsUnlessSaid, offset } = query;
  const type = askedEventTypes(query.type);
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown."serverTime" DESC, shown.id DESC), '') AS json FROM (
      SELECT told.* FROM ${visibleDevices(viewer)} JOIN events AS e ON e.device_id = d.id, LATERAL (${eventColumns}) AS told
      WHERE ${allOf(
        id && sql`e.id = ANY(${id.map(Number)}::bigint[])`,
        deviceId === undefined ? undefined : sql`d.id = ${Number(deviceId)}`,
        type && sql`e.type = ANY(${type})`,
        from === undefined ? undefined : sql`e.event_time >= ${from}`,
        to === undefined ? undefined : sql`e.event_time <= ${to}`,
        handled === undefined ? undefined : sql`(e.handled_at IS NOT NULL) = ${handled === 'true'}`,
      )}
      ORDER BY e.server_time DESC, e.id DESC ${pageOf({ limit, offset })}
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

export async function insertComment(
  db: Kysely<Schema>,
  values: Insertable<EventCommentsTable>,
): Promise<number> {
  const { id } = await db
    .insertInto('event_comments')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Marks an event as handled. When the siren of its device stands for it, the siren goes over to the newest alarm that
 * still waits, or goes out; a writer that raises it meanwhile waits for this row, and its alarm stands.
 */
export async function markHandled(db: Kysely<Schema>, id: number, userId: number): Promise<void> {
  await sql`UPDATE events SET handled_at = now(), handled_by = ${userId} WHERE id = ${id}`.execute(db);
  await sql`
    UPDATE device_state AS s SET siren_event_id = (
      SELECT max(e.id) FROM events AS e
      WHERE e.device_id = s.device_id AND e.type = 'alarm' AND e.handled_at IS NULL
    ) WHERE s.siren_event_id = ${id} AND s.device_id = (SELECT device_id FROM events WHERE id = ${id})`.execute(
    db,
  );
}
