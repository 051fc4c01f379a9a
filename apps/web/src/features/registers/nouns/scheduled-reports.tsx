import { type ScheduledReport, scheduledReportSchema } from '@atalaia/contract/scheduled-report';
import { Pill } from '../../../ui/layout/pill.tsx';
import type { Register, RegisterWords } from '../register.ts';
import { mailingOutcome } from '../scheduled-reports/mailing-outcome.ts';
import { reportTypeNames } from '../scheduled-reports/report-type-names.ts';
import { type ScheduledReportValues, scheduledReportsForm } from './scheduled-reports-form.ts';

function stateCell(report: ScheduledReport, registerWords: RegisterWords) {
  const { tone, state, reasons } = mailingOutcome(report, registerWords);
  return (
    <span title={reasons.join(' ')}>
      <Pill tone={tone}>{state}</Pill>
    </span>
  );
}

export const scheduledReports: Register<ScheduledReport, ScheduledReportValues> = {
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
      spare: 420,
      cell: ({ type }, { text }) => text(reportTypeNames[type]),
    },
    {
      key: 'period',
      title: 'report.period',
      spare: 860,
      cell: ({ period }, { text }) => text(`reportPeriod.${period}`),
    },
    {
      key: 'calendar',
      title: 'scheduledReport.calendar',
      sort: 'calendarName',
      spare: 620,
      cell: ({ calendarName }) => calendarName,
    },
    {
      key: 'owner',
      title: 'scheduledReport.owner',
      sort: 'userName',
      spare: 860,
      cell: ({ userName }) => userName,
    },
    {
      key: 'lastSent',
      title: 'scheduledReport.lastSent',
      sort: 'lastSentAt',
      spare: 860,
      cell: ({ lastSentAt }, { formats }) => lastSentAt && formats.dateTime(lastSentAt),
    },
    { key: 'state', title: 'scheduledReport.state', cell: stateCell },
  ],
  form: scheduledReportsForm,
};
