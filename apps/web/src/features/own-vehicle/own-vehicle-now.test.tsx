// @vitest-environment happy-dom
import type { Stop, Trip } from '@atalaia/contract/reports/report-rows';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import { aPosition } from '../../lib/testing/a-position.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { lastOf, OwnVehicleNow } from './own-vehicle-now.tsx';

const hourMs = 3_600_000;
const nowMs = Date.now();
const hoursAgo = (hours: number) => new Date(nowMs - hours * hourMs).toISOString();

const figures = {
  ...{ deviceId: 7, deviceName: 'Gol', startOdometer: 0, endOdometer: 0, engineHours: 0, spentFuel: 0 },
};
const trip = (from: number, to: number): Trip => ({
  ...{ ...figures, startTime: hoursAgo(from), endTime: hoursAgo(to), duration: (from - to) * hourMs },
  ...{ startAddress: null, endAddress: null, distance: 9000, averageSpeed: 20, maxSpeed: 40 },
  ...{ driverUniqueId: null, driverName: null, startPositionId: 1, endPositionId: 2 },
  ...{ startLat: 0, startLon: 0, endLat: 0, endLon: 0 },
});
const stop = (from: number, to: number): Stop => ({
  ...{ ...figures, startTime: hoursAgo(from), endTime: hoursAgo(to), duration: (from - to) * hourMs },
  ...{ address: null, positionId: 1, latitude: 0, longitude: 0 },
});

const before = trip(9, 8);

test.each([
  ['drives', true, 0, [before, trip(2, 0)], [stop(8, 2)], { since: hoursAgo(2), trip: before }],
  [
    'stands',
    false,
    1,
    [before, trip(3, 2)],
    [stop(8, 3), stop(2, 1)],
    { since: hoursAgo(2), trip: trip(3, 2) },
  ],
  // what it does now has lasted too short to be a trip or a stop
  ['has just begun to drive', true, 0, [before], [stop(8, 0.1)], { since: undefined, trip: before }],
  [
    'has just stopped',
    false,
    0,
    [before, trip(2, 0.1)],
    [stop(8, 2)],
    { since: undefined, trip: trip(2, 0.1) },
  ],
] as const)(
  '[LIST-05] since when a vehicle that %s does so is what its rows say up to its newest position',
  (_what, isMoving, newest, driven, stood, expected) => {
    const newestMs = Date.parse(hoursAgo(newest));
    expect(lastOf(driven, stood, { isMoving, newestMs, nowMs })).toEqual({ overDays: 0, ...expected });
  },
);

test.each([
  ['nothing comes before', [], [stop(83, 0.5)], 3],
  ['nothing comes before, of a tracker that was mounted yesterday', [], [stop(30, 0.5)], 1],
  ['nothing comes before, of a tracker that was mounted today', [], [stop(3, 0.5)], 0],
  ['a trip comes before', [trip(83, 80)], [stop(80, 0.5)], 0],
  ['another stop comes before', [], [stop(83, 82), stop(81, 0.5)], 0],
] as const)(
  '[LIST-05] of a stop that %s the beginning is known or only its days',
  (_what, driven, stood, overDays) => {
    const newestMs = Date.parse(hoursAgo(0.5));
    expect(lastOf(driven, stood, { isMoving: false, newestMs, nowMs }).overDays).toBe(overDays);
  },
);

async function open(rows: { readonly trips: readonly Trip[]; readonly stops: readonly Stop[] }) {
  await act(() =>
    renderPage(
      <OwnVehicleNow
        device={aDevice({ id: 7 })}
        position={aPosition({ deviceId: 7, fixTime: hoursAgo(0.5) })}
      />,
      async ({ url }) => Response.json(url.pathname.endsWith('trips') ? rows.trips : rows.stops),
    ),
  );
}

test('[LIST-05] a vehicle that stood all the time that is looked at has stood longer than that, and since no instant', async () => {
  await open({ trips: [], stops: [stop(83, 0.5)] });
  await screen.findByText('Standing here for more than 3 days');
  expect(screen.queryByText(/since/)).toBeNull();
});

test('[LIST-05] a vehicle that arrived within it stands since then', async () => {
  await open({ trips: [trip(31, 30)], stops: [stop(30, 0.5)] });
  expect((await screen.findByText(/^Standing here since/)).textContent).toMatch(/\(1 day ago\)$/);
});
