import type { ScheduledReport } from '@atalaia/contract/scheduled-report';
import { expect, test } from 'vitest';
import type { RegisterWords } from '../register.ts';
import { mailingOutcome } from './mailing-outcome.ts';

const words = {
  text: (key: string, values?: { time: string }) => (values ? `${key} ${values.time}` : key),
  formats: { dateTime: (instant: string) => instant },
} as unknown as RegisterWords;
const waiting = { calendarId: 2, lastError: null, lastSentAt: null, nextTryAt: null } as ScheduledReport;
const told = (values: Partial<ScheduledReport>) => {
  const { tone, words: said, again } = mailingOutcome({ ...waiting, ...values }, words);
  return [tone, said, again];
};

test('[REP-08] the last outcome is told with whether it is tried again', () => {
  expect(told({})).toEqual(['offline', 'scheduledReport.waiting', undefined]);
  expect(told({ lastSentAt: 'then' })).toEqual(['online', 'scheduledReport.sent', undefined]);
  expect(told({ lastSentAt: 'then', lastError: 'unconfirmed' })).toEqual([
    ...['alarm', 'scheduledReportFault.unconfirmed', undefined],
  ]);
  expect(told({ lastError: 'failed', nextTryAt: 'soon' })).toEqual([
    ...['unknown', 'scheduledReportFault.failed', 'scheduledReport.triedAgain soon'],
  ]);
  expect(told({ calendarId: 0, lastSentAt: 'then' })[1]).toBe('scheduledReport.noCalendar');
});
