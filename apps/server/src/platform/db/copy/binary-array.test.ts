import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import {
  binaryArray,
  bool,
  type ElementType,
  float4,
  float8,
  int4,
  int8,
  json,
  jsonb,
  text,
  timestamptz,
  uuid,
} from './binary-array.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function roundTrip<Value>(type: ElementType<Value>, values: readonly (Value | null)[]) {
  const { rows } = await database.pool.query(`SELECT value FROM unnest($1::${type.name}[]) AS value`, [
    binaryArray(type, values),
  ]);
  return rows.map(({ value }) => value);
}

const hexadecimal = fc
  .array(fc.nat(15), { minLength: 32, maxLength: 32 })
  .map((digits) => digits.map((digit) => digit.toString(16)).join(''));
const storable = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));

/** How each type's values are made, and what the database gives back for one. */
const cases: readonly [ElementType<never>, fc.Arbitrary<unknown>, ((value: never) => unknown)?][] = [
  [int4, fc.integer()],
  [int8, fc.maxSafeInteger()],
  [float8, fc.double({ noNaN: true, noDefaultInfinity: true })],
  [float4, fc.integer({ min: -8_000_000, max: 8_000_000 })],
  [bool, fc.boolean()],
  [text, storable],
  [
    timestamptz,
    fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.UTC(9999, 0) }),
    (value: number) => new Date(value).toISOString(),
  ],
  [uuid, hexadecimal],
  [json, storable.map((value) => JSON.stringify([value])), (value: string) => JSON.parse(value)],
  [jsonb, storable.map((value) => JSON.stringify([value])), (value: string) => JSON.parse(value)],
];

for (const [type, values, expected = (value: never): unknown => value] of cases) {
  test(`${type.name} arrives in the database as it was, null too`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(values)), async (list) => {
        const arrived = await roundTrip(type, list as never[]);
        const plain = type.name === 'uuid' ? arrived.map((id) => id?.replaceAll('-', '') ?? null) : arrived;
        expect(plain).toEqual(list.map((value) => (value === null ? null : expected(value as never))));
      }),
      { numRuns: 20 },
    );
  });
}
