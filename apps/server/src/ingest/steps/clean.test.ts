import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanAttributes, cleanJson } from './clean.ts';

test('clean attributes are handed on as they are', () => {
  const attributes = { alarm: 'sos', sat: 9, ignition: true, driverUniqueId: 'ação 🚚' };
  expect(cleanAttributes(attributes)).toBe(attributes);
});

test('NUL, halves of surrogate pairs and numbers that are none do not reach the database', () => {
  const attributes = { text: 'a\0b\ud800', 'key\0': 1, none: Number.NaN, endless: Infinity, sat: 9 };
  expect(cleanAttributes(attributes)).toEqual({ text: 'ab\ufffd', key: 1, sat: 9 });
  expect(cleanJson({ deep: ['\0', { text: 'x\udfff' }] })).toBe('{"deep":["",{"text":"x\ufffd"}]}');
  expect([cleanJson({ text: 'a\0b' }), cleanJson({ text: 'x\udfff' })]).toEqual([
    '{"text":"ab"}',
    '{"text":"x\ufffd"}',
  ]);
  expect(cleanJson({ 'a\0b': [{ 'x\udfff': 1 }] })).toBe('{"ab":[{"x\ufffd":1}]}');
});

test('what is clean is written as it is, and of the rest only what no database holds is changed', () => {
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();
  const walked = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (Array.isArray(part)) return part.map(walked);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [clean(key), walked(value)]));
  };
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\0', '\ud83d', '\udfff', '\\u0000', '\\ud800', '🚚', 'a'),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.array(tie('tree')),
      fc.dictionary(text, tie('tree'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(JSON.parse(cleanJson(value))).toEqual(JSON.parse(JSON.stringify(walked(value))));
    }),
    { numRuns: 100 },
  );
});

test('a key that was clean once is, and one that was not is cleaned each time', () => {
  for (let time = 0; time < 2; time += 1) {
    const attributes = { sat: 9, made: 'up' };
    expect(cleanAttributes(attributes)).toBe(attributes);
    expect(cleanAttributes({ 'made\0': 'up' })).toEqual({ made: 'up' });
  }
});

test('[UNIT-04] [API-01] what the contract calls a number or a flag is never stored as text', () => {
  const reported = {
    hours: 'abc',
    sat: 'x',
    power: 1e300,
    batteryLevel: -500,
    ignition: 1,
    fuel: true,
    made: 'up',
  };
  expect(cleanAttributes(reported)).toEqual({ ignition: true, made: 'up' });
});
