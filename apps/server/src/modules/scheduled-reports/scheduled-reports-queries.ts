import type { ScheduledReportQuery } from '@atalaia/contract/reports/scheduled-report';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { ScheduledReportsTable, Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, isOneOf, isoTime, mentions } from '../../queries/sql-fragments.ts';
import {
  type Viewer,
  visibleDevices,
  visibleGroups,
  visibleScheduledReports,
} from '../../visibility/visible.ts';

export type ScheduledReportRow = Selectable<ScheduledReportsTable>;

/** What a report covers. */
export interface Covered {
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
}

const calendarName = sql`(SELECT name FROM calendars WHERE id = s.calendar_id)`;
const userName = sql`(SELECT name FROM users WHERE id = s.user_id)`;

const sortColumns: SortColumns<NonNullable<ScheduledReportQuery['sort']>> = {
  name: byName('s.name'),
  type: byName('s.type'),
  calendarName: byText(calendarName),
  userName: byText(userName),
  lastSentAt: byValue(sql`(SELECT last_sent_at FROM scheduled_report_runs WHERE report_id = s.id)`),
};

/** The visible ones that fit the filters, by name unless they are sorted otherwise. */
export function findScheduledReports(
  db: Kysely<Schema>,
  viewer: Viewer,
  query: ScheduledReportQuery & Partial<Record<'userId' | 'deviceId' | 'groupId', string>>,
): Promise<Page> {
  const { keyword, userId, deviceId, groupId } = query;
  const select = {
    id: 's.id',
    from: visibleScheduledReports(viewer),
    where: allOf(
      isOneOf('s.id', query.id),
      userId ? sql`s.user_id = ${Number(userId)}` : undefined,
      deviceId
        ? sql`s.id IN (SELECT report_id FROM scheduled_report_devices WHERE device_id = ${Number(deviceId)})`
        : undefined,
      groupId
        ? sql`s.id IN (SELECT report_id FROM scheduled_report_groups WHERE group_id = ${Number(groupId)})`
        : undefined,
      keyword ? mentions(keyword, 's.name', calendarName, userName) : undefined,
    ),
    orderBy: orderOf(query, sortColumns, 's.id', sql`s.name COLLATE "pt-BR-x-icu", s.id`),
  };
  return readPage(db, select, query);
}

export async function isScheduledReportVisible(db: Kysely<Schema>, viewer: Viewer, id: number) {
  const { rows } = await sql`SELECT FROM ${visibleScheduledReports(viewer)} WHERE s.id = ${id}`.execute(db);
  return rows.length > 0;
}

