import type { ReportLink } from '@atalaia/contract/accounts/permission';
import type {
  FieldReportInput,
  ScheduledReportInput,
  ScheduledReportQuery,
} from '@atalaia/contract/reports/scheduled-report';
import type { LinkedQuery } from '@atalaia/contract/values/linked-query';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { type AuditEntry, writeAudit } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { isLinkedVisible } from '../../resources/linked/linked-queries.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { createSending, type SendingParts } from './scheduled-report-sending.ts';
import {
  beginAnew,
  type Covered,
  deleteScheduledReport,
  describeFieldReports,
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

/** As our own screens and clients of the field write it: these link its devices to it later, and may name no calendar. */
interface ReportInput extends Omit<ScheduledReportInput, 'calendarId'> {
  readonly calendarId?: number | null | undefined;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly mayCoverNothing?: boolean;
}

const known: ReadonlySet<string> = new Set(eventTypes);

/**
 * What it covers after a write. Throws where that is nothing, or names what its owner does not see; what was there
 * before may stay.
 */
async function checkedInput(
  within: Kysely<Schema>,
  owner: Viewer,
  input: ReportInput,
  stored: StoredReport,
): Promise<Covered> {
  const { deviceIds = stored.deviceIds, groupIds = stored.groupIds, calendarId } = input;
  if (!input.mayCoverNothing && deviceIds.length + groupIds.length === 0) {
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
  const isSameCalendar = !calendarId || calendarId === stored.calendarId;
  if (!isSameCalendar && !(await isLinkedVisible(within, owner, 'calendar', calendarId))) {
    throw referenceRefusal('calendarId');
  }
  return { deviceIds, groupIds };
}

export interface ScheduledReportsParts extends Omit<SendingParts, 'nowMs'> {
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'requireSeen' | 'viewerFor'>;
  /** ms since 1970 UTC. */
  readonly nowMs?: () => number;
}

export interface ScheduledReportsService extends CrudService<ScheduledReportInput, ScheduledReportQuery> {
  /** The same reports as clients of the field know them. */
  readonly ofField: CrudService<FieldReportInput, LinkedQuery>;
  /** The job that sends what is due. */
  sendDue(signal: AbortSignal): Promise<void>;
}

const noun = 'scheduledReport';

/** Each belongs to everybody who made it, and is made with his eyes, whoever changes it. */
export function createScheduledReportsService(parts: ScheduledReportsParts): ScheduledReportsService {
  const { nowMs = () => Date.now() } = parts;
  const own = crudOf(parts, describeScheduledReports);
  const field = crudOf(parts, describeFieldReports);
  return {
    ...own,
    ofField: {
      ...field,
      async list(caller, query) {
        await parts.visibility.viewerFor(caller, query.userId);
        await parts.visibility.requireSeen(caller, query);
        return field.list(caller, query as ScheduledReportQuery);
      },
      create: (caller, input) => field.create(caller, fromField(input), undefined),
      update: (caller, id, input, ifMatch) => field.update(caller, id, fromField(input), ifMatch),
    },
    sendDue: createSending({ ...parts, nowMs }),
  };
}

/** What it is called by where it has no description; what it is made of where nothing is said of it. */
function fromField({ type, description, calendarId, attributes }: FieldReportInput): ReportInput {
  const { period = 'yesterday', ...rest } = attributes ?? {};
  const name = description?.trim() || type;
  const calendar = calendarId === undefined ? undefined : calendarId || null;
  return { name, type, period, calendarId: calendar, attributes: rest, mayCoverNothing: true };
}

type Describe = (db: Kysely<Schema>, ids: readonly number[]) => Promise<string>;

function crudOf(
  { kysely, commit }: Pick<ScheduledReportsParts, 'kysely' | 'commit'>,
  describeAll: Describe,
): CrudService<ReportInput, ScheduledReportQuery, unknown> {
  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeAll(within, [id]);
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
    async list(caller, query) {
      const page = await findScheduledReports(kysely, caller, query);
      return jsonList(page, (ids) => describeAll(kysely, ids));
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
        const { calendar_id = before.calendar_id }: { readonly calendar_id?: number | null } = values;
        if (calendar_id !== before.calendar_id) await beginAnew(transaction, id);
        const own = changeDetails(before, values);
        const links = changeDetails(namedOf(covers), namedOf(covered));
        const changed = [...own.changed, ...links.changed];
        const details = { changed, values: { ...own.values, ...links.values } };
        await writeAudit(transaction, caller, lineOf('update', id, details));
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

function columnsOf({ name, type, period, eventTypes, calendarId, attributes }: ReportInput) {
  return {
    name,
    type,
    period,
    ...(eventTypes && { event_types: eventTypes }),
    ...(calendarId !== undefined && { calendar_id: calendarId }),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
  };
}

/**
 * Links of clients of the field, in the transaction of others: what a report covers. Its owner is who made it, so that a
 * link to him is there already, and no other user is linked to it.
 */
export async function linkReports(
  within: Kysely<Schema>,
  caller: Caller,
  action: 'link' | 'unlink',
  links: readonly ReportLink[],
): Promise<void> {
  for (const { owner, ownerId, reportId } of links) {
    const before = await lockScheduledReport(within, caller, reportId);
    if (!before) throw notFound(noun, reportId);
    if (owner === 'userId') {
      if (action === 'link' && ownerId === before.user_id) continue;
      throw new AppError('protected-field', 'a report belongs to who made it, and is mailed to him alone');
    }
    const covers = await readCovered(within, reportId);
    const key = owner === 'deviceId' ? 'deviceIds' : 'groupIds';
    const others = covers[key].filter((id) => id !== ownerId);
    const input = { [key]: action === 'link' ? [...others, ownerId] : others };
    const viewer = await ownerOf(within, before.user_id);
    const { name, type, period, calendar_id: calendarId } = before;
    const whole = { name, type, period, calendarId, ...input, mayCoverNothing: true } as ReportInput;
    await replaceCovered(
      within,
      reportId,
      await checkedInput(within, viewer, whole, { ...covers, calendarId }),
    );
    await updateScheduledReport(within, reportId, { name });
    await writeAudit(within, caller, { action, noun, objectId: reportId, details: { [owner]: ownerId } });
  }
}
