import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import { expect, test } from 'vitest';
import type { CellTexts } from '../../resources/resource.ts';
import { mailingOutcome } from './mailing-outcome.ts';

const labels = {
  text: (key: string, values?: { time: string }) => (values ? `${key} ${values.time}` : key),
  formats: { dateTime: (instant: string) => instant },
} as unknown as CellTexts;
const waiting = { calendarId: 2, lastError: null, lastSentAt: null, nextTryAt: null } as ScheduledReport;
const reported = (values: Partial<ScheduledReport>) => {
  const { tone, state, reasons } = mailingOutcome({ ...waiting, ...values }, labels);
  return [tone, state, ...reasons];
};

test('[REP-08] the last outcome is told with its reason and with when it is tried again', () => {
  expect(reported({})).toEqual(['offline', 'scheduledReport.waiting']);
  expect(reported({ lastSentAt: 'then' })).toEqual(['online', 'scheduledReport.sent']);
  const unconfirmed = ['alarm', 'scheduledReport.unconfirmed', 'scheduledReportFault.unconfirmed'];
  expect(reported({ lastSentAt: 'then', lastError: 'unconfirmed' })).toEqual(unconfirmed);
  expect(reported({ lastError: 'missed' })).toEqual([
    'alarm',
    'scheduledReport.unsent',
    'scheduledReportFault.missed',
  ]);
  const again = ['scheduledReportFault.failed', 'scheduledReport.triedAgain soon'];
  expect(reported({ lastError: 'failed', nextTryAt: 'soon' })).toEqual([
    'unknown',
    'scheduledReport.again',
    ...again,
  ]);
  expect(reported({ calendarId: 0, lastSentAt: 'then' })[1]).toBe('scheduledReport.noCalendar');
});
