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

/** A device whose maintenance is as it is then: what each value raises. */
function aDevice() {
  let memory: CountedMemory = {};
  return (plan: MaintenancePlan, value: number | undefined): number[] => {
    const found = maintenanceFindings([{ id: 1, ...plan }], memory, () => value);
    memory = found;
    return found.due.map((due) => due.value);
  };
}

/** What is raised as a counter goes through these values. */
function raised(plan: MaintenancePlan, values: readonly (number | undefined)[]): number[] {
  const says = aDevice();
  return values.flatMap((value) => says(plan, value));
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
  ['was never done, and began anew', plan, [120_500, 3000, 9000, 10_000, 19_000, 20_500], [10_000, 20_500]],
  ['began anew by a whole period', plan, [85_000, 75_000, 79_000, 80_000], [80_000]],
  ['fell by less than a period and less than a half', plan, [85_000, 75_001, 79_000, 80_000], []],
  ['fell to half', plan, [10_000, 5000, 7000, 9000, 10_100], []],
  [
    'began anew, says 0 for once, and goes on',
    plan,
    [120_500, 3000, 9000, 10_000, 0, 10_050, 20_100],
    [10_000, 20_100],
  ],
  ['fell to less than half', plan, [10_000, 4999, 7000, 9000, 10_100], [10_100]],
  [
    'began anew twice',
    plan,
    [120_500, 3000, 9000, 10_000, 100, 2500, 4900, 7300, 9700, 10_200, 12_000],
    [10_000, 10_200],
  ],
  ['began anew, and says 0 for twice before it falls due', plan, [120_500, 3000, 0, 9000, 10_100], [10_100]],
  ['says too little twice, and is back', plan, [9900, 10_100, 5, 0, 10_200], [10_100]],
  [
    'is back before its first whole period',
    { ...plan, start: 5000, period: 100_000 },
    [4900, 10_100, 40, 10_060],
    [10_100],
  ],
  ['fell by a little of all, and is back', plan, [119_900, 120_500, 109_000, 120_450], [120_500]],
  ['is back a little below where it was', plan, [9900, 10_100, 40, 10_060, 10_200], [10_100]],
  [
    'began anew, and falls due as it grows beyond all that it had said',
    { ...plan, start: 13_900 },
    [14_000, 100, 3000, 6000, 9000, 12_000, 13_800, 14_100, 14_200],
    [14_100],
  ],
  ['began anew, and is silent on a long way', plan, [120_500, 3000, 9000, 18_000, 29_000], [18_000, 29_000]],
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
  expect(
    raised({ ...byTime, serviced: undefined }, [120_500, 3000, 10_100]),
    'nor after a wrong one',
  ).toEqual([]);
});

test('[MNT-01] what is noted on a counter that began anew is due a period after that', () => {
  const says = aDevice();
  const before = { ...plan, serviced: 120_000 };
  for (const value of [119_900, 120_000, 3000]) expect(says(before, value)).toEqual([]);
  const noted = { ...plan, serviced: 3000 };
  for (const value of [3000, 8000, undefined, 12_999]) expect(says(noted, value)).toEqual([]);
  expect(says(noted, 13_000)).toEqual([13_000]);
  expect(says(noted, 13_100)).toEqual([]);
});

test('[MNT-01] a counter that says as much again is remembered as one that never began anew', () => {
  const rules = [{ id: 1, ...plan }];
  const memories: CountedMemory[] = [{}];
  for (const value of [14_000, 100, 3000, 6000, 9000, 12_000, 13_900, 14_100]) {
    const { due, ...memory } = maintenanceFindings(rules, memories.at(-1) ?? {}, () => value);
    memories.push(memory);
  }
  expect(memories.at(-2)).toEqual({
    highest: { odometer: 14_000 },
    anew: { odometer: 13_900 },
    anewUntil: { odometer: 14_000 },
  });
  expect(memories.at(-1)).toEqual({ highest: { odometer: 14_100 } });
  const apart = memories.at(-2) ?? {};
  expect(
    maintenanceFindings([], apart, () => 1),
    'nor is it forgotten while nothing applies',
  ).toEqual({
    due: [],
    ...apart,
  });
});

test('[MNT-01] of one device another maintenance by the same counter tells that it began anew', () => {
  const rules = [
    { id: 1, ...plan, serviced: 11_000 },
    { id: 2, type: 'odometer', start: 9500, period: 50_000 },
    { id: 3, type: 'hours', start: 9500, period: 50_000 },
  ];
  let memory: CountedMemory = {};
  const due = [11_000, 9000, 9600, 10_500].map((value) => {
    const found = maintenanceFindings(rules, memory, () => value);
    memory = found;
    return found.due.map(({ id }) => id);
  });
  expect(due).toEqual([[], [], [2], [1]]);
});

test('[MNT-01] of several maintenances by one counter the shortest period says when it began anew', () => {
  const rules = [
    { id: 1, type: 'odometer', start: 0, period: 50_000 },
    { id: 2, type: 'odometer', start: 0, period: 10_000 },
  ];
  let memory: CountedMemory = {};
  const due = [101_000, 81_000, 90_500, 95_400, 100_200].map((value) => {
    const found = maintenanceFindings(rules, memory, () => value);
    memory = found;
    return found.due.map(({ id }) => id);
  });
  expect(due).toEqual([[], [], [2], [], [1, 2]]);
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

test('[MNT-01] what becomes due in the list is raised, also on a counter that began anew and once it was done there', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 9 })), {
    maxLength: 60,
  });
  const given = fc.record({
    start: fc.integer({ min: 0, max: 30_000 }),
    period: fc.integer({ min: 1000, max: 15_000 }),
    from: fc.integer({ min: 10_000, max: 30_000 }),
    /** The share that another tracker begins at. */
    share: fc.double({ min: 0, max: 0.49, noNaN: true }),
    before: steps,
    after: steps,
  });
  fc.assert(
    fc.property(given, ({ start, period, from, share, before, after }) => {
      const says = aDevice();
      let plan: MaintenancePlan = { type: 'odometer', start, period };
      let value = from;
      const drive = (ways: typeof before) => {
        says(plan, value);
        for (const [way, dice] of ways) {
          const dueBefore = dueIn(plan, value);
          value += way;
          const isRaised = says(plan, value).length > 0;
          const dueNow = dueIn(plan, value);
          if (isRaised) expect(dueNow).toBeDefined();
          if (dueNow !== undefined && dueNow !== dueBefore) expect(isRaised).toBe(true);
          if (dice === 0) plan = { ...plan, serviced: value };
        }
      };
      drive(before);
      value = Math.floor(value * share);
      drive(after);
    }),
    { numRuns: 1000 },
  );
});

/** What it fell due at by the list. */
function dueIn(plan: MaintenancePlan, value: number): number | undefined {
  const dueValue = dueValueOf(plan, value);
  return urgencyOf(shareLeft(plan, dueValue, value)) === 'due' ? dueValue : undefined;
}
