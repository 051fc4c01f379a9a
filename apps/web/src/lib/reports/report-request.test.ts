import { eventsReportQuerySchema } from '@atalaia/contract/reports/report-query';
import { expect, test } from 'vitest';
import { reportViewOf } from './report-names.ts';
import {
  addressOfRequest,
  haveSameRows,
  queryOfRequest,
  type ReportRequest,
  requestOfAddress,
  widerRequest,
} from './report-request.ts';

const toMs = Date.parse('2026-11-21T15:00:00Z');
const hourMs = 3_600_000;

const aRequest = (part: Partial<ReportRequest> = {}): ReportRequest => ({
  view: 'route',
  deviceIds: [7, 9],
  groupIds: [2],
  fromMs: toMs - 12 * hourMs,
  toMs,
  eventTypes: null,
  hasMarkers: false,
  ...part,
});

const readBack = (request: ReportRequest) => {
  const [search = '', name = ''] = addressOfRequest(request).split('#');
  return requestOfAddress(search, `#${name}`);
};

test('[ROUTE-06] a wish is read back from its address as it was written, and anything else in the address is left out', () => {
  for (const request of [
    aRequest(),
    aRequest({ hasMarkers: true }),
    aRequest({ view: 'trip', hasMarkers: true, groupIds: [] }),
    aRequest({ view: 'event' }),
    aRequest({ view: 'event', eventTypes: ['alarm', 'ignitionOn'] }),
    aRequest({ view: 'stop', deviceIds: [] }),
    aRequest({ view: 'summary' }),
    aRequest({ view: 'chart' }),
  ])
    expect(readBack(request)).toEqual(request);
  expect(addressOfRequest(aRequest({ deviceIds: [7], groupIds: [] }))).toBe(
    '?deviceId=7&from=2026-11-21T03%3A00%3A00.000Z&to=2026-11-21T15%3A00%3A00.000Z#route',
  );
});

test('[REP-02] an address that names no device and no group, or no period, is refused and not asked for', () => {
  const span = 'from=2026-11-21T03:00:00Z&to=2026-11-21T15:00:00Z';
  for (const bad of ['', '?', `?${span}`, '?deviceId=7', `?deviceId=x&${span}`, `?deviceId=0&${span}`])
    expect(requestOfAddress(bad, '#route'), bad).toBe('refused');
  expect(requestOfAddress(`?deviceId=7&${span}&token=secret`, '#route')).toEqual(
    aRequest({ deviceIds: [7], groupIds: [] }),
  );
  expect(requestOfAddress(`?deviceId=7&${span}`, '#live-map')).toBeNull();
});

test('[REP-02] event types go with the events report alone, markers with route and trips alone', () => {
  const query = (part: Partial<ReportRequest>) =>
    queryOfRequest(aRequest({ eventTypes: ['alarm'], hasMarkers: true, ...part }));
  expect(query({ view: 'event' })).toMatchObject({ type: 'alarm' });
  expect(query({ view: 'event' })).not.toHaveProperty('markers');
  expect(query({ view: 'trip' })).toMatchObject({ markers: 'true' });
  expect(query({ view: 'trip' })).not.toHaveProperty('type');
  expect(eventsReportQuerySchema.safeParse({ ...query({}), type: ['alarm'] }).success).toBe(true);
});

test('a chart has the rows of the route, and markers change none', () => {
  expect(haveSameRows(aRequest(), aRequest({ view: 'chart' }))).toBe(true);
  expect(haveSameRows(aRequest(), aRequest({ hasMarkers: true }))).toBe(true);
  expect(haveSameRows(aRequest(), aRequest({ view: 'stop' }))).toBe(false);
  expect(haveSameRows(aRequest(), aRequest({ toMs: toMs + 1 }))).toBe(false);
});

test('an empty period is offered longer by steps, and ends at the same instant', () => {
  const steps = [];
  for (let wider = widerRequest(aRequest()); wider; wider = widerRequest(wider.request)) {
    expect(wider.request.toMs).toBe(toMs);
    steps.push([wider.days, (toMs - wider.request.fromMs) / hourMs / 24]);
  }
  expect(steps).toEqual([
    [1, 1],
    [7, 7],
    [31, 31],
    [366, 366],
  ]);
});

test('only the six kinds have a name in an address', () => {
  expect(['', '#', '#routes', 'route', '#live-map'].map(reportViewOf)).toEqual(Array(5).fill(undefined));
  expect(['#route', '#event', '#trip', '#stop', '#summary', '#chart'].map(reportViewOf)).not.toContain(
    undefined,
  );
});
