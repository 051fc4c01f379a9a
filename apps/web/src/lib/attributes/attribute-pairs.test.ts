import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  attributesOf,
  faultsOf,
  type KnownAttribute,
  newPair,
  pairsOf,
  renamed,
  retyped,
  valued,
} from './attribute-pairs.ts';

const knots: KnownAttribute = {
  name: 'speedLimit',
  label: 'Speed limit',
  type: 'number',
  unit: { sign: 'km/h', factor: 1.852 },
};
const flag: KnownAttribute = { name: 'quiet', label: 'Quiet', type: 'boolean' };
const known = [knots, flag];

test('[ATT-01] pairs that nobody touches go back exactly as they came, whatever JSON holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }).filter(isName), fc.jsonValue()), (attributes) => {
      expect(attributesOf(pairsOf(attributes, known), known)).toEqual(attributes);
    }),
  );
});

/** `Object.fromEntries` keeps it, and a literal does not: no test of ours. */
const isName = (name: string) => name !== '__proto__' && name === name.trim();

test('[ATT-01] names that the form shows as fields are not shown twice, and cannot be added again', () => {
  const elsewhere = new Set(['plate']);
  expect(pairsOf({ plate: 'QRS4B17', colour: 'blue' }, [], elsewhere)).toEqual([
    { name: 'colour', type: 'string', text: 'blue', stored: 'blue' },
  ]);
  expect(faultsOf([{ name: ' plate ', type: 'string', text: 'x' }], elsewhere)).toEqual([{ name: 'taken' }]);
});

test('[ATT-01] a pair needs a name of its own and a value of its type', () => {
  expect(
    faultsOf([
      newPair,
      { name: 'a', type: 'number', text: 'near' },
      { name: 'b', type: 'number', text: ' 1,5 ' },
      { name: 'b', type: 'boolean', text: 'false' },
    ]),
  ).toEqual([{ name: 'missing', value: 'missing' }, { value: 'not-a-number' }, {}, { name: 'taken' }]);
  // An empty text that is stored already is no fault of the person who opens the form.
  expect(faultsOf(pairsOf({ note: '' }))).toEqual([{}]);
});

test('[ATT-01] numbers are read with comma or point, and texts lose the blanks around them', () => {
  expect(
    attributesOf([
      { name: ' a ', type: 'number', text: '-1,5' },
      { name: 'b', type: 'boolean', text: 'true' },
      { name: 'c', type: 'string', text: ' x y ' },
    ]),
  ).toEqual({ a: -1.5, b: true, c: 'x y' });
});

test('[ATT-01] a number of a known name is shown and typed in its unit', () => {
  const [pair] = pairsOf({ speedLimit: 43.2 }, known);
  expect(pair).toMatchObject({ text: '80.0064', stored: 43.2 });
  const typed = valued(pair ?? newPair, '100');
  expect(attributesOf([typed], known).speedLimit).toBeCloseTo(53.9957, 4);
});

test('[ATT-01] a known name brings its type, and a value that does not fit it goes', () => {
  expect(renamed({ name: '', type: 'string', text: 'loud' }, 'quiet', known)).toEqual({
    name: 'quiet',
    type: 'boolean',
    text: 'false',
  });
  expect(renamed({ name: 'x', type: 'string', text: 'loud' }, 'free', known)).toMatchObject({ text: 'loud' });
  expect(retyped({ name: 'x', type: 'boolean', text: 'true' }, 'number').text).toBe('');
  expect(retyped({ name: 'x', type: 'string', text: '12' }, 'number').text).toBe('12');
});
