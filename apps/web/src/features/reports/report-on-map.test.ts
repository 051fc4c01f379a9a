import type { Position } from '@atalaia/contract/devices/position';
import { expect, test } from 'vitest';
import type { ReportRequest } from '../../lib/reports/report-request.ts';
import { createRows, type ReportRows } from '../../lib/reports/report-rows.ts';
import { createReports } from '../../lib/reports/report-store.ts';
import { createStore } from '../../lib/store/store.ts';
import { aPosition, aRouteRow } from '../../lib/testing/a-position.ts';
import { anEvent } from '../../lib/testing/an-event.ts';
import {
  markKinds,
  type ReportDrawing,
  type ReportHighlight,
  type ReportMap,
  type ReportRoute,
} from '../../map/report/report-drawing.ts';
import { createReportOnMap } from './report-on-map.ts';
import type { Mark } from './shown-on-map.ts';

const request: ReportRequest = {
  view: 'route',
  deviceIds: [7],
  groupIds: [],
  fromMs: 0,
  toMs: 1000,
  eventTypes: null,
  hasMarkers: false,
};

function rowsOf(name: ReportRows['name'], list: readonly object[]): ReportRows {
  const { rows, push } = createRows(name);
  for (const row of list) push(row);
  return rows;
}

const route = [
  aRouteRow({ id: 1, latitude: 1, longitude: 2, course: 90 }),
  aRouteRow({ id: 2, latitude: 3, longitude: 4 }),
  aRouteRow({ id: 3, deviceId: 8, latitude: 5, longitude: 6 }),
];

const trip = {
  deviceId: 7,
  deviceName: 'Strada 7',
  startTime: '2026-11-21T06:00:00.000Z',
  endTime: '2026-11-21T07:00:00.000Z',
  startOdometer: 0,
  endOdometer: 1000,
  startAddress: null,
  endAddress: null,
  distance: 1000,
  averageSpeed: 10,
  maxSpeed: 20,
  duration: 3_600_000,
  engineHours: 0,
  spentFuel: 0,
  driverUniqueId: null,
  driverName: null,
  startPositionId: 1,
  endPositionId: 2,
  startLat: 1,
  startLon: 2,
  endLat: 3,
  endLon: 4,
};

