import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFields } from './matching.ts';
import type { Values } from './remote-values.ts';

const both = { take: () => true, send: () => true };
const merge = (localValues: string | null, providerValues: string | null, base?: string | null, may = both) =>
  mergeFields({ a: localValues }, { a: providerValues }, base === undefined ? {} : { a: base }, may);

test('[FLT-01] whoever changed a value since both sides agreed is followed; where both did, the provider', () => {
  expect(merge('x', 'new', 'x')).toMatchObject({ take: { a: 'new' }, send: {}, bothChanged: [] });
  expect(merge('new', 'x', 'x')).toMatchObject({ take: {}, send: { a: 'new' }, base: { a: 'x' } });
  expect(merge('ours', 'theirs', 'x')).toMatchObject({ take: { a: 'theirs' }, bothChanged: ['a'] });
  expect(merge('ours', 'theirs')).toMatchObject({ take: { a: 'theirs' }, bothChanged: [] });
});

test('[FLT-01] what is missing on one side comes from the other, and never empties it', () => {
  expect(merge(null, 'x')).toMatchObject({ take: { a: 'x' } });
  expect(merge('x', null)).toMatchObject({ send: { a: 'x' }, take: {} });
  expect(merge('x', null, 'x')).toMatchObject({ send: { a: 'x' }, take: {} });
  expect(merge(null, 'x', 'x')).toMatchObject({ take: { a: 'x' } });
});

test('[FLT-01] once what was taken and sent stands on both sides, a second look finds nothing to do', () => {
  const value = fc.option(fc.constantFrom('a', 'b', 'c'));
  const values = fc.record({ p: value, q: value, r: value });
  fc.assert(
    fc.property(
      values,
      values,
      fc.record({ p: value, q: value }, { requiredKeys: [] }),
      (localValues, providerValues, base) => {
        const first = mergeFields(localValues, providerValues, base as Values, both);
        const agreed = { ...first.base, ...first.send };
        const second = mergeFields(
          { ...localValues, ...first.take },
          { ...providerValues, ...first.send },
          agreed,
          both,
        );
        expect([second.take, second.send]).toEqual([{}, {}]);
        // what was refused there is sent again, and nothing else happens
        const refused = mergeFields({ ...localValues, ...first.take }, providerValues, first.base, both);
        expect([refused.take, refused.send]).toEqual([{}, first.send]);
      },
    ),
  );
});
