import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DateOrder, instantOfDigits, timeOfDayIn } from './digit-clock.ts';
import { areDigits, areHexDigits, degreesIn, hexIn, integerIn, numberIn } from './field-text.ts';
import { FieldCursor, TextFields } from './text-fields.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** What reports are made of, and what they are not. */
const field = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.,+- '), maxLength: 18 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFg'), maxLength: 17 }),
  fc.string({ unit: fc.constantFrom(...' \t\r\n\0\u00a0AVNSEW;|é'), maxLength: 4 }),
  fc.integer({ min: 0, max: 999_999 }).map((digits) => String(digits).padStart(6, '0')),
  fc
    .tuple(fc.integer({ min: 0, max: 235_959 }), fc.string({ unit: fc.constantFrom(...'0123456789.x') }))
    .map(([time, fraction]) => `${String(time).padStart(6, '0')}.${fraction}`.slice(0, 14)),
  fc.double({ min: -18_000, max: 18_000, noNaN: true }).map((value) => value.toFixed(4)),
);
const text = fc.array(field, { minLength: 1, maxLength: 80 }).map((fields) => fields.join(','));
const orders: readonly DateOrder[] = ['ddMMyy', 'yyMMdd'];

test('[ING-03] fields read where they are give what the same fields give as strings', () => {
  const fields = new TextFields(',');
  fc.assert(
    fc.property(text, fc.nat(4), (report, before) => {
      const bytes = bytesOf(`${'x'.repeat(before)}${report},behind`);
      fields.open(bytes, before, before + report.length);
      const strings = report.split(',');
      expect(fields.count).toBe(strings.length);
      for (let at = -1; at <= strings.length; at += 1) {
        const one = strings[at];
        const length = one?.length ?? 0;
        expect(fields.has(at)).toBe(one !== undefined);
        expect(fields.text(at)).toBe(one ?? '');
        expect(fields.length(at)).toBe(length);
        expect(fields.isEmpty(at)).toBe(length === 0);
        expect(fields.number(at)).toBe(numberIn(one));
        expect(fields.integer(at)).toBe(integerIn(one));
        expect(fields.hex(at)).toBe(hexIn(one));
        expect(fields.areDigits(at)).toBe(areDigits(one ?? '', 0, length));
        expect(fields.areHexDigits(at, 1, 99)).toBe(length > 0 && areHexDigits(one ?? '', 0, length));
        expect(fields.areBits(at)).toBe(/^[01]+$/.test(one ?? ''));
        expect(fields.find(at, 0x2e)).toBe((one ?? '').indexOf('.'));
        for (const offset of [-2, -1, 0, 1, length - 1, length]) {
          expect(fields.byte(at, offset)).toBe(one?.charCodeAt(offset) || 0);
        }
        expect(fields.numberWithin(at, 1)).toBe(numberIn(one?.slice(1)));
        expect(fields.is(at, one ?? 'x')).toBe(one !== undefined);
        expect(fields.is(at, `${one}0`)).toBe(false);
        expect(fields.timeOfDay(at)).toBe(timeOfDayIn(one));
        expect(fields.joined(at, at + 2)).toBe(strings.slice(Math.max(0, at), Math.max(0, at + 2)).join(','));
        const next = strings[at + 1];
        expect(fields.degrees(at, at + 1)).toBe(degreesIn(one, next));
        for (const order of orders) {
          expect(fields.instant(order, at, at + 1)).toBe(instantOfDigits(order, one, next));
          expect(fields.midnight(order, at)).toBe(instantOfDigits(order, one, '000000'));
          expect(fields.instantIn(order, at)).toBe(
            instantOfDigits(order, one?.slice(0, 6), one === undefined ? undefined : one.slice(6)),
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('degrees have their hemisphere, whichever it is', () => {
  const fields = new TextFields(',').open(
    bytesOf('2330.5,N,04638.25,W,2330.5,S,11638.25,E,2360.0,N,2330.5,X'),
  );
  expect([0, 2, 4, 6, 8, 10].map((at) => fields.degrees(at, at + 1))).toEqual([
    23 + 30.5 / 60,
    -(46 + 38.25 / 60),
    -(23 + 30.5 / 60),
    116 + 38.25 / 60,
    undefined,
    undefined,
  ]);
});

test('of more fields than are wanted the rest is left out, and one object reads one text after the other', () => {
  const fields = new TextFields(';');
  fields.open(bytesOf(Array.from({ length: 500 }, (_, at) => String(at)).join(';')));
  expect([fields.count, fields.number(0), fields.number(499), fields.text(499)]).toEqual([
    500,
    0,
    499,
    '499',
  ]);
  fields.open(bytesOf('a;b;c'), 0, 5, 2);
  expect([fields.count, fields.text(1), fields.has(2), fields.text(2)]).toEqual([2, 'b', false, '']);
  fields.open(bytesOf(''));
  expect([fields.count, fields.text(0), fields.number(0), fields.clock(0)]).toEqual([
    1,
    '',
    undefined,
    undefined,
  ]);
});

test('a clock of fourteen digits is one of the calendar', () => {
  const fields = new TextFields(',').open(
    bytesOf('20241005143015,20241305143015,2024100514301,2024100514301x'),
  );
  expect(fields.clock(0)).toBe(Date.UTC(2024, 9, 5, 14, 30, 15));
  expect([fields.clock(1), fields.clock(2), fields.clock(3)]).toEqual([undefined, undefined, undefined]);
  expect(fields.clock(0, -180)).toBe(Date.UTC(2024, 9, 5, 17, 30, 15));
});

test('a cursor takes the fields up to its end, and none behind it', () => {
  const cursor = new FieldCursor(new TextFields(',').open(bytesOf('a,1.5,7,ff,b,c')), 0, 5);
  expect([cursor.text(), cursor.number(), cursor.integer(), cursor.hex()]).toEqual(['a', 1.5, 7, 255]);
  expect([cursor.remaining, cursor.ahead(0), cursor.ahead(1)]).toEqual([1, 4, -1]);
  expect([cursor.text(), cursor.text(), cursor.next(), cursor.remaining]).toEqual(['b', '', -1, 0]);
});
