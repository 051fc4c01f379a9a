import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from './visible.ts';

/** Whose mail it is sees it, and an administrator all: as a FROM item, `s`. */
export function visibleScheduledReports({ userId, administrator }: Viewer): RawBuilder<unknown> {
  if (administrator) return sql`scheduled_reports AS s`;
  return sql`(SELECT * FROM scheduled_reports WHERE user_id = ${userId}) AS s`;
}
