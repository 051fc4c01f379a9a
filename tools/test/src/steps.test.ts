import { expect, test } from 'vitest';
import { chooseSteps, groupsOf, steps } from './steps.ts';

const namesOf = (...names: string[]) => {
  const chosen = chooseSteps(names);
  return typeof chosen === 'string' ? chosen : chosen.map(({ name }) => name);
};

test('[OPS-01] npm test runs every step but the installing ones, that of many processes and the long proofs', () => {
  const long = ['long-damages', 'long-transaction', 'long-fuzz', 'long-crash', 'long-writers', 'long-desk'];
  const apart = ['cluster-short', 'install', 'cluster', 'cluster-ha', ...long];
  expect(namesOf()).toEqual(steps.map(({ name }) => name).filter((name) => !apart.includes(name)));
  expect(namesOf('all', 'install')).toEqual([...namesOf(), 'install']);
  // it brings what the units of several processes need
  expect(namesOf('units', 'cluster-short')).toEqual(['cluster-short', 'units']);
  expect(namesOf('long')).toEqual(long);
  expect(namesOf('install', 'types')).toEqual(['types', 'install']);
});

test('a step that does not exist is named, with those that do', () => {
  expect(namesOf('types', 'unit')).toMatch(
    /^there is no step unit; there are all, long, style, .*long-desk$/,
  );
});

test('light steps that follow each other go together, and no other goes beside anything', () => {
  const step = (name: string, isLight = false) => ({ ...steps[0]!, name, isLight });
  const groups = groupsOf([step('a', true), step('b', true), step('c'), step('d'), step('e', true)]);
  expect(groups.map((group) => group.map(({ name }) => name))).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
});
