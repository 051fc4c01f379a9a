/** How far each scheduled report has come: whoever holds its row looks at its calendar, in whatever process. */
import type { ScheduledReportFault } from '@atalaia/contract/reports/scheduled-report';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema, UsersTable } from '../../platform/db/schema.ts';
import type { ScheduledReportRow } from './scheduled-reports-queries.ts';

export interface Run {
  readonly reportId: number;
  /** The event that waits to be tried again; null when none does. */
  readonly againMs: number | null;
  /** Of that event, so far. */
  readonly attempts: number;
  readonly checkedUntilMs: number;
  /** Null when the calendar was removed. */
  readonly calendarId: number | null;
  /** Changes with every write of the calendar. */
  readonly version: string | null;
}

/**
 * Those that nobody has looked at up to this instant, or that are to be tried again by then, and that nobody looks at
 * or sends now; locked to the end of the transaction. While one waits to be tried again its calendar is not looked at:
 * events that begin meanwhile come after it.
 */
export async function lockRuns(within: Kysely<Schema>, untilMs: number, most: number): Promise<Run[]> {
  const { rows } = await sql<Run>`
    SELECT run.report_id AS "reportId", s.calendar_id AS "calendarId", c.xmin::text AS version,
      run.attempts, CASE WHEN run.next_try_at IS NOT NULL
        THEN floor(extract(epoch FROM run.due_at) * 1000)::float8 END AS "againMs",
      floor(extract(epoch FROM run.checked_until) * 1000)::float8 AS "checkedUntilMs"
    FROM scheduled_report_runs AS run
    JOIN scheduled_reports AS s ON s.id = run.report_id
    LEFT JOIN calendars AS c ON c.id = s.calendar_id
    WHERE coalesce(run.next_try_at, run.checked_until) < ${new Date(untilMs)} AND run.sending_since IS NULL
    ORDER BY run.checked_until, run.report_id LIMIT ${most} FOR UPDATE OF run SKIP LOCKED`.execute(within);
  return rows;
}

export async function advanceRuns(
  within: Kysely<Schema>,
  ids: readonly number[],
  untilMs: number,
): Promise<void> {
  await sql`
    UPDATE scheduled_report_runs SET checked_until = ${new Date(untilMs)}
    WHERE report_id = ANY(${ids}::integer[])`.execute(within);
}

/**
 * A run that this process is sending, by the instant of its claim: what ends it is refused where another process has
 * taken it for interrupted.
 */
export interface ClaimedRun {
  readonly reportId: number;
  readonly claimedMs: number;
}

/** From its commit on the event that began at `startMs` is nobody else's; it comes back by `putOff` alone. */
export async function claimRun(
  within: Kysely<Schema>,
  { reportId, startMs, attempts }: { reportId: number; startMs: number; attempts: number },
  nowMs: number,
): Promise<void> {
  const start = new Date(startMs).toISOString();
  await within
    .updateTable('scheduled_report_runs')
    .set({
      checked_until: start,
      due_at: start,
      attempts,
      next_try_at: null,
      sending_since: new Date(nowMs).toISOString(),
    })
    .where('report_id', '=', reportId)
    .execute();
}

/** It was certainly not sent, and is tried again. `attempts` are those that failed. */
export async function putOff(
  db: Kysely<Schema>,
  { reportId, claimedMs }: ClaimedRun,
  { attempts, nextTryMs, fault }: { attempts: number; nextTryMs: number; fault: ScheduledReportFault | null },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('scheduled_report_runs')
    .set({
      sending_since: null,
      attempts,
      // its calendar was changed meanwhile: what was due by the old one is not sent
      next_try_at: sql`CASE WHEN due_at IS NOT NULL THEN ${new Date(nextTryMs)}::timestamptz END`,
      ...(fault && { last_error: fault, last_tried_at: new Date(nowMs).toISOString() }),
    })
    .where('report_id', '=', reportId)
    .where('sending_since', '=', new Date(claimedMs).toISOString())
    .execute();
}

/** Its event began too long ago to be sent. */
export async function missRun(db: Kysely<Schema>, reportId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('scheduled_report_runs')
    .set({ next_try_at: null, last_error: 'missed', last_tried_at: new Date(nowMs).toISOString() })
    .where('report_id', '=', reportId)
    .execute();
}

/** How it ended for good; without a fault it was sent. False when another process took it for interrupted. */
export async function endRun(
  db: Kysely<Schema>,
  { reportId, claimedMs }: ClaimedRun,
  fault: ScheduledReportFault | null,
  nowMs: number,
): Promise<boolean> {
  const ended = await db
    .updateTable('scheduled_report_runs')
    .set({
      sending_since: null,
      next_try_at: null,
      last_error: fault,
      last_tried_at: new Date(nowMs).toISOString(),
      ...(fault === null && { last_sent_at: new Date(nowMs).toISOString() }),
    })
    .where('report_id', '=', reportId)
    .where('sending_since', '=', new Date(claimedMs).toISOString())
    .returning('report_id')
    .execute();
  return ended.length > 0;
}

/** It is still this process's to send. */
export async function isClaimed(db: Kysely<Schema>, { reportId, claimedMs }: ClaimedRun): Promise<boolean> {
  const found = await db
    .selectFrom('scheduled_report_runs')
    .select('report_id')
    .where('report_id', '=', reportId)
    .where('sending_since', '=', new Date(claimedMs).toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** What was started before that instant and never ended: its server stopped. */
export async function endInterrupted(db: Kysely<Schema>, beforeMs: number): Promise<void> {
  await db
    .updateTable('scheduled_report_runs')
    .set((row) => ({
      sending_since: null,
      last_error: 'interrupted',
      last_tried_at: row.ref('sending_since'),
    }))
    .where('sending_since', '<', new Date(beforeMs).toISOString())
    .execute();
}

export async function readCalendar(db: Kysely<Schema>, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('calendars').select('data').where('id', '=', id).executeTakeFirst();
  return row?.data;
}

/** The report as it is now, and its user; undefined when it was removed meanwhile. */
export async function readScheduled(
  db: Kysely<Schema>,
  id: number,
): Promise<{ report: ScheduledReportRow; user: Selectable<UsersTable> } | undefined> {
  const report = await db.selectFrom('scheduled_reports').selectAll().where('id', '=', id).executeTakeFirst();
  const user =
    report && (await db.selectFrom('users').selectAll().where('id', '=', report.user_id).executeTakeFirst());
  return user && { report, user };
}
