import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import {
  binaryArrays,
  bool,
  bytea,
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

function binaryArray<Value>(type: ElementType<Value>, values: readonly (Value | null)[]): Buffer {
  const [array] = binaryArrays((arrays) => arrays.add(type, values, (value) => value));
  return array ?? Buffer.alloc(0);
}

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

/** The format said plainly: a header, and of each value its length and its bytes. */
function plainArray(oid: number, values: readonly (Buffer | null)[]): Buffer {
  const int = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const header = [1, values.includes(null) ? 1 : 0, oid, values.length, 1].map(int);
  const body = values.flatMap((value) => (value === null ? [int(-1)] : [int(value.length), value]));
  return Buffer.concat([...header, ...body]);
}

function plainBytes(bytes: number, write: (target: Buffer) => void): Buffer {
  const target = Buffer.alloc(bytes);
  write(target);
  return target;
}

const letters = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 20, maxLength: 60 }));

/** Each type's values, and the bytes of one. */
const plainCases: readonly [ElementType<never>, fc.Arbitrary<unknown>, (value: never) => Buffer][] = [
  [int4, fc.integer(), (value: number) => plainBytes(4, (to) => to.writeInt32BE(value))],
  [int8, fc.maxSafeInteger(), (value: number) => plainBytes(8, (to) => to.writeBigInt64BE(BigInt(value)))],
  [float4, fc.float(), (value: number) => plainBytes(4, (to) => to.writeFloatBE(value))],
  [float8, fc.double(), (value: number) => plainBytes(8, (to) => to.writeDoubleBE(value))],
  [bool, fc.boolean(), (value: boolean) => Buffer.from([value ? 1 : 0])],
  [
    timestamptz,
    fc.integer({ min: Date.UTC(-4000, 0), max: Date.UTC(200_000, 0) }),
    (value: number) =>
      plainBytes(8, (to) => to.writeBigInt64BE((BigInt(value) - BigInt(Date.UTC(2000, 0))) * 1000n)),
  ],
  [uuid, hexadecimal, (value: string) => Buffer.from(value, 'hex')],
  [text, letters, (value: string) => Buffer.from(value)],
  [json, letters, (value: string) => Buffer.from(value)],
  [jsonb, letters, (value: string) => Buffer.concat([Buffer.from([1]), Buffer.from(value)])],
  [bytea, fc.uint8Array(), (value: Uint8Array) => Buffer.from(value)],
];

for (const [type, values, bytesOf] of plainCases) {
  test(`${type.name} is written byte for byte as the format has it, alone and beside others`, () => {
    fc.assert(
      fc.property(fc.array(fc.option(values)), (list) => {
        const rows = list as (never | null)[];
        const expected = plainArray(
          type.oid,
          rows.map((value) => (value === null ? null : bytesOf(value))),
        );
        expect(binaryArray(type, rows).equals(expected)).toBe(true);
        const [before, array, after] = binaryArrays((arrays) => {
          arrays.add(int4, [7], (value) => value);
          arrays.add(type, rows, (value) => value);
          arrays.add(text, ['x'], (value) => value);
        });
        expect(before?.equals(plainArray(int4.oid, [Buffer.from([0, 0, 0, 7])]))).toBe(true);
        expect(array?.equals(expected)).toBe(true);
        expect(after?.equals(plainArray(text.oid, [Buffer.from('x')]))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
}

test('arrays of megabytes are whole, and what was written before them stays as it was', () => {
  const first = binaryArray(text, ['before']);
  const long = 'ã'.repeat(3_000_000);
  const numbers = Array.from({ length: 300_000 }, (_, at) => at);
  const [texts, ints] = binaryArrays((arrays) => {
    arrays.add(text, [long, null], (value) => value);
    arrays.add(float8, numbers, (value) => value);
  });
  expect(texts?.subarray(24, -4).toString()).toBe(long);
  expect(ints?.length).toBe(20 + numbers.length * 12);
  expect(ints?.readDoubleBE(24 + 299_999 * 12)).toBe(299_999);
  expect(first.equals(plainArray(text.oid, [Buffer.from('before')]))).toBe(true);
  expect(binaryArray(text, ['after']).equals(plainArray(text.oid, [Buffer.from('after')]))).toBe(true);
});

test('[ING-02] a number that its column cannot hold is refused, and the next array is as it should be', () => {
  const refused: readonly [ElementType<number>, number][] = [
    [int4, 2 ** 31],
    [int4, -(2 ** 31) - 1],
    [int8, 2 ** 63],
    [int8, -(2 ** 63) - 2048],
    [timestamptz, 1e17],
    [timestamptz, Number.NaN],
  ];
  for (const [type, value] of refused) {
    expect(() => binaryArray(type, [1, value])).toThrow();
    expect(binaryArray(int4, [1]).equals(plainArray(int4.oid, [Buffer.from([0, 0, 0, 1])]))).toBe(true);
  }
  expect(binaryArray(int4, [2 ** 31 - 1, -(2 ** 31)]).readInt32BE(24)).toBe(2 ** 31 - 1);
});
