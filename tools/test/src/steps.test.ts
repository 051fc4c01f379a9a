import { expect, test } from 'vitest';
import { chooseSteps, groupsOf, type Step, steps } from './steps.ts';

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

test('steps of one word that follow each other go together, and no other goes beside anything', () => {
  const step = (name: string, together?: Step['together']): Step => ({ ...steps[0]!, name, together });
  const [a, b, c] = [step('a', 'checks'), step('b', 'checks'), step('c', 'tests')];
  const groups = groupsOf([a, b, c, step('d'), step('e'), step('f', 'tests')]);
  expect(groups.map((group) => group.map(({ name }) => name))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
    ['e'],
    ['f'],
  ]);
});

test('[OPS-01] checks that take one core go together, and copies of the repository are installed beside the journeys', () => {
  const chosen = chooseSteps(['all', 'install', 'cluster-short']) as readonly Step[];
  expect(groupsOf(chosen).map((group) => group.map(({ name }) => name))).toEqual([
    ['style'],
    ['types', 'web', 'arrows', 'unused', 'advisories', 'fuzz'],
    ['cluster-short'],
    ['units'],
    ['journeys', 'install'],
  ]);
});
