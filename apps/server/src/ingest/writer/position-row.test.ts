import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from '../testing/plan-drive.ts';
import { countedOf, isoInstant, positionRow } from './position-row.ts';
import type { PositionRow } from './rows.ts';

const travel = {
  motion: true,
  ignition: undefined,
  approximate: false,
  distanceMetres: 1.5,
  totalDistanceMetres: 7,
  hoursMs: 9,
};

type Value = string | number | boolean;

function rowOf(attributes: Readonly<Record<string, Value>>, way: PositionRow['travel']): PositionRow {
  const entry = entryOf({ afterMs: 0 });
  const position = { speedKnots: 0 } as PositionRow['position'];
  return positionRow(1, entry, position, attributes, way, []);
}

/** What goes into the column, said plainly. */
function expectedOf(attributes: Readonly<Record<string, Value>>, way: PositionRow['travel']): string {
  const left: Record<string, unknown> = { ...attributes, motion: undefined };
  if (typeof attributes.type === 'string') left.type = undefined;
  if (typeof attributes.ignition === 'boolean') left.ignition = undefined;
  if (way) {
    Object.assign(left, { distance: undefined, totalDistance: undefined, hours: undefined });
    if (way.approximate) left.approximate = true;
  }
  return JSON.stringify(left);
}

const columns = ['motion', 'type', 'ignition', 'distance', 'totalDistance', 'hours', 'approximate'];
const key = fc.oneof(fc.constantFrom(...columns), fc.string({ unit: 'binary' }), fc.constantFrom('7', 'io7'));
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

test('[ING-06] attributes are written as JSON without those that have columns, in their order', () => {
  const ways = fc.constantFrom(undefined, travel, { ...travel, approximate: true });
  fc.assert(
    fc.property(fc.dictionary(key, value, { noNullPrototype: true }), ways, (attributes, way) => {
      expect(rowOf(attributes, way).attributesJson).toBe(expectedOf(attributes, way));
    }),
    { numRuns: 500 },
  );
});

test('[ING-06] a way that cannot be true is said in the place where the tracker said it, or at the end', () => {
  const approximate = { ...travel, approximate: true };
  expect(rowOf({ approximate: false, sat: 4 }, approximate).attributesJson).toBe(
    '{"approximate":true,"sat":4}',
  );
  expect(rowOf({ sat: 4 }, approximate).attributesJson).toBe('{"sat":4,"approximate":true}');
  expect(rowOf({ motion: true }, undefined).attributesJson).toBe('{}');
});

test('instants are written as the runtime writes them', () => {
  const first = Date.parse('-000001-12-31T00:00:00Z');
  const instant = fc.oneof(
    fc.integer({ min: first, max: Date.UTC(12_000, 0) }),
    fc.integer({ min: -3, max: 3 }).map((days) => days * 86_400_000),
    fc.integer({ min: -90_000_000, max: 90_000_000 }),
  );
  fc.assert(
    fc.property(fc.array(instant), (instants) => {
      expect(instants.map(isoInstant)).toEqual(instants.map((ms) => new Date(ms).toISOString()));
    }),
    { numRuns: 1000 },
  );
  expect(() => isoInstant(Number.NaN)).toThrow(RangeError);
});

test('[ATT-01] what is counted is what the position before it says of the way there', () => {
  expect(countedOf(travel)).toEqual({ motion: true, distance: 1.5, totalDistance: 7, hours: 9 });
  expect(countedOf({ ...travel, approximate: true })).toMatchObject({ approximate: true });
});
