import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { LinkedRow } from './linked-noun.ts';
import { isLinkedVisible } from './linked-queries.ts';

/** Throws unless the calendar that an input names is seen by the caller; the one that is stored already may stay. */
export async function requireCalendar(
  within: Kysely<Schema>,
  viewer: Viewer,
  { calendarId }: { readonly calendarId?: number | null | undefined },
  before: LinkedRow | undefined,
): Promise<void> {
  if (!calendarId || calendarId === before?.calendar_id) return;
  if (!(await isLinkedVisible(within, viewer, 'calendar', calendarId))) throw referenceRefusal('calendarId');
}
