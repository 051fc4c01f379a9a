import { expect, test } from 'vitest';
import { missingPartitions } from './ensure-partitions.ts';

const november = Date.UTC(2026, 10, 21);

function names(existing: readonly string[], nowMs: number): readonly string[] {
  return missingPartitions(new Set(existing), nowMs).map(({ name }) => name);
}

test('the first start makes years from 2000, months from the year of two years ago, and three months ahead', () => {
  const made = names([], november);
  expect(made[0]).toBe('positions_2000');
  expect(made).toContain('positions_2023');
  expect(made).not.toContain('positions_2024');
  expect(made).toContain('positions_2024_01');
  expect(made.at(-1)).toBe('positions_2027_02');
});

test('partitions follow each other without a gap and without an overlap', () => {
  const made = missingPartitions(new Set(), november);
  for (const [index, { fromMs }] of made.entries()) {
    if (index > 0) expect(fromMs).toBe(made[index - 1]!.toMs);
  }
});

test('a later start finds nothing to do, and a month later one month', () => {
  const made = names([], november);
  expect(names(made, november)).toEqual([]);
  expect(names(made, Date.UTC(2026, 11, 1))).toEqual(['positions_2027_03']);
});

test('a server that stood still for years makes every month since, and never a year over months', () => {
  const made = names([], november);
  const added = names(made, Date.UTC(2030, 0, 15));
  expect(added[0]).toBe('positions_2027_03');
  expect(added.at(-1)).toBe('positions_2030_04');
  expect(added.every((name) => /_\d{4}_\d{2}$/.test(name))).toBe(true);
});
