import type { Use } from '@atalaia/contract/in-use';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { requireUnused } from '../../writing/require-unused.ts';
import { type Viewer, visibleLinked } from '../sight/visible.ts';
import { visibleScheduledReports } from '../sight/visible-scheduled-reports.ts';

/** Throws `in-use` for a calendar that limits something, which would hold day and night without it, or brings reports. */
export async function requireUnusedCalendar(
  within: Kysely<Schema>,
  viewer: Viewer,
  id: number,
): Promise<void> {
  const { rows: seen } = await sql<Use>`
    SELECT 'geofence' AS noun, l.id, l.name FROM ${visibleLinked(viewer, 'geofence')} WHERE l.calendar_id = ${id}
    UNION SELECT 'notification', l.id, l.type FROM ${visibleLinked(viewer, 'notification')} WHERE l.calendar_id = ${id}
    UNION SELECT 'scheduledReport', s.id, s.name FROM ${visibleScheduledReports(viewer)} WHERE s.calendar_id = ${id}
    ORDER BY noun, id`.execute(within);
  const { rows } = await sql<{ count: number }>`
    SELECT ((SELECT count(*) FROM geofences WHERE calendar_id = ${id})
      + (SELECT count(*) FROM notifications WHERE calendar_id = ${id})
      + (SELECT count(*) FROM scheduled_reports WHERE calendar_id = ${id}))::integer AS count`.execute(
    within,
  );
  requireUnused(seen, (rows[0]?.count ?? 0) - seen.length);
}
