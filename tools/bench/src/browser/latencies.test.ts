import { expect, test } from 'vitest';
import { latenciesOf } from './watch-load.ts';

const sentAtMs = [1000, 1050, 1100, 1150];

test('a tick takes from its writing to the paint that shows it, the ones painted over included', () => {
  const painted: [number, number][] = [
    [0, 40],
    [2, 180],
    [3, 200],
  ];
  expect(latenciesOf({ originMs: 1000, painted }, sentAtMs, 0)).toEqual([40, 130, 80, 50]);
});

test('what was painted before the watch began does not count', () => {
  const painted: [number, number][] = [
    [1, 90],
    [2, 150],
  ];
  expect(latenciesOf({ originMs: 1000, painted }, sentAtMs, 100)).toEqual([50]);
});

test('a tick that is on the screen before it was written, or that never was, spoils the run', () => {
  const early: [number, number][] = [[3, 100]];
  expect(() => latenciesOf({ originMs: 1000, painted: early }, sentAtMs, 0)).toThrow('tick 3');
  const unknown: [number, number][] = [[9, 900]];
  expect(() => latenciesOf({ originMs: 1000, painted: unknown }, sentAtMs, 0)).toThrow('tick 9');
});
