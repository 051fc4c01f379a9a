import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowSplitter } from './row-splitter.ts';

/** The text cut at these places, read piece by piece. */
function rowsOf(text: string, cuts: readonly number[] = []): object[] {
  const bytes = new TextEncoder().encode(text);
  const splitter = createRowSplitter();
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  const rows = places.slice(1).flatMap((end, at) => splitter.push(bytes.subarray(places[at], end)));
  splitter.end();
  return rows;
}

test('rows are the same wherever their bytes are cut, with any signs in their texts', () => {
  const row = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.array(fc.nat()), (rows, cuts) => {
      const text = JSON.stringify(rows);
      expect(rowsOf(text, cuts)).toEqual(JSON.parse(text));
    }),
  );
});

test('a row is given as soon as its last byte came', () => {
  const splitter = createRowSplitter();
  const push = (text: string) => splitter.push(new TextEncoder().encode(text));
  expect(push(' [{"a":"}{')).toEqual([]);
  expect(push('"}')).toEqual([{ a: '}{' }]);
  expect(push(',{"b":2}')).toEqual([{ b: 2 }]);
  expect(push(']')).toEqual([]);
});

test('what broke off, and what is no array of rows, is refused', () => {
  for (const bad of ['[{"a":1}', '{"a":1}', '', 'null', '[{"a":1},7,{"b":2}]', '[{"a":}]'])
    expect(() => rowsOf(bad), bad).toThrow(SyntaxError);
  expect(rowsOf('[]')).toEqual([]);
});
