import { expect, test } from 'vitest';
import { atLeast, atMost } from './figure.ts';
import { tableOf } from './table.ts';

test('a row a figure, with what it must be and whether it is', () => {
  const text = tableOf([
    {
      name: 'one',
      title: 'One',
      tookSeconds: 1,
      figures: [
        { name: 'rate', unit: '/s', measured: 23456.7, p50: 23000, p99: 9.87, limits: [atLeast(20_000)] },
        { name: 'time', unit: 'ms', p50: 99.94, p99: 300, limits: [atMost(100, 'p50'), atMost(250, 'p99')] },
      ],
    },
    { name: 'two', title: 'Two', tookSeconds: 1, figures: [], failure: 'Error: no browser' },
  ]);
  expect(text.replaceAll(/ +/g, ' ').split('\n')).toEqual([
    '| figure | unit | measured | p50 | p99 | limit | met |',
    expect.stringMatching(/^\| -+ \|/),
    '| **One** | | | | | | |',
    '| rate | /s | 23,457 | 23,000 | 9.87 | ≥ 20,000 | yes |',
    '| time | ms | | 99.9 | 300 | p50 ≤ 100, p99 ≤ 250 | NO |',
    '| **Two** | | | | | | failed |',
  ]);
});
