import { eventsReportQuerySchema } from '@atalaia/contract/report-query';
import { expect, test } from 'vitest';
import { reportViewOf } from './report-names.ts';
import {
  addressOfWish,
  haveSameRows,
  queryOfWish,
  type ReportWish,
  widerWish,
  wishOfAddress,
} from './report-wish.ts';

const toMs = Date.parse('2026-11-21T15:00:00Z');
const hourMs = 3_600_000;

const aWish = (part: Partial<ReportWish> = {}): ReportWish => ({
  view: 'route',
  deviceIds: [7, 9],
  groupIds: [2],
  fromMs: toMs - 12 * hourMs,
  toMs,
  eventTypes: null,
  hasMarkers: false,
  ...part,
});

const readBack = (wish: ReportWish) => {
  const [search = '', name = ''] = addressOfWish(wish).split('#');
  return wishOfAddress(search, `#${name}`);
};

test('[ROUTE-06] a wish is read back from its address as it was written, and anything else in the address is left out', () => {
  for (const wish of [
    aWish(),
    aWish({ hasMarkers: true }),
    aWish({ view: 'trip', hasMarkers: true, groupIds: [] }),
    aWish({ view: 'event' }),
    aWish({ view: 'event', eventTypes: ['alarm', 'ignitionOn'] }),
    aWish({ view: 'stop', deviceIds: [] }),
    aWish({ view: 'summary' }),
    aWish({ view: 'chart' }),
  ])
    expect(readBack(wish)).toEqual(wish);
  expect(addressOfWish(aWish({ deviceIds: [7], groupIds: [] }))).toBe(
    '?deviceId=7&from=2026-11-21T03%3A00%3A00.000Z&to=2026-11-21T15%3A00%3A00.000Z#route',
  );
});

test('[REP-02] an address that names no device and no group, or no period, is refused and not asked for', () => {
  const span = 'from=2026-11-21T03:00:00Z&to=2026-11-21T15:00:00Z';
  for (const bad of ['', '?', `?${span}`, '?deviceId=7', `?deviceId=x&${span}`, `?deviceId=0&${span}`])
    expect(wishOfAddress(bad, '#route'), bad).toBe('refused');
  expect(wishOfAddress(`?deviceId=7&${span}&token=secret`, '#route')).toEqual(
    aWish({ deviceIds: [7], groupIds: [] }),
  );
  expect(wishOfAddress(`?deviceId=7&${span}`, '#live-map')).toBeNull();
});

test('[REP-02] event types go with the events report alone, markers with route and trips alone', () => {
  const query = (part: Partial<ReportWish>) =>
    queryOfWish(aWish({ eventTypes: ['alarm'], hasMarkers: true, ...part }));
  expect(query({ view: 'event' })).toMatchObject({ type: 'alarm' });
  expect(query({ view: 'event' })).not.toHaveProperty('markers');
  expect(query({ view: 'trip' })).toMatchObject({ markers: 'true' });
  expect(query({ view: 'trip' })).not.toHaveProperty('type');
  expect(eventsReportQuerySchema.safeParse({ ...query({}), type: ['alarm'] }).success).toBe(true);
});

test('a chart has the rows of the route, and markers change none', () => {
  expect(haveSameRows(aWish(), aWish({ view: 'chart' }))).toBe(true);
  expect(haveSameRows(aWish(), aWish({ hasMarkers: true }))).toBe(true);
  expect(haveSameRows(aWish(), aWish({ view: 'stop' }))).toBe(false);
  expect(haveSameRows(aWish(), aWish({ toMs: toMs + 1 }))).toBe(false);
});

test('an empty period is offered longer by steps, and ends at the same instant', () => {
  const steps = [];
  for (let wider = widerWish(aWish()); wider; wider = widerWish(wider.wish)) {
    expect(wider.wish.toMs).toBe(toMs);
    steps.push([wider.days, (toMs - wider.wish.fromMs) / hourMs / 24]);
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
