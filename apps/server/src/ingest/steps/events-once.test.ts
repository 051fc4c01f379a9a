import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlanDrive, entryOf, minuteMs, type Report } from '../testing/plan-drive.ts';
import { rulesOf } from '../testing/rules-of.ts';
import type { PositionEntry } from '../writer/entry.ts';
import type { EventRow } from '../writer/rows.ts';

const settings = {
  rules: rulesOf({
    geofences: [
      { id: 1, area: 'CIRCLE (-23.5 -46.6, 3000)', speedLimit: 30 },
      { id: 2, area: 'POLYGON ((-23.5 -46.62, -23.5 -46.5, -23.6 -46.5, -23.6 -46.62))' },
    ],
    computed: [{ id: 1, attribute: 'fuel', expression: 'fuelLevel * 0.6', type: 'number' }],
    maintenances: [{ id: 1, type: 'totalDistance', start: 3000, period: 2000 }],
  }),
  speedLimitKnots: 50,
};

/** A minute between two, so that a way of up to 5 km is believed now and then and a jump now and then. */
const report: fc.Arbitrary<Report> = fc.record(
  {
    afterMs: fc.integer({ min: 0, max: 60 }).map((minute) => minute * minuteMs),
    latitude: fc.integer({ min: -8, max: 0 }).map((step) => -23.5 + step / 100),
    longitude: fc.integer({ min: -3, max: 3 }).map((step) => -46.6 + step / 100),
    speedKnots: fc.constantFrom(0, 0, 20, 40, 70),
    valid: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    attributes: fc.record(
      {
        ignition: fc.boolean(),
        alarm: fc.constantFrom('sos', 'powerCut', 'sos, powerCut'),
        fuelLevel: fc.integer({ min: 0, max: 100 }),
        driverUniqueId: fc.constantFrom('ana', 'bia'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Report['attributes'] & object>,
  },
  { requiredKeys: ['afterMs', 'latitude', 'longitude', 'speedKnots', 'attributes'] },
);
const way = fc.array(report, { minLength: 1, maxLength: 40 }).map((all) => all.map((one) => entryOf(one)));
/** No two of one time: of those nobody knows which was first, and each says what changed when it came. */
const timedWay = fc
  .uniqueArray(report, { minLength: 1, maxLength: 40, selector: ({ afterMs }) => afterMs })
  .map((all) => all.map((one) => entryOf(one)));
const inOrder = (entries: readonly PositionEntry[]) =>
  [...entries].sort((one, other) => one.position.fixTimeMs - other.position.fixTimeMs);

/** What an event says, without the numbers of rows. */
const named = ({ type, eventTimeMs, geofenceId, maintenanceId, attributesJson }: EventRow) =>
  `${eventTimeMs} ${type} ${geofenceId} ${maintenanceId} ${attributesJson}`;

function drive(batches: readonly (readonly PositionEntry[])[], restarting = false): readonly string[] {
  const device = createPlanDrive({ ...settings });
  for (const batch of batches) {
    device.commit(batch);
    if (restarting) device.restart();
  }
  return device.events.map(named);
}

/** The entries cut at these places. */
const cut = (entries: readonly PositionEntry[], sizes: readonly number[]) => {
  const rest = [...entries];
  return [...sizes.map((size) => rest.splice(0, size)), rest].filter((batch) => batch.length > 0);
};
const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 });

test('[ING-07] restarts at any place change no event', () => {
  fc.assert(
    fc.property(way, sizes, (entries, at) => {
      expect(drive(cut(entries, at), true)).toEqual(drive([entries]));
    }),
    { numRuns: 300 },
  );
});

test('[ING-02] [ING-07] whatever is sent again says nothing again, and the rest says the same', () => {
  fc.assert(
    fc.property(way, sizes, fc.infiniteStream(fc.boolean()), (entries, at, again) => {
      const doubled: PositionEntry[] = [];
      for (const [index, entry] of entries.entries()) {
        doubled.push(entry);
        if (again.next().value) doubled.push(...entries.slice(0, index + 1).map((one) => ({ ...one })));
      }
      expect(drive(cut(doubled, at), true)).toEqual(drive([entries]));
    }),
    { numRuns: 200 },
  );
});

test('[ING-05] [ING-07] in whatever order positions come, nothing is said twice and every change is one', () => {
  fc.assert(
    fc.property(timedWay, sizes, (entries, at) => {
      const device = createPlanDrive({ ...settings });
      for (const batch of cut(entries, at)) device.commit(batch);
      const unique = new Set(device.events.map(named));
      expect(unique.size).toBe(device.events.length);
      const alternating = (one: string, other: string, geofenceId: number | null = null) => {
        const types = device.events
          .filter((event) => (event.type === one || event.type === other) && event.geofenceId === geofenceId)
          .map(({ type }) => type);
        expect(types.some((type, index) => index > 0 && type === types[index - 1])).toBe(false);
      };
      alternating('ignitionOn', 'ignitionOff');
      alternating('deviceMoving', 'deviceStopped');
      alternating('geofenceEnter', 'geofenceExit', 1);
      alternating('geofenceEnter', 'geofenceExit', 2);
    }),
    { numRuns: 300 },
  );
});

test('late positions say nothing that goes by the order of positions', () => {
  fc.assert(
    fc.property(way, way, (entries, more) => {
      const device = createPlanDrive({ ...settings });
      const newest = entryOf({ afterMs: 90 * minuteMs });
      device.commit([...inOrder(entries), newest]);
      const before = device.state.memory;
      const late = device.commit(more).map(({ type }) => type);
      expect(late.filter((type) => type !== 'alarm')).toEqual([]);
      expect({ ...device.state.memory, raised: [] }).toEqual({ ...before, raised: [] });
    }),
    { numRuns: 100 },
  );
});
