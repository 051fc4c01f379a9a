import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from '../testing/plan-drive.ts';
import { countedOf, isoInstant, otherAttributes, positionRow } from './position-row.ts';
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

const packedOf = (attributes: Readonly<Record<string, Value>>) =>
  otherAttributes(attributes, undefined).packed;

test('[ING-06] attributes with a name that is long, or with long ones together, are not packed', () => {
  const plain = { batteryLevel: 4, satellitesInView: 7 };
  expect(packedOf({ ...plain, ['x'.repeat(40)]: 1 })?.values).toBe('|4|7|1');
  expect(packedOf({ ...plain, ['x'.repeat(41)]: 1 })).toBeUndefined();
  const names = Array.from({ length: 80 }, (_, place) => `${place}`.padStart(40, 'é'));
  const of = (count: number) => Object.fromEntries(names.slice(0, count).map((name) => [name, 1]));
  // bytes are counted and not letters
  expect(Buffer.byteLength(packedOf(of(25))?.shape.template ?? '')).toBeGreaterThan(2_000);
  expect(packedOf(of(35))).toBeUndefined();
});

test('[ING-06] a tracker that sends other names each time leaves room for the shapes of the others', () => {
  const plain = { batteryLevelOfTracker: 4, satellitesInView: 7 };
  const { shape } = packedOf(plain) ?? {};
  expect(packedOf(plain)?.shape).toBe(shape);
  const forgotten = Array.from({ length: 50_000 }, (_, place) => {
    packedOf({ [`fresh${place}`]: 1, anotherNameThatIsLong: 2 });
    return packedOf(plain)?.shape;
  });
  expect(forgotten.every((one) => one?.template === shape?.template)).toBe(true);
  // what nobody sends any more is kept by nothing
  expect(new Set(forgotten).size).toBeGreaterThan(2);
  expect(packedOf({ aNameThatNobodySentBefore: 1, satellitesInView: 7 })).toBeDefined();
});
