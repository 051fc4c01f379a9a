import { type ScheduledReport, scheduledReportSchema } from '@atalaia/contract/reports/scheduled-report';
import type { CellTexts, Resource } from '../../resources/resource.ts';
import { Pill } from '../../ui/layout/pill.tsx';
import { mailingOutcome } from './mailing-outcome.ts';
import {
  reportTypeNames,
  type ScheduledReportValues,
  scheduledReportsForm,
} from './scheduled-reports-form.ts';

function stateCell(report: ScheduledReport, resourceTexts: CellTexts) {
  const { tone, state, reasons } = mailingOutcome(report, resourceTexts);
  return (
    <span title={reasons.join(' ')}>
      <Pill tone={tone}>{state}</Pill>
    </span>
  );
}

export const scheduledReports: Resource<ScheduledReport, ScheduledReportValues> = {
  title: 'scheduledReport.title',
  path: 'scheduled-reports',
  schema: scheduledReportSchema,
  nameOf: ({ name }) => name,
  isOwn: true,
  columns: [
    { key: 'name', title: 'scheduledReport.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'type',
      title: 'scheduledReport.type',
      sort: 'type',
      optional: 420,
      cell: ({ type }, { text }) => text(reportTypeNames[type]),
    },
    {
      key: 'period',
      title: 'report.period',
      optional: 860,
      cell: ({ period }, { text }) => text(`reportPeriod.${period}`),
    },
    {
      key: 'calendar',
      title: 'scheduledReport.calendar',
      sort: 'calendarName',
      optional: 620,
      cell: ({ calendarName }) => calendarName,
    },
    {
      key: 'owner',
      title: 'scheduledReport.owner',
      sort: 'userName',
      optional: 860,
      cell: ({ userName }) => userName,
    },
    {
      key: 'lastSent',
      title: 'scheduledReport.lastSent',
      sort: 'lastSentAt',
      optional: 860,
      cell: ({ lastSentAt }, { formats }) => lastSentAt && formats.dateTime(lastSentAt),
    },
    { key: 'state', title: 'scheduledReport.state', cell: stateCell },
  ],
  form: scheduledReportsForm,
};
