import { type ScheduledReport, scheduledReportInputSchema } from '@atalaia/contract/reports/scheduled-report';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { scheduledReportsForm as form } from './scheduled-reports-form.ts';

const context = {} as FormContext;
const stored: ScheduledReport = {
  ...{ id: 4, name: 'Ontem', type: 'events', period: 'lastWeek', deviceIds: [3], groupIds: [5] },
  ...{ eventTypes: ['ignitionOn'], calendarId: 2, calendarName: 'x', userId: 1, userName: 'x' },
  ...{ lastSentAt: null, lastError: null, lastTriedAt: null, nextTryAt: null },
};

test('[REP-02] a name, a device or group and a calendar are needed, and told all at once', () => {
  const empty = form.valuesOf(undefined, context);
  const refused = (values: object) =>
    form.schema(context, undefined).safeParse({ ...empty, ...values }).error?.issues;
  expect(refused({})?.map(({ message }) => message)).toEqual([
    'scheduledReport.nameRequired',
    'scheduledReport.calendarRequired',
    'scheduledReport.coveredRequired',
  ]);
  expect(refused({ name: 'x', groupIds: ['1'], calendarId: '2' })).toBeUndefined();
});

test('[REP-02] what is stored goes back as it came; events are those of their report alone', () => {
  const values = form.valuesOf(stored, context);
  const {
    id: _,
    calendarName,
    userId,
    userName,
    lastSentAt,
    lastError,
    lastTriedAt,
    nextTryAt,
    ...requested
  } = stored;
  const input = form.inputOf(values, stored, context);
  expect(input).toEqual(requested);
  expect(scheduledReportInputSchema.safeParse(input).success).toBe(true);
  expect(form.inputOf({ ...values, type: 'trips' }, stored, context)).toMatchObject({ eventTypes: [] });
});
