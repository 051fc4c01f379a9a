import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CountedMemory,
  dueValueOf,
  type MaintenancePlan,
  maintenanceFindings,
  shareLeft,
  type Urgency,
  urgencyOf,
} from './maintenance.ts';

/** start, period, what it was done at, what is counted now; when it is due, and how urgent that is. */
type Vector = readonly [number, number, number | undefined, number | undefined, number, Urgency];

const vectors: readonly Vector[] = [
  // never done: its start, then the whole period that was passed last
  [5000, 10_000, undefined, undefined, 5000, 'unknown'],
  [5000, 10_000, undefined, 3999, 5000, 'later'],
  [5000, 10_000, undefined, 4000, 5000, 'soon'],
  [5000, 10_000, undefined, 5000, 5000, 'due'],
  [5000, 10_000, undefined, 14_999, 5000, 'due'],
  [5000, 10_000, undefined, 16_000, 15_000, 'due'],
  // from 0 first after a whole period
  [0, 10_000, undefined, 0, 10_000, 'later'],
  [0, 10_000, undefined, -5, 10_000, 'later'],
  [0, 10_000, undefined, 10_000, 10_000, 'due'],
  // done: a period after that, however long ago
  [5000, 10_000, 16_000, undefined, 26_000, 'unknown'],
  [5000, 10_000, 16_000, 16_000, 26_000, 'later'],
  [5000, 10_000, 16_000, 25_000, 26_000, 'soon'],
  [5000, 10_000, 16_000, 26_000, 26_000, 'due'],
  [5000, 10_000, 16_000, 99_000, 26_000, 'due'],
  [0, 10_000, 0, 100, 10_000, 'later'],
  // its counter began anew: as if nothing had been done
  [10_000, 10_000, 120_000, 3000, 10_000, 'later'],
  [10_000, 10_000, 120_000, 10_000, 10_000, 'due'],
  [10_000, 10_000, 120_000, 35_000, 30_000, 'due'],
  [10_000, 10_000, 120_000, 119_999, 110_000, 'due'],
  // and is done again from there
  [10_000, 10_000, 3000, 3000, 13_000, 'later'],
];

test.each(vectors)('[MNT-01] from %d each %d, done at %s, at %s: due at %d, %s', (...vector) => {
  const [start, period, serviced, value, dueValue, urgency] = vector;
  const plan = { type: 'odometer', start, period, serviced };
  expect(dueValueOf(plan, value)).toBe(dueValue);
  expect(urgencyOf(shareLeft(plan, dueValue, value))).toBe(urgency);
});

/** What is raised as a counter goes through these values. */
function raised(plan: MaintenancePlan, values: readonly (number | undefined)[]): number[] {
  let memory: CountedMemory = {};
  return values.flatMap((value) => {
    const found = maintenanceFindings([{ id: 1, ...plan }], memory, () => value);
    memory = found;
    return found.due.map((due) => due.value);
  });
}

const plan = { type: 'odometer', start: 10_000, period: 10_000 };
const drives: readonly (readonly [string, MaintenancePlan, readonly (number | undefined)[], number[]])[] = [
  ['falls due a period after it was done', { ...plan, serviced: 12_000 }, [12_000, 20_500, 22_000], [22_000]],
  [
    'began anew, and falls due at its start and after each period',
    { ...plan, serviced: 120_000 },
    [120_500, 3000, undefined, 9000, 10_000, 10_500, 21_000],
    [10_000, 21_000],
  ],
  [
    'began anew, and is silent before it falls due',
    { ...plan, serviced: 120_000 },
    [120_500, 9000, undefined, 10_100],
    [10_100],
  ],
  ['was never done, and is silent before it falls due', plan, [9900, undefined, 10_100], [10_100]],
  ['says 0 for once', { ...plan, serviced: 120_000 }, [120_500, 0, 129_000, 130_000], [130_000]],
  [
    'is that of two trackers by turns',
    { ...plan, serviced: 120_000 },
    [120_500, 9900, 120_600, 10_100, 120_700, 10_200],
    [],
  ],
  ['was never done, and jumps back and forth', plan, [9900, 10_100, 0, 10_200], [10_100]],
  [
    'began anew, and caught up with what it was done at',
    { ...plan, serviced: 11_000 },
    [11_000, 9000, 11_500, 21_500],
    [21_500],
  ],
];

test.each(drives)('[MNT-01] [ING-07] a counter that %s', (_name, given, values, expected) => {
  expect(raised(given, values)).toEqual(expected);
});

test('[MNT-01] time never begins anew: a fix from before the service raises nothing', () => {
  const byTime = { ...plan, type: 'fixTime', serviced: 15_000 };
  expect(raised(byTime, [9000, 11_000, 24_000, 25_000])).toEqual([25_000]);
  expect(dueValueOf(byTime, 14_999)).toBe(25_000);
});

test('[MNT-01] of one device another maintenance by the same counter tells that it began anew', () => {
  const rules = [
    { id: 1, ...plan, serviced: 120_000 },
    { id: 2, type: 'odometer', start: 5000, period: 50_000 },
  ];
  let memory: CountedMemory = {};
  const due = [120_500, 4000, 6000, 10_500].map((value) => {
    const found = maintenanceFindings(rules, memory, () => value);
    memory = found;
    return found.due.map(({ id }) => id);
  });
  expect(due).toEqual([[], [], [2], [1]]);
});

test('[MNT-01] what was raised is due in the list, as far as a counter only grows', () => {
  const count = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(
      fc.record({
        type: fc.constantFrom('odometer', 'fixTime'),
        start: count,
        period: fc.integer({ min: 1, max: 100 }),
        serviced: fc.option(count, { nil: undefined }),
      }),
      fc.array(count, { minLength: 2, maxLength: 20 }),
      (given, counted) => {
        const values = counted.toSorted((one, other) => one - other);
        for (const value of raised(given, values))
          expect(urgencyOf(shareLeft(given, dueValueOf(given, value), value))).toBe('due');
      },
    ),
  );
});
