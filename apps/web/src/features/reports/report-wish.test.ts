import { reportQuerySchema } from '@atalaia/contract/report-query';
import { expect, test } from 'vitest';
import { reportViewOf } from '../../lib/reports/report-names.ts';
import {
  addressOf,
  emptyReportForm,
  type ReportForm,
  reportFormSchema,
  reportQueryOf,
} from './report-wish.ts';

const zone = 'America/Fortaleza';
const noon = Date.parse('2026-11-21T15:00:00Z');
const formOf = (part: Partial<ReportForm>): ReportForm => ({ ...emptyReportForm, devices: ['7'], ...part });
const refusals = (part: Partial<ReportForm>) =>
  reportFormSchema.safeParse(formOf(part)).error?.issues.map(({ path, message }) => [path[0], message]);

test('[REP-02] a device or a group is needed, and event types for the events report', () => {
  expect(refusals({})).toBeUndefined();
  expect(refusals({ devices: [], groups: ['3'] })).toBeUndefined();
  expect(refusals({ devices: [], name: 'event', events: [] })).toEqual([
    ['devices', 'report.required'],
    ['events', 'report.required'],
  ]);
});

test('[REP-02] both dates are needed for a period of one’s own, the first before the second, and for no other', () => {
  expect(refusals({ period: 'dateToDate' })).toEqual([
    ['startDate', 'report.required'],
    ['endDate', 'report.required'],
  ]);
  const backwards = { startDate: '2026-11-20T10:00', endDate: '2026-11-20T09:00' };
  expect(refusals({ period: 'dateToDate', ...backwards })).toEqual([['endDate', 'report.startAfterEnd']]);
  expect(refusals({ period: 'yesterday', ...backwards })).toBeUndefined();
});

test('[ROUTE-06] an address carries absolute instants by the person’s clock, and is read back as it was written', () => {
  const address = addressOf(formOf({ devices: ['7', '9'], groups: ['2'] }), noon, zone);
  const [search = '', name = ''] = address.split('#');
  expect(reportViewOf(`#${name}`)).toBe('route');
  const query = reportQueryOf(`${search}&token=secret`);
  expect(query).toEqual({
    deviceId: ['7', '9'],
    groupId: ['2'],
    from: ['2026-11-21T03:00:00.000Z'],
    to: ['2026-11-21T15:00:00.000Z'],
  });
  const { from, to, ...ids } = query;
  expect(reportQuerySchema.safeParse({ ...ids, from: from?.[0], to: to?.[0] }).error).toBeUndefined();
});

test('dates of one’s own are read by the person’s clock', () => {
  const own = { period: 'dateToDate', startDate: '2026-11-20T00:00', endDate: '2026-11-20T12:30' } as const;
  const query = reportQueryOf(addressOf(formOf(own), noon, zone).split('#')[0] ?? '');
  expect([query.from, query.to]).toEqual([['2026-11-20T03:00:00.000Z'], ['2026-11-20T15:30:00.000Z']]);
});

test('only the five reports have a name in an address', () => {
  expect(['', '#', '#routes', 'route', '#live-map'].map(reportViewOf)).toEqual(Array(5).fill(undefined));
});
