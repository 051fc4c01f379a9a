import { expect, test } from 'vitest';
import { aRouteRow } from '../testing/a-position.ts';
import type { ReadingReport } from './read-report.ts';
import type { ReportRequest } from './report-request.ts';
import { createRows, type ReportRows } from './report-rows.ts';
import { createReports } from './report-store.ts';

const request: ReportRequest = {
  view: 'route',
  deviceIds: [7],
  groupIds: [],
  fromMs: 0,
  toMs: 1000,
  eventTypes: null,
  hasMarkers: false,
};

/** A store whose answers come by hand. */
function aStore() {
  const requested: {
    readonly request: ReportRequest;
    readonly reading: ReadingReport;
    readonly answer: PromiseWithResolvers<ReportRows>;
  }[] = [];
  let nowMs = 0;
  const reports = createReports({
    nowMs: () => nowMs,
    read(asking, reading) {
      const answer = Promise.withResolvers<ReportRows>();
      requested.push({ request: asking, reading, answer });
      return answer.promise;
    },
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { requested, reports, pass, state: reports.state.get };
}

function routeOf(count: number): ReportRows {
  const { rows, push } = createRows('route');
  for (let id = 1; id <= count; id++) push(aRouteRow({ id }));
  return rows;
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('rows are counted while they come, and the report is complete with the last', async () => {
  const { requested, reports, state, pass } = aStore();
  reports.show(request);
  expect(state()).toMatchObject({ phase: 'loading', rows: null, rowCount: 0, request });
  const rows = routeOf(3);
  pass(50);
  requested[0]?.reading.onProgress?.(rows, 100);
  expect(state().rowCount).toBe(0);
  pass(60);
  requested[0]?.reading.onProgress?.(rows, 200);
  expect(state()).toMatchObject({ phase: 'loading', rowCount: 3, byteCount: 200 });
  requested[0]?.answer.resolve(rows);
  await settle();
  expect(state()).toMatchObject({ phase: 'complete', rowCount: 3, failure: null });
});

test('[ROUTE-06] the same rows are asked for once, however they are shown; others give up what was coming', () => {
  const { requested, reports, state } = aStore();
  reports.show(request);
  reports.show({ ...request });
  reports.show({ ...request, view: 'chart', hasMarkers: true });
  expect(requested).toHaveLength(1);
  expect(state().request?.view).toBe('chart');
  reports.show({ ...request, toMs: 2000 });
  expect(requested.map(({ reading }) => reading.signal.aborted)).toEqual([true, false]);
});

test('[REP-08] a failure keeps the wish, and is tried anew when asked', async () => {
  const { requested, reports, state } = aStore();
  reports.show(request);
  requested[0]?.answer.reject(new Error('late'));
  await settle();
  expect(state()).toMatchObject({ phase: 'failed', failure: new Error('late'), request });
  reports.reload();
  expect(state().phase).toBe('loading');
  expect(requested).toHaveLength(2);
});

test('[REP-08] what is cancelled keeps its rows and its wish, and hears nothing of the end', async () => {
  const { requested, reports, state, pass } = aStore();
  reports.show(request);
  pass(100);
  requested[0]?.reading.onProgress?.(routeOf(2), 10);
  reports.cancel();
  requested[0]?.answer.reject(new Error('aborted'));
  await settle();
  expect(requested[0]?.reading.signal.aborted).toBe(true);
  expect(state()).toMatchObject({ phase: 'cancelled', rowCount: 2, request, failure: null });
});

test('[REP-07] one row is active at a time, none for an index beyond the last, and none of another report', async () => {
  const { requested, reports, state } = aStore();
  reports.show(request);
  requested[0]?.answer.resolve(routeOf(2));
  await settle();
  reports.activate(1);
  expect(state().active).toBe(1);
  reports.activate(0);
  expect(state().active).toBe(0);
  reports.activate(2);
  expect(state().active).toBeNull();
  reports.activate(1);
  reports.show({ ...request, view: 'stop' });
  expect(state().active).toBeNull();
});

test('[ROUTE-08] closing leaves nothing behind', () => {
  const { requested, reports, state } = aStore();
  reports.show(request);
  reports.clear();
  expect(requested[0]?.reading.signal.aborted).toBe(true);
  expect(state()).toMatchObject({ request: null, phase: 'none', rows: null, active: null });
});