/** The row of a visible one; nobody else changes it until the end of the transaction. */
export async function lockScheduledReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<ScheduledReportRow | undefined> {
  if (!(await isScheduledReportVisible(db, viewer, id))) return undefined;
  return db
    .selectFrom('scheduled_reports')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Through whose eyes a report of this user's is made. */
export function ownerOf(db: Kysely<Schema>, userId: number): Promise<Viewer> {
  return db
    .selectFrom('users')
    .select(['id as userId', 'administrator'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Which of these are seen. */
export async function findSeen(
  db: Kysely<Schema>,
  viewer: Viewer,
  { deviceIds, groupIds }: Covered,
): Promise<{ devices: ReadonlySet<number>; groups: ReadonlySet<number> }> {
  const devices = await sql<{ id: number }>`
    SELECT d.id FROM ${visibleDevices(viewer)} WHERE d.id = ANY(${deviceIds}::integer[])`.execute(db);
  const groups = await sql<{ id: number }>`
    SELECT g.id FROM ${visibleGroups(viewer)} WHERE g.id = ANY(${groupIds}::integer[])`.execute(db);
  const idsOf = ({ rows }: { rows: readonly { id: number }[] }) => new Set(rows.map(({ id }) => id));
  return { devices: idsOf(devices), groups: idsOf(groups) };
}

export async function readCovered(db: Kysely<Schema>, id: number): Promise<Covered> {
  const devices = db.selectFrom('scheduled_report_devices').select('device_id').where('report_id', '=', id);
  const groups = db.selectFrom('scheduled_report_groups').select('group_id').where('report_id', '=', id);
  return {
    deviceIds: (await devices.orderBy('device_id').execute()).map(({ device_id }) => device_id),
    groupIds: (await groups.orderBy('group_id').execute()).map(({ group_id }) => group_id),
  };
}

export async function replaceCovered(
  db: Kysely<Schema>,
  id: number,
  { deviceIds, groupIds }: Covered,
): Promise<void> {
  await db.deleteFrom('scheduled_report_devices').where('report_id', '=', id).execute();
  await db.deleteFrom('scheduled_report_groups').where('report_id', '=', id).execute();
  await sql`
    INSERT INTO scheduled_report_devices SELECT DISTINCT ${id}::integer, unnest(${deviceIds}::integer[])`.execute(
    db,
  );
  await sql`
    INSERT INTO scheduled_report_groups SELECT DISTINCT ${id}::integer, unnest(${groupIds}::integer[])`.execute(
    db,
  );
}

/** It is sent from the next event on. */
export async function insertScheduledReport(
  db: Kysely<Schema>,
  values: Insertable<ScheduledReportsTable>,
): Promise<number> {
  const insert = db.insertInto('scheduled_reports').values(values).returning('id');
  const { id } = await insert.executeTakeFirstOrThrow();
  await db.insertInto('scheduled_report_runs').values({ report_id: id, checked_until: sql`now()` }).execute();
  return id;
}

/** The row is written whatever changes, so that its revision covers its devices and groups too. */
export async function updateScheduledReport(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<ScheduledReportsTable>,
): Promise<void> {
  await db.updateTable('scheduled_reports').set(values).where('id', '=', id).execute();
}

/** What began before it was scheduled so is not sent, and not tried again. */
export async function beginAnew(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`
    UPDATE scheduled_report_runs SET checked_until = greatest(checked_until, now()), due_at = NULL, next_try_at = NULL WHERE report_id = ${id}`.execute(
    db,
  );
}

export async function deleteScheduledReport(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('scheduled_reports').where('id', '=', id).execute();
}

// A scheduled report as the contract describes it, written as JSON by PostgreSQL: the one place that maps its rows.

/** In the order requested, with commas between; those that were removed are left out, and none give ''. Whether they may be seen is asked before. */
export async function describeScheduledReports(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN scheduled_reports AS s USING (id)
    JOIN scheduled_report_runs AS run ON run.report_id = s.id
    JOIN users AS owner ON owner.id = s.user_id
    LEFT JOIN calendars AS calendar ON calendar.id = s.calendar_id,
    LATERAL (
      SELECT s.id, s.name, s.type, s.period,
        ARRAY(SELECT device_id FROM scheduled_report_devices WHERE report_id = s.id ORDER BY 1) AS "deviceIds",
        ARRAY(SELECT group_id FROM scheduled_report_groups WHERE report_id = s.id ORDER BY 1) AS "groupIds",
        s.event_types AS "eventTypes", coalesce(s.calendar_id, 0) AS "calendarId", calendar.name AS "calendarName",
        s.user_id AS "userId", owner.name AS "userName",
        ${isoTime('run.last_sent_at')} AS "lastSentAt", run.last_error AS "lastError",
        ${isoTime('run.last_tried_at')} AS "lastTriedAt", ${isoTime('run.next_try_at')} AS "nextTryAt"
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** The same in the field’s form. */
export async function describeFieldReports(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN scheduled_reports AS s USING (id),
    LATERAL (
      SELECT s.id, coalesce(s.calendar_id, 0) AS "calendarId", s.type, s.name AS description,
        s.attributes || jsonb_build_object('period', s.period) AS attributes
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
