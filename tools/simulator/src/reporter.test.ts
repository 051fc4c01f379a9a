import { expect, test } from 'vitest';
import { createReporter } from './reporter.ts';
import { loadCity } from './road/load-cities.ts';
import type { Uplink } from './tracker/uplink.ts';
import { createVehicle } from './vehicle/vehicle.ts';
import type { Report } from './wire/report.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const kind = { nominalVolts: 12, tankLitres: 50, kilometresPerLitre: 11 };

/** An uplink that only remembers what it was given. */
function rememberingUplink() {
  const offered: Report[] = [];
  let heartbeats = 0;
  const uplink: Uplink = {
    offer: (report) => offered.push(report),
    heartbeat: () => {
      heartbeats += 1;
    },
    lose: () => undefined,
    jam: () => undefined,
    restore: () => undefined,
    stop: () => Promise.resolve(),
    waiting: 0,
    connected: true,
  };
  return { uplink, offered, heartbeats: () => heartbeats };
}

function drive(seconds: number, order?: { at: number; park: boolean }) {
  const road = loadCity('rio-de-janeiro').roads[0]!;
  const vehicle = createVehicle({
    seed: 'r',
    road,
    altitudeMetres: 10,
    kind,
    start: 0.2,
    forward: true,
    driverKey: 7,
  });
  const memory = rememberingUplink();
  const reporter = createReporter({ vehicle, uplink: memory.uplink, rate: 1, firstSeconds: 2 });
  for (let second = 1; second <= seconds; second += 1) {
    if (order?.at === second) vehicle.order({ park: order.park });
    vehicle.advance(1);
    reporter.tick(1, startMs + second * 1000);
  }
  return { ...memory, reporter, vehicle };
}

test('the first report comes when it is due, and moving vehicles report every few seconds', () => {
  const { offered } = drive(120);
  expect(offered[0]?.fixTimeMs).toBe(startMs + 2_000);
  offered.forEach((report, index) => {
    const before = offered[index - 1];
    if (before) expect(report.fixTimeMs - before.fixTimeMs).toBeLessThanOrEqual(30_000);
  });
  expect(offered.length).toBeGreaterThan(12);
});

test('switching off is told at once, and a parked vehicle reports seldom but says that it lives', () => {
  const { offered, heartbeats } = drive(400, { at: 60, park: true });
  const off = offered.findIndex(({ ignition }) => !ignition);
  expect(off).toBeGreaterThan(0);
  const parked = offered.slice(off);
  expect(parked.length).toBeLessThan(6);
  expect(heartbeats()).toBeGreaterThan(1);
});

test('no two reports of a tracker have one time, alarms included', () => {
  const { offered, reporter } = drive(30);
  reporter.reportNow(startMs + 30_000, 'sos');
  reporter.reportNow(startMs + 30_200, 'sos');
  expect(offered.at(-1)?.alarm).toBe('sos');
  const times = offered.map(({ fixTimeMs }) => fixTimeMs);
  expect(new Set(times).size).toBe(times.length);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});
