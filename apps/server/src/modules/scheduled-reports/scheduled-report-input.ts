/** What a scheduled report may be made of, by the sight of whom it is mailed to. */
import type { ScheduledReportInput } from '@atalaia/contract/reports/scheduled-report';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import type { Kysely } from 'kysely';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { isLinkedVisible } from '../../resources/linked/linked-queries.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { type Covered, findSeen } from './scheduled-reports-queries.ts';

export interface StoredReport extends Covered {
  readonly calendarId: number | null;
}

const known: ReadonlySet<string> = new Set(eventTypes);

/**
 * What it covers after a write. Throws where that is nothing, or names what its owner does not see; what was there
 * before may stay.
 */
export async function checkedInput(
  within: Kysely<Schema>,
  owner: Viewer,
  input: ScheduledReportInput,
  stored: StoredReport,
): Promise<Covered> {
  const { deviceIds = stored.deviceIds, groupIds = stored.groupIds, calendarId } = input;
  if (deviceIds.length + groupIds.length === 0) {
    throw fieldRefusal('invalid-input', { path: 'deviceIds', message: 'is needed, or groupIds' });
  }
  const unknown = input.eventTypes?.find((type) => !known.has(type));
  if (unknown !== undefined) {
    throw fieldRefusal('invalid-input', {
      path: 'eventTypes',
      message: `holds no type of event: ${unknown}`,
    });
  }
  const seen = await findSeen(within, owner, { deviceIds, groupIds });
  const isUnseen = (ids: ReadonlySet<number>, stored: readonly number[]) => (id: number) =>
    !ids.has(id) && !stored.includes(id);
  if (deviceIds.some(isUnseen(seen.devices, stored.deviceIds))) throw referenceRefusal('deviceIds');
  if (groupIds.some(isUnseen(seen.groups, stored.groupIds))) throw referenceRefusal('groupIds');
  const isSameCalendar = calendarId === stored.calendarId;
  if (!isSameCalendar && !(await isLinkedVisible(within, owner, 'calendar', calendarId))) {
    throw referenceRefusal('calendarId');
  }
  return { deviceIds, groupIds };
}
