import {
  type ReportType,
  reportTypeSchema,
  type ScheduledPeriod,
  type ScheduledReport,
  scheduledPeriodSchema,
} from '@atalaia/contract/reports/scheduled-report';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import type { TextKey } from '../../lib/texts/texts.ts';
import { requiredText, textOf, textOfReference } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import { CoveredDevicesField, CoveredGroupsField } from './covered-fields.tsx';
import { MailingCalendarField } from './mailing-calendar-field.tsx';

/** What the dialog of reports calls each (REP-01). */
export const reportTypeNames = {
  route: 'report.route',
  events: 'report.event',
  trips: 'report.trip',
  stops: 'report.stop',
  summary: 'report.summary',
} as const satisfies Record<ScheduledReport['type'], TextKey>;

export interface ScheduledReportValues {
  name: string;
  type: ReportType;
  /** Numbers as text. */
  deviceIds: string[];
  groupIds: string[];
  /** Only of the events report; all when empty. */
  eventTypes: string[];
  period: ScheduledPeriod;
  calendarId: string;
}

const coveredRequired: PhraseKey = 'scheduledReport.coveredRequired';

const valuesSchema = z
  .object({
    name: requiredText('scheduledReport.nameRequired'),
    type: reportTypeSchema,
    deviceIds: z.array(z.string()),
    groupIds: z.array(z.string()),
    eventTypes: z.array(z.string()),
    period: scheduledPeriodSchema,
    calendarId: requiredText('scheduledReport.calendarRequired'),
  })
  .superRefine(({ deviceIds, groupIds }, context) => {
    if (deviceIds.length + groupIds.length > 0) return;
    context.addIssue({ code: 'custom', path: ['deviceIds'], message: coveredRequired });
  });

const countOf = (ids: unknown) => String((ids as readonly string[]).length);

export const scheduledReportsForm: FormDefinition<ScheduledReport, ScheduledReportValues> = {
  titles: { add: 'scheduledReport.new', edit: 'scheduledReport.edit' },
  sections: [
    {
      title: 'scheduledReport.what',
      fields: [
        { name: 'name', label: 'scheduledReport.name', kind: 'text', required: true, wide: true },
        {
          name: 'type',
          label: 'scheduledReport.type',
          kind: 'select',
          required: true,
          options: ({ text }) =>
            reportTypeSchema.options.map((value) => ({ value, label: text(reportTypeNames[value]) })),
          valueText: (type, { text }) => text(reportTypeNames[type as ReportType]),
        },
        {
          name: 'period',
          label: 'report.period',
          kind: 'select',
          required: true,
          hint: 'scheduledReport.periodHint',
          options: ({ text }) =>
            scheduledPeriodSchema.options.map((value) => ({ value, label: text(`reportPeriod.${value}`) })),
          valueText: (period, { text }) => text(`reportPeriod.${period as ScheduledPeriod}`),
        },
        {
          name: 'deviceIds',
          label: 'report.devices',
          kind: 'custom',
          Field: CoveredDevicesField,
          valueText: countOf,
        },
        {
          name: 'groupIds',
          label: 'report.groups',
          kind: 'custom',
          Field: CoveredGroupsField,
          valueText: countOf,
        },
        {
          name: 'eventTypes',
          label: 'scheduledReport.eventTypes',
          kind: 'several',
          wide: true,
          hint: 'scheduledReport.eventsHint',
          options: ({ textOr }) =>
            eventTypes.map((value) => ({ value, label: textOr(`eventType.${value}`, value) })),
          when: ({ type }) => type === 'events',
          valueText: (types, { textOr }) =>
            (types as readonly string[]).map((type) => textOr(`eventType.${type}`, type)).join(', '),
        },
      ],
    },
    {
      title: 'scheduledReport.when',
      fields: [
        {
          name: 'calendarId',
          label: 'scheduledReport.calendar',
          kind: 'custom',
          Field: MailingCalendarField,
          required: true,
        },
      ],
    },
  ],
  schema: () => valuesSchema,
  valuesOf: (report) => ({
    name: textOf(report?.name),
    type: report?.type ?? 'trips',
    deviceIds: (report?.deviceIds ?? []).map(String),
    groupIds: (report?.groupIds ?? []).map(String),
    eventTypes: [...(report?.eventTypes ?? [])],
    period: report?.period ?? 'yesterday',
    calendarId: textOfReference(report?.calendarId),
  }),
  inputOf: ({ name, type, deviceIds, groupIds, eventTypes: chosen, period, calendarId }) => ({
    name: name.trim(),
    type,
    period,
    deviceIds: deviceIds.map(Number),
    groupIds: groupIds.map(Number),
    eventTypes: type === 'events' ? chosen : [],
    calendarId: Number(calendarId),
  }),
};
