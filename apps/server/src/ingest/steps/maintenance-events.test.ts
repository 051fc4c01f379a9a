import { expect, test } from 'vitest';
import { createPlanDrive, minuteMs, testDevice } from '../testing/plan-drive.ts';
import { rulesOf } from '../testing/rules-of.ts';

const rule = { id: 4, type: 'odometer', start: 1000, period: 500 };
const odometers = (values: readonly number[], from = 0) =>
  values.map((odometer, index) => ({ afterMs: (from + index) * minuteMs, attributes: { odometer } }));

test('[ING-07] [MNT-01] a maintenance falls due at its start and after every period, once each', () => {
  const device = createPlanDrive({ rules: rulesOf({ maintenances: [rule] }) });
  const types = device.drive(odometers([900, 999, 1000, 1001, 1499, 1500, 2600]));
  expect(types.map((all) => all.length)).toEqual([0, 0, 1, 0, 0, 1, 1]);
  expect(device.events.map(({ type, maintenanceId }) => [type, maintenanceId])).toEqual(
    Array.from({ length: 3 }, () => ['maintenance', 4]),
  );
  expect(JSON.parse(device.events[0]?.attributesJson ?? '')).toEqual({ type: 'odometer', value: 1000 });
});

test('a count that jumps back and forth, a restart and an edit say nothing twice', () => {
  const device = createPlanDrive({ rules: rulesOf({ maintenances: [rule] }) });
  expect(device.drive(odometers([990, 1010, 0, 1020])).flat()).toEqual(['maintenance']);
  device.restart();
  expect(device.drive(odometers([900, 1030], 10)).flat()).toEqual([]);
  device.change({ rules: rulesOf({ maintenances: [{ ...rule, start: 500 }] }) });
  expect(device.drive(odometers([1040, 1490], 20)).flat()).toEqual([]);
  expect(device.drive(odometers([1500], 30)).flat()).toEqual(['maintenance']);
});

test('what falls due by the counts of the server follows the distance it counts', () => {
  const rules = rulesOf({ maintenances: [{ id: 1, type: 'totalDistance', start: 1500, period: 1000 }] });
  const device = createPlanDrive({ rules });
  const types = device.drive(
    [0, 1, 2, 3].map((step) => ({ afterMs: step * minuteMs, latitude: -23.5 - step / 100 })),
  );
  expect(types.map((all) => all.filter((type) => type === 'maintenance').length)).toEqual([0, 0, 1, 1]);
});

test('[DEV-02] counts that a person sets count on from there, and what falls due then is news', () => {
  const rules = rulesOf({ maintenances: [{ id: 1, type: 'totalDistance', start: 1000, period: 1e9 }] });
  const device = createPlanDrive({ rules });
  const step = (minute: number) => ({ afterMs: minute * minuteMs, latitude: -23.5 - minute / 100 });
  expect(device.drive([step(0), step(1)]).flat()).toContain('maintenance');
  device.commit([
    {
      kind: 'totals',
      device: testDevice,
      receivedMs: 0,
      totalDistanceMetres: 500,
      hoursMs: 3_600_000,
      receipt: { settle: () => undefined },
    },
  ]);
  expect(device.state.memory).toMatchObject({ totalDistanceMetres: 500, hoursMs: 3_600_000 });
  const after = device.drive([{ afterMs: 1.5 * minuteMs, latitude: -23.51 }, step(2)]);
  expect(after.map((all) => all.includes('maintenance'))).toEqual([false, true]);
  expect(device.state.memory.totalDistanceMetres).toBeCloseTo(1612, 0);
});

test('[MNT-01] one by time falls due each period, by the time of the fix', () => {
  const rules = rulesOf({ maintenances: [{ id: 9, type: 'fixTime', start: 0, period: 60 * minuteMs }] });
  const device = createPlanDrive({ rules });
  const types = device.drive([0, 30, 59, 61, 119, 121].map((minute) => ({ afterMs: minute * minuteMs })));
  expect(types.map((all) => all.filter((type) => type === 'maintenance').length)).toEqual([0, 0, 0, 1, 0, 1]);
});

test('[MNT-01] a counter that began anew since it was done falls due as if it had not been, also after a restart', () => {
  const device = createPlanDrive({ rules: rulesOf({ maintenances: [{ ...rule, serviced: 50_000 }] }) });
  expect(device.drive(odometers([50_100, 400, 990])).flat()).toEqual([]);
  device.restart();
  expect(device.drive(odometers([1010, 1100], 10)).map((all) => all.length)).toEqual([1, 0]);
});

test('[MNT-01] one that is noted as done after its counter began anew falls due a period later, also after a restart', () => {
  const device = createPlanDrive({ rules: rulesOf({ maintenances: [{ ...rule, serviced: 50_000 }] }) });
  expect(device.drive(odometers([50_000, 600])).flat()).toEqual([]);
  device.change({ rules: rulesOf({ maintenances: [{ ...rule, serviced: 600 }] }) });
  expect(device.drive(odometers([700, 1050], 10)).flat()).toEqual([]);
  device.restart();
  expect(device.drive(odometers([1090, 1110, 1200], 20)).map((all) => all.length)).toEqual([0, 1, 0]);
});

test('[DEV-02] [MNT-01] what a counter said since it began anew is forgotten, too, when a person sets the counts', () => {
  const total = { id: 1, type: 'totalDistance', start: 1000, period: 1e9, serviced: 1e6 };
  const device = createPlanDrive({ rules: rulesOf({ maintenances: [total, { ...rule, start: 40_000 }] }) });
  const step = (minute: number) => ({
    ...{ afterMs: minute * minuteMs, latitude: -23.5 - minute / 100 },
    attributes: { odometer: minute === 0 ? 50_000 : 100 },
  });
  expect(device.drive([step(0), step(1)]).flat()).toContain('maintenance');
  expect(device.state.memory.anewUntil).toEqual({ odometer: 50_000 });
  const set = { totalDistanceMetres: 500, hoursMs: undefined };
  device.commit([
    { kind: 'totals', device: testDevice, receivedMs: 0, ...set, receipt: { settle: () => undefined } },
  ]);
  expect(device.state.memory.anewUntil).toBeUndefined();
  const after = device.drive([{ afterMs: 1.5 * minuteMs, latitude: -23.51 }, step(2)]);
  expect(after.map((all) => all.includes('maintenance'))).toEqual([false, true]);
});

test('[MNT-01] a value beyond all counting is none, and what falls due after it is told', () => {
  const device = createPlanDrive({ rules: rulesOf({ maintenances: [{ ...rule, type: 'steps' }] }) });
  const counts = [900, 2e15, 1010].map((steps, at) => ({ afterMs: at * minuteMs, attributes: { steps } }));
  expect(device.drive(counts).map((all) => all.length)).toEqual([0, 0, 1]);
});

test('[MNT-01] a maintenance that counts nothing is left out: no period, or one beyond all counting', () => {
  const odd = [{ period: 0 }, { period: 1e-9 }, { period: 1e16 }, { start: 1e16 }];
  const maintenances = odd.map((one, at) => ({ ...rule, id: at + 1, ...one }));
  const rules = rulesOf({ maintenances });
  expect(rules.maintenances({ id: 1, groupId: undefined })).toEqual([]);
  const device = createPlanDrive({ rules });
  expect(device.drive(odometers([900, 1100])).flat()).toEqual([]);
});
