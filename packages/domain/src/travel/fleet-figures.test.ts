import fc from 'fast-check';
import { expect, test } from 'vitest';
import { communicationBuckets, deviceStatuses } from '../devices/device-status.ts';
import { type FleetMember, fleetChartGroups, fleetFigures, isInFleetGroup } from './fleet-figures.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const car: FleetMember = { status: 'online', disabled: false, category: 'car', lastUpdateMs: nowMs };

test('[DASH-01] disabled devices are inactive and counted in nothing else', () => {
  const figures = fleetFigures([car, { ...car, disabled: true }, { ...car, status: 'unknown' }], nowMs);
  expect(figures).toMatchObject({ active: 2, inactive: 1, state: { online: 1, offline: 0, unknown: 1 } });
  expect(figures.communication.upTo30Minutes).toBe(2);
  expect(figures.categories).toEqual([{ category: 'car', online: 1, offline: 0, unknown: 1, total: 2 }]);
});

test('[DASH-02] each device stands in one bucket of time since it was heard', () => {
  const ages = [0, 1, 5, 30, null];
  const members = ages.map((hours) => ({
    ...car,
    lastUpdateMs: hours === null ? null : nowMs - hours * hourMs,
  }));
  expect(fleetFigures(members, nowMs).communication).toEqual({
    upTo30Minutes: 1,
    upTo4Hours: 1,
    upTo24Hours: 1,
    over24Hours: 1,
    never: 1,
  });
});

const memberArb: fc.Arbitrary<FleetMember> = fc.record({
  status: fc.constantFrom(...deviceStatuses),
  disabled: fc.boolean(),
  category: fc.constantFrom('car', 'truck', 'boat'),
  lastUpdateMs: fc.option(fc.integer({ min: nowMs - 100 * hourMs, max: nowMs })),
});

test('[DASH-05] a bar counts just the devices of its group', () => {
  fc.assert(
    fc.property(fc.array(memberArb), (members) => {
      const figures = fleetFigures(members, nowMs);
      const count = (chart: Parameters<typeof isInFleetGroup>[0], group: string) =>
        members.filter((member) => isInFleetGroup(chart, group, member, nowMs)).length;
      expect(count('device', 'active')).toBe(figures.active);
      expect(count('device', 'inactive')).toBe(figures.inactive);
      for (const status of deviceStatuses) expect(count('state', status)).toBe(figures.state[status]);
      for (const bucket of communicationBuckets) {
        expect(count('communication', bucket)).toBe(figures.communication[bucket]);
      }
      for (const { category, ...of } of figures.categories) {
        for (const status of deviceStatuses)
          expect(count('status', `${category}-${status}`)).toBe(of[status]);
      }
    }),
  );
});

test('no device stands in a group nobody knows', () => {
  expect(isInFleetGroup('state', 'lost', car, nowMs)).toBe(false);
  expect(fleetChartGroups.state).toEqual(deviceStatuses);
});
