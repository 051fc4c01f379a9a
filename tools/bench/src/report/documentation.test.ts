import { expect, test } from 'vitest';
import { withResults } from './documentation.ts';
import { atMost } from './figure.ts';

const machine = {
  ...{ processor: 'P', cores: 2, memoryGib: 24, system: 'Linux' },
  ...{ node: 'v24', postgres: 'PostgreSQL 18', browser: 'Chromium' },
};
const page = `before

<!-- measured: written by \`npm run bench -- --write-docs\` -->

Machine of the last run: an older one.

Rows without a day are old.

| benchmark | figure | seen | asked | met | on |
| --------- | ------ | ---- | ----- | --- | -- |
| one       | old    | 1 ms |       |     |    |
| desk      | old    | 9 ms |       |     |    |
| desk      | older  | 9 ms |       |     |    |
| last      | old    | 2 ms |       |     |    |

What is said below.

<!-- /measured -->
after`;
const figure = { name: 'page', unit: 'ms', p50: 20, p99: 31.25, limits: [atMost(30, 'p99')] };
const desk = {
  name: 'desk',
  title: 'Desk',
  tookSeconds: 1,
  figures: [figure, { ...figure, name: 'more', p99: 30 }],
};
const rowsOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.replaceAll(/ +/g, ' ')] : []))
    .slice(2);

test('the rows of what was measured are replaced where they stood, all others and the words around stay', () => {
  const text = withResults(page, '2026-11-24T06:00:00Z', machine, [desk]);
  expect(rowsOf(text)).toEqual([
    '| one | old | 1 ms | | | |',
    '| desk | page | p50 20, p99 31.3 ms | p99 ≤ 30 | missed | 2026-11-24 |',
    '| desk | more | p50 20, p99 30 ms | p99 ≤ 30 | met | 2026-11-24 |',
    '| last | old | 2 ms | | | |',
  ]);
  expect(text).toContain('Machine of the last run: P, 2 cores');
  for (const words of ['before\n', 'Rows without a day are old.', 'What is said below.', '\nafter'])
    expect(text).toContain(words);
  expect(text).not.toContain('an older one');
  expect(withResults(text, '2026-11-24T06:00:00Z', machine, [desk])).toBe(text);
});

test('what is new comes last, and what failed leaves its rows', () => {
  const failed = { ...desk, figures: [], failure: 'Error: no browser' };
  const text = withResults(page, '2026-11-24T06:00:00Z', machine, [failed, { ...desk, name: 'new' }]);
  expect(rowsOf(text).map((row) => row.split(' | ').slice(0, 2).join(' '))).toEqual([
    ...['| one old', '| desk old', '| desk older', '| last old', '| new page', '| new more'],
  ]);
  expect(() => withResults('no marks', '2026-11-24', machine, [])).toThrow('lost the marks');
});
