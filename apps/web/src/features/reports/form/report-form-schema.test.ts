import { expect, test } from 'vitest';
import {
  emptyReportForm,
  formOfRequest,
  type ReportForm,
  reportFormSchema,
  requestOfForm,
} from './report-form-schema.ts';

const zone = 'America/Fortaleza';
const noonMs = Date.parse('2026-11-21T15:00:00Z');
const schema = reportFormSchema(zone, () => noonMs);
const formOf = (part: Partial<ReportForm>): ReportForm => ({ ...emptyReportForm, devices: ['7'], ...part });
const refusals = (part: Partial<ReportForm>) =>
  schema.safeParse(formOf(part)).error?.issues.map(({ path, message }) => [path[0], message]);

test('[REP-02] a device or a group is needed, and event types for the events report', () => {
  expect(refusals({})).toBeUndefined();
  expect(refusals({ devices: [], groups: ['3'] })).toBeUndefined();
  expect(refusals({ devices: [], view: 'event', events: [] })).toEqual([
    ['devices', 'report.required'],
    ['events', 'report.required'],
  ]);
});

test('[REP-04] dates of one’s own are dd/MM/yyyy HH:mm, both, in their order, and none lies ahead', () => {
  const dates = (startDate: string, endDate: string) =>
    refusals({ period: 'dateToDate', startDate, endDate });
  expect(dates('', '')).toEqual([
    ['startDate', 'report.required'],
    ['endDate', 'report.required'],
  ]);
  expect(dates('20/11/2026 10:00', '20/11/2026 09:00')).toEqual([['endDate', 'report.startAfterEnd']]);
  expect(dates('31/02/2026 10:00', '21/11/2026 12:01')).toEqual([
    ['startDate', 'form.notADate'],
    ['endDate', 'form.inTheFuture'],
  ]);
  expect(dates('20/11/2026 10:00', '21/11/2026 12:00')).toBeUndefined();
  expect(refusals({ period: 'yesterday', startDate: 'x', endDate: '' })).toBeUndefined();
});

test('[REP-03] [REP-04] a period becomes absolute instants by the person’s clock', () => {
  const own = formOf({ period: 'dateToDate', startDate: '20/11/2026 00:00', endDate: '20/11/2026 12:30' });
  expect(requestOfForm(own, noonMs, zone)).toMatchObject({
    fromMs: Date.parse('2026-11-20T03:00:00Z'),
    toMs: Date.parse('2026-11-20T15:30:00Z'),
  });
  expect(requestOfForm(formOf({ period: 'nowSofar' }), noonMs, zone)).toMatchObject({
    fromMs: Date.parse('2026-11-21T03:00:00Z'),
    toMs: noonMs,
  });
});

test('[REP-02] event types go with events, markers with route and trips, and with nothing else', () => {
  const request = (part: Partial<ReportForm>) => requestOfForm(formOf(part), noonMs, zone);
  expect(request({ view: 'event', events: ['alarm'] }).eventTypes).toEqual(['alarm']);
  expect(request({ view: 'event', events: ['alarm', 'allEvents'] }).eventTypes).toBeNull();
  expect(request({ view: 'stop', events: ['alarm'], markers: true })).toMatchObject({
    eventTypes: null,
    hasMarkers: false,
  });
  expect(request({ view: 'trip', markers: true }).hasMarkers).toBe(true);
});

test('[REP-08] the filter of a report opens again as it was', () => {
  const form = formOf({
    view: 'trip',
    devices: ['7', '9'],
    groups: ['2'],
    period: 'dateToDate',
    startDate: '20/11/2026 00:00',
    endDate: '20/11/2026 12:30',
    markers: true,
  });
  expect(formOfRequest(requestOfForm(form, noonMs, zone), zone)).toEqual(form);
});
