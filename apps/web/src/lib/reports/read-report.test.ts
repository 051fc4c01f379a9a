import { expect, test } from 'vitest';
import type { ApiRequest } from '../api/api-client.ts';
import { aRouteRow } from '../testing/a-position.ts';
import { readReport, reportTimeoutMs } from './read-report.ts';
import type { ReportRequest } from './report-request.ts';

const request: ReportRequest = {
  view: 'route',
  deviceIds: [7],
  groupIds: [],
  fromMs: 0,
  toMs: 1000,
  eventTypes: null,
  hasMarkers: true,
};

function answering(...texts: readonly string[]) {
  const requested: ApiRequest[] = [];
  return {
    requested,
    async *pieces(apiRequest: ApiRequest) {
      requested.push(apiRequest);
      for (const text of texts) yield new TextEncoder().encode(text);
    },
  };
}

const signal = new AbortController().signal;

test('[REP-08] a report is asked for with its own time-out, and its rows are there while more come', async () => {
  const [one, two] = [aRouteRow({ id: 1 }), aRouteRow({ id: 2 })];
  const api = answering(`[${JSON.stringify(one)}`, `,${JSON.stringify(two)}]`);
  const counts: number[] = [];
  const rows = await readReport(api, request, {
    signal,
    onProgress: (growing) => counts.push(growing.count()),
  });
  expect(counts).toEqual([1, 2]);
  expect(rows.rowAt(1)).toEqual(two);
  expect(api.requested).toMatchObject([
    { path: 'reports/route', timeoutMs: reportTimeoutMs, query: { deviceId: ['7'], markers: 'true' } },
  ]);
  expect(reportTimeoutMs).toBe(120_000);
});

test('an answer that breaks off, or has a row that the contract does not describe, is unreadable', async () => {
  const bad: readonly [ReportRequest['view'], string][] = [
    ['route', `[${JSON.stringify(aRouteRow())}`],
    ['route', '[{"id":1}]'],
    ['trip', '[{"deviceId":1}]'],
    ['summary', '{"code":"not-found"}'],
  ];
  for (const [view, text] of bad)
    await expect(readReport(answering(text), { ...request, view }, { signal })).rejects.toMatchObject({
      code: 'unreadable',
    });
});

test('who gave up hears nothing more', async () => {
  const given = new AbortController();
  const reading = readReport(answering('[', ']'), request, {
    signal: given.signal,
    onProgress: () => given.abort(),
  });
  await expect(reading).rejects.toThrow(/abort/i);
});