/** A report that is complete, what the map was sent last, and what was requested meanwhile. */
async function shown(
  rows: ReportRows,
  more: { request?: Partial<ReportRequest>; positions?: readonly Position[] } = {},
) {
  const reported: {
    drawing: ReportDrawing | null;
    way: ReportRoute | null;
    place: ReportHighlight | null;
    fits: number;
    pick: (row: number) => void;
  } = { drawing: null, way: null, place: null, fits: 0, pick: () => {} };
  const map: ReportMap = {
    show: (drawing) => {
      reported.drawing = drawing;
    },
    showRoute: (way) => {
      reported.way = way;
    },
    highlight: (place) => {
      reported.place = place;
    },
    fit: () => {
      reported.fits += 1;
    },
    onPick(listener) {
      reported.pick = listener;
      return () => {};
    },
  };
  const requested: { positions: number[][]; ways: ReportRequest[] } = { positions: [], ways: [] };
  const failures: unknown[] = [];
  const reports = createReports({ read: async () => rows });
  const beside = createStore<readonly Mark[]>([]);
  const stop = createReportOnMap({
    map,
    reports,
    beside,
    async readPositions(ids) {
      requested.positions.push([...ids]);
      return (more.positions ?? []).filter(({ id }) => ids.includes(id));
    },
    async readRoute(routeRequest) {
      requested.ways.push(routeRequest);
      const way = rowsOf('route', route.slice(0, 2));
      if (way.name !== 'route') throw new Error('no route');
      return way.columns;
    },
    onFailed: (reason) => failures.push(reason),
    onNoPlace: () => failures.push('no place'),
  });
  reports.show({ ...request, view: rows.name, ...more.request });
  await settle();
  return { reported, requested, failures, reports, beside, stop };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const marksOf = (drawing: ReportDrawing | null) =>
  [...(drawing?.marks?.rows ?? [])].map((row, at) => [row, markKinds[drawing?.marks?.kinds[at] ?? 0]]);

test('[MAP-10] a route is a line of each device with its ends marked, and with markers every position', async () => {
  const { reported } = await shown(rowsOf('route', route));
  expect(reported.drawing?.way?.starts).toEqual([0, 2]);
  expect([...(reported.drawing?.way?.latitudes ?? [])]).toEqual([1, 3, 5]);
  expect(marksOf(reported.drawing)).toEqual([
    [0, 'start'],
    [1, 'end'],
    [2, 'end'],
  ]);
  expect(reported.fits).toBe(1);
  const all = await shown(rowsOf('route', [...route.slice(0, 2), aRouteRow({ id: 9 })]), {
    request: { hasMarkers: true },
  });
  expect(marksOf(all.reported.drawing)).toContainEqual([1, 'point']);
});

test('[KEPT-02] [MAP-10] stops and events of a playback are marked beside the way, and stand for the rows near them', async () => {
  const { reported, reports, beside } = await shown(rowsOf('route', route));
  beside.set([{ row: 1, kind: 'stop', latitude: 3, longitude: 4 }]);
  expect(marksOf(reported.drawing)).toContainEqual([1, 'stop']);
  expect(reported.drawing?.marks?.latitudes.at(-1)).toBe(3);
  reported.pick(1);
  expect(reports.state.get().active).toBe(1);
  beside.set([]);
  expect(marksOf(reported.drawing)).not.toContainEqual([1, 'stop']);
});

test('[MAP-10] [REP-07] a click on a mark makes its row the active one, and the active row is ringed on the map', async () => {
  const { reported, reports, requested } = await shown(rowsOf('route', route));
  reported.pick(1);
  expect(reports.state.get().active).toBe(1);
  expect(reported.place).toMatchObject({ latitude: 3, longitude: 4 });
  reports.activate(0);
  expect(reported.place).toEqual({ latitude: 1, longitude: 2, course: 90 });
  expect(requested.positions).toEqual([]);
});

test('[REP-07] an event’s position is loaded by its number when it is not there yet, once', async () => {
  const events = [anEvent({ id: 1, positionId: 51 }), anEvent({ id: 2, positionId: 0 })];
  const many = Array.from({ length: 1000 }, (_, at) => anEvent({ id: at + 3, positionId: 0 }));
  const late = anEvent({ id: 2000, positionId: 77 });
  const positions = [aPosition({ id: 51, latitude: 7 }), aPosition({ id: 77, latitude: 9 })];
  const { reported, reports, requested, failures } = await shown(
    rowsOf('event', [...events, ...many, late]),
    {
      positions,
    },
  );
  expect(requested.positions).toEqual([[51]]);
  expect(marksOf(reported.drawing)).toEqual([[0, 'event']]);
  reports.activate(0);
  await settle();
  expect(reported.place).toMatchObject({ latitude: 7 });
  reports.activate(1002);
  await settle();
  expect(requested.positions).toEqual([[51], [77]]);
  expect(reported.place).toMatchObject({ latitude: 9 });
  reports.activate(1);
  await settle();
  expect(reported.place).toBeNull();
  expect(failures).toEqual(['no place']);
});

test('[REP-07] a trip loads its way from the route report, and marks its ends; another trip takes its place', async () => {
  const other = { ...trip, deviceId: 8 };
  const { reported, reports, requested } = await shown(rowsOf('trip', [trip, other]));
  expect(marksOf(reported.drawing)).toEqual([]);
  reports.activate(0);
  await settle();
  expect(requested.ways).toMatchObject([
    { view: 'route', deviceIds: [7], fromMs: Date.parse(trip.startTime), toMs: Date.parse(trip.endTime) },
  ]);
  expect([...(reported.way?.latitudes ?? [])]).toEqual([1, 3]);
  expect(marksOf(reported.drawing)).toEqual([
    [0, 'start'],
    [0, 'end'],
  ]);
  reports.activate(1);
  expect(reported.way).toBeNull();
  await settle();
  reports.activate(0);
  await settle();
  expect(requested.ways).toHaveLength(2);
  expect(reported.way).not.toBeNull();
});

test('[ROUTE-08] closing a report, or leaving, takes all of it from the map', async () => {
  const { reported, reports, stop } = await shown(rowsOf('route', route));
  reports.clear();
  expect(reported.drawing).toBeNull();
  reports.show(request);
  await settle();
  expect(reported.drawing).not.toBeNull();
  stop();
  expect(reported.drawing).toBeNull();
});
