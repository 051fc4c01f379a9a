import type { ScheduledReportsKey } from '../pt-br/scheduled-reports.ts';

/** Reports that are mailed by a calendar. */
export const scheduledReports = {
  'scheduledReport.title': 'Scheduled reports',
  'scheduledReport.new': 'New scheduled report',
  'scheduledReport.edit': 'Edit scheduled report',
  'scheduledReport.what': 'The report',
  'scheduledReport.when': 'When it is sent',
  'scheduledReport.name': 'Name',
  'scheduledReport.nameRequired': 'Name is required',
  'scheduledReport.coveredRequired': 'Choose at least one device or group',
  'scheduledReport.eventTypes': 'Event types',
  'scheduledReport.type': 'Report type',
  'scheduledReport.eventsHint': 'All of them when none is chosen.',
  'scheduledReport.periodHint': 'Counted from each sending, in the recipient’s time zone.',
  'scheduledReport.calendar': 'Calendar',
  'scheduledReport.calendarRequired': 'Choose the calendar',
  'scheduledReport.calendarHint':
    'The spreadsheet comes by e-mail each time an event of the calendar begins.',
  'scheduledReport.noMail':
    'E-mail is not set up on this server yet. The schedule is saved, and sending begins once it is.',
  'scheduledReport.owner': 'To',
  'scheduledReport.lastSent': 'Last sent',
  'scheduledReport.state': 'Status',
  'scheduledReport.waiting': 'Waiting',
  'scheduledReport.sent': 'Sent',
  'scheduledReport.noCalendar': 'No calendar: nothing is sent',
  'scheduledReportFault.channel-not-set-up': 'Not sent: e-mail is not set up',
  'scheduledReportFault.account-ended': 'Not sent: account disabled or expired',
  'scheduledReportFault.calendar-unseen': 'Not sent: no access to the calendar',
  'scheduledReportFault.devices-unseen': 'Not sent: no access to the devices',
  'scheduledReportFault.report-too-large': 'Not sent: too large, choose a shorter period',
  'scheduledReportFault.missed': 'Not sent: the server was down for over a day',
  'scheduledReportFault.interrupted': 'Not sent: the server stopped while sending',
  'scheduledReportFault.failed': 'Not sent: the e-mail failed',
} satisfies Record<ScheduledReportsKey, string>;
