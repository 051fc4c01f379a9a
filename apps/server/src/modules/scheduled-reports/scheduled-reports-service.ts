import type { ScheduledReportInput, ScheduledReportQuery } from '@atalaia/contract/reports/scheduled-report';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { type AuditEntry, writeAudit } from '../../queries/audit.ts';
import { changedFields } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { isLinkedVisible } from '../../resources/linked/linked-queries.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { createSending, type SendingParts } from './scheduled-report-sending.ts';
import {
  beginAnew,
  type Covered,
  deleteScheduledReport,
  describeScheduledReports,
  findScheduledReports,
  findSeen,
  insertScheduledReport,
  isScheduledReportVisible,
  lockScheduledReport,
  ownerOf,
  readCovered,
  replaceCovered,
  updateScheduledReport,
} from './scheduled-reports-queries.ts';

// What a scheduled report may be made of, by the sight of whom it is mailed to.

interface StoredReport extends Covered {
  readonly calendarId: number | null;
}

const known: ReadonlySet<string> = new Set(eventTypes);

/**
 * What it covers after a write. Throws where that is nothing, or names what its owner does not see; what was there
 * before may stay.
 */
async function checkedInput(
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

export interface ScheduledReportsParts extends Omit<SendingParts, 'nowMs'> {
  readonly commit: Commit;
  /** ms since 1970 UTC. */
  readonly nowMs?: () => number;
}

export interface ScheduledReportsService extends CrudService<ScheduledReportInput, ScheduledReportQuery> {
  /** The job that sends what is due. */
  sendDue(signal: AbortSignal): Promise<void>;
}

const noun = 'scheduledReport';

/** Each belongs to everybody who made it, and is made with his eyes, whoever changes it. */
export function createScheduledReportsService(parts: ScheduledReportsParts): ScheduledReportsService {
  const { kysely, commit, nowMs = () => Date.now() } = parts;

  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeScheduledReports(within, [id]);
    if (json === '') throw notFound(noun, id);
    return json;
  }

  const withRevision = (within: Kysely<Schema>, id: number) =>
    atRevision(within, 'scheduled_reports', id, () => describe(within, id));
  const lineOf = (action: string, objectId: number, details: AuditEntry['details']): AuditEntry => ({
    action,
    noun,
    objectId,
    ...(details && { details }),
  });

  return {
    sendDue: createSending({ ...parts, nowMs }),

    async list(caller, query) {
      const page = await findScheduledReports(kysely, caller, query);
      return jsonList(page, (ids) => describeScheduledReports(kysely, ids));
    },

    async read(caller, id) {
      if (!(await isScheduledReportVisible(kysely, caller, id))) throw notFound(noun, id);
      return withRevision(kysely, id);
    },

    create: (caller, input) =>
      commit(async (transaction) => {
        const nothing = { deviceIds: [], groupIds: [], calendarId: null };
        const covered = await checkedInput(transaction, caller, input, nothing);
        const id = await insertScheduledReport(transaction, {
          ...columnsOf(input),
          event_types: input.eventTypes ?? [],
          user_id: caller.userId,
        });
        await replaceCovered(transaction, id, covered);
        await writeAudit(transaction, caller, lineOf('create', id, { name: input.name }));
        return withRevision(transaction, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction) => {
        const before = await lockScheduledReport(transaction, caller, id);
        if (!before) throw notFound(noun, id);
        await requireRevision(transaction, 'scheduled_reports', id, ifMatch, () => describe(transaction, id));
        const covers = await readCovered(transaction, id);
        const owner = await ownerOf(transaction, before.user_id);
        const stored = { ...covers, calendarId: before.calendar_id };
        const covered = await checkedInput(transaction, owner, input, stored);
        const values = columnsOf(input);
        await updateScheduledReport(transaction, id, values);
        await replaceCovered(transaction, id, covered);
        if (values.calendar_id !== before.calendar_id) await beginAnew(transaction, id);
        const changed = [
          ...changedFields(before, values),
          ...changedFields(namedOf(covers), namedOf(covered)),
        ];
        await writeAudit(transaction, caller, lineOf('update', id, { changed }));
        return withRevision(transaction, id);
      }),

    async dependents(caller, id) {
      if (!(await isScheduledReportVisible(kysely, caller, id))) throw notFound(noun, id);
      return readDependents(kysely, caller, noun, id);
    },

    remove: (caller, id) =>
      commit(async (transaction) => {
        const before = await lockScheduledReport(transaction, caller, id);
        if (!before) throw notFound(noun, id);
        await deleteScheduledReport(transaction, id);
        await writeAudit(transaction, caller, lineOf('remove', id, { name: before.name }));
      }),
  };
}

/** As the form calls them. */
const namedOf = ({ deviceIds, groupIds }: Covered) => ({ devices: deviceIds, groups: groupIds });

function columnsOf({ name, type, period, eventTypes, calendarId }: ScheduledReportInput) {
  return {
    name,
    type,
    period,
    ...(eventTypes && { event_types: eventTypes }),
    calendar_id: calendarId,
  };
}
